import { useState } from 'react';
import { z } from 'zod';
import type { Output } from '../../../shared/contract/registry.ts';
import type { Tab } from '../../../shared/contract/tabs.ts';
import { tabs } from '../../../shared/contract/tabs.ts';
import { maxBillAmount } from '../../../shared/domain/bounds.ts';
import { tabOwed } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { MoneyMethod, moneyMethods, type Settlement } from '../../../shared/domain/payment.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, useAnswer } from '../../host/call.ts';
import { paymentWords } from '../../i18n/sale-messages.ts';
import { reminderText, settlementText } from '../../i18n/share-messages.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useKeys } from '../../state/keys.ts';
import { useCounterName } from '../../state/office.ts';
import { showReceipt } from '../../state/router.ts';
import { mergeSales } from '../../state/sales.ts';
import { currentNumberPlan, useSettings, useShopZone } from '../../state/settings.ts';
import { copyForChat, openWhatsApp } from '../../state/share.ts';
import { useServesRow } from '../../state/status.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ClipboardCopy, MessageCircle, Printer } from '../../ui/later-icons.tsx';
import { ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
import { ProofDialog } from '../../ui/ProofDialog.tsx';
import { StateBadge } from '../../ui/SaleSummary.tsx';
import { useSharePlace } from '../../ui/slip/slip.ts';
import { CompleteDetails, NameTab } from './CompleteDetails.tsx';
import { chatNumber, printSettlement } from './tab-list.ts';

const readTab = (customerId: string) => call('tabs.get', { customerId });

interface Props {
  tab: Tab;
  /** changes whenever a tab may have */
  version: string;
  /** left out: nothing can be paid now */
  onSettle?: () => void;
  /** left out: customers are saved elsewhere */
  onCompleted?: () => void;
}

/** One customer's debts and settlements, the reminder, and the way to pay. */
export function TabDetail({ tab, version, onSettle, onCompleted }: Props) {
  const { t } = useTranslation();
  const answer = useAnswer(readTab, tab.customerId ?? '', version)?.answer ?? null;
  const seller = useCounterName(tab.counter);
  return (
    <aside
      aria-label={t('tabs.detail')}
      className="flex w-100 shrink-0 flex-col border-l border-line bg-surface zoomed:w-auto zoomed:border-t zoomed:border-l-0 2xl:w-128"
    >
      <header className="shrink-0 border-b border-line p-4">
        <p className="text-large font-semibold break-words">{tab.name ?? t('tabs.erased')}</p>
        {seller === null ? null : <p className="text-small text-ink-soft">{seller}</p>}
        <p className="text-giant font-bold">{formatRupiah(tab.owed)}</p>
        {tab.numbers.map((number) => (
          <p key={number} className="font-mono">
            {groupCustomerNo(number)}
          </p>
        ))}
        {tab.numbers.length === 0 && tab.name !== null && onCompleted ? (
          <CompleteDetails tab={tab} onSaved={onCompleted} />
        ) : null}
        {tab.name === null && tab.customerId !== null && onCompleted ? (
          <NameTab customerId={tab.customerId} onSaved={onCompleted} />
        ) : null}
        {tab.unsettled > 0 ? (
          <p className="pt-1 text-small">{t('tabs.unsettled', { amount: formatRupiah(tab.unsettled) })}</p>
        ) : null}
      </header>
      {answer === null ? (
        <Skeleton className="m-4 h-40" />
      ) : answer.ok ? (
        <Opened
          sales={answer.value.sales}
          settlements={answer.value.settlements}
          tab={tab}
          {...(onSettle ? { onSettle } : {})}
        />
      ) : (
        <div className="p-4">
          <ErrorNotice compact error={answer.error} />
        </div>
      )}
    </aside>
  );
}

type OpenedProps = Pick<Output<'tabs.get'>, 'sales' | 'settlements'> & Omit<Props, 'version' | 'onCompleted'>;

function Opened({ tab, sales, settlements, onSettle }: OpenedProps) {
  const { t } = useTranslation();
  return (
    <>
      <section
        aria-label={t('tabs.sales')}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 zoomed:overflow-visible"
      >
        <div>
          <h3 className="font-semibold">{t('tabs.sales')}</h3>
          <ul className="divide-y divide-line">
            {sales.map((sale) => (
              <li key={sale.id}>
                <Debt sale={sale} />
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="font-semibold">{t('tabs.settlements')}</h3>
          {settlements.length === 0 ? <p className="text-ink-soft">{t('tabs.noSettlements')}</p> : null}
          <ul className="divide-y divide-line">
            {settlements.map((settlement) => (
              <li key={`${settlement.at} ${settlement.method}`}>
                <Paid customerId={tab.customerId ?? ''} settlement={settlement} />
              </li>
            ))}
          </ul>
        </div>
      </section>
      <TabActions tab={tab} sales={sales} {...(onSettle ? { onSettle } : {})} />
    </>
  );
}

function Debt({ sale }: { sale: Transaction }) {
  const zone = useShopZone();
  return (
    <button
      type="button"
      onClick={() => showReceipt(sale.id)}
      className="grid min-h-14 w-full grid-cols-[1fr_auto] items-center gap-x-3 py-1 text-left hover:bg-sunken"
    >
      <span className="truncate">{sale.productName ?? sale.productCode}</span>
      <span className="text-right font-semibold">{formatRupiah(tabOwed(sale))}</span>
      <span className="truncate text-small text-ink-soft">{dateTimeText(sale.createdAt, zone)}</span>
      {sale.state === 'success' ? (
        <span className="text-right font-mono text-small text-ink-soft">{groupCustomerNo(sale.customerNo)}</span>
      ) : (
        <StateBadge state={sale.state} className="justify-self-end" />
      )}
    </button>
  );
}

function Paid({ customerId, settlement }: { customerId: string; settlement: Settlement }) {
  const { t } = useTranslation();
  const prints = useServesRow(tabs['tabs.print']);
  const time = dateTimeText(settlement.at, useShopZone());
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block font-semibold break-words">{paymentWords(t, [settlement])}</span>
        <span className="block text-small text-ink-soft">{time}</span>
      </span>
      {prints ? (
        <IconButton label={t('tabs.printOf', { time })} onClick={() => void printSettlement(customerId, settlement.at)}>
          <Printer aria-hidden="true" className="size-5" />
        </IconButton>
      ) : null}
    </div>
  );
}

interface ActionsProps extends Omit<Props, 'version' | 'onCompleted'> {
  sales: readonly Transaction[];
}

/** The reminder opens a chat or is copied; a person sends it. */
function TabActions({ tab, sales, onSettle }: ActionsProps) {
  const { t } = useTranslation();
  const place = useSharePlace();
  const text = (): string => reminderText(t, tab, sales, place);
  const remind = (): void => openWhatsApp(chatNumber(tab, currentNumberPlan()), text());
  useKeys(tab.owed > 0 ? [{ key: 'F6', label: t('tabs.remind'), run: remind }] : []);
  if (tab.owed === 0) return null;
  return (
    <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line p-3">
      <IconButton label={t('tabs.copy')} onClick={() => void copyForChat(text())}>
        <ClipboardCopy aria-hidden="true" className="size-5" />
      </IconButton>
      <Button icon={MessageCircle} hotkey="F6" onClick={remind}>
        {t('tabs.remind')}
      </Button>
      {onSettle ? (
        <Button look="primary" hotkey="Enter" onClick={onSettle}>
          {t('tabs.settle.go')}
        </Button>
      ) : null}
    </div>
  );
}

interface SettleDialogProps {
  tab: Tab;
  customerId: string;
  /** something was paid */
  onPaid: () => void;
  onClose: () => void;
}

/** As the contract's Reference. */
const maxReference = 64;

const formOf = (owed: number) =>
  z.object({
    amount: z
      .int()
      .nullable()
      .transform((typed) => typed ?? 0)
      .pipe(z.int().min(1).max(owed)),
    method: MoneyMethod,
    reference: z.string().trim().max(maxReference),
  });

/** A customer pays of the tab: how much, by which method. Afterwards the proof, and what is left. */
export function SettleDialog({ tab, customerId, onPaid, onClose }: SettleDialogProps) {
  const { t } = useTranslation();
  // As it was when the amount was typed: where the answer to a try is lost, the same again is refused.
  const [owedBefore] = useState(tab.owed);
  const [paid, setPaid] = useState<Output<'tabs.settle'> | null>(null);
  const printsAtOnce = useSettings(({ view }) => view?.settings.autoPrint && view.settings.defaultPrinter !== null);
  const { name, owed } = tab;
  const who = name ?? t('tabs.erased');
  const form = useZodForm({
    schema: formOf(owed),
    defaults: { amount: owed, method: 'cash', reference: '' },
    async send({ amount, method, reference }) {
      const answer = await call('tabs.settle', {
        customerId,
        amount,
        method,
        owed: owedBefore,
        ...(method === 'cash' || reference === '' ? {} : { reference }),
      });
      if (!answer.ok) {
        // Another window may have taken some of it.
        onPaid();
        return answer.error;
      }
      mergeSales(answer.value.sales);
      setPaid(answer.value);
      onPaid();
      if (printsAtOnce) void printSettlement(customerId, answer.value.settlement.at);
      return null;
    },
  });
  if (paid) return <SettledDebt tab={tab} customerId={customerId} paid={paid} onClose={onClose} />;
  const typed = form.watch('amount');
  const method = form.watch('method');
  const bad =
    typed !== null && typed > owed ? t('tabs.settle.tooMuch', { owed: formatRupiah(owed) }) : t('tabs.settle.noAmount');
  return (
    <FormDialog
      title={t('tabs.settle.title', { name: who })}
      lead={t('tabs.settle.lead', { owed: formatRupiah(owed) })}
      form={form}
      submit={t('tabs.settle.save')}
      // Closed while it records, it would show no proof, and what is not shown is recorded again.
      onClose={() => (form.busy ? undefined : onClose())}
    >
      <AmountField
        label={t('tabs.settle.amount')}
        max={maxBillAmount}
        aside={
          typed === owed ? null : (
            <button
              type="button"
              className="min-h-11 px-1 text-small font-semibold underline underline-offset-4"
              onClick={() => form.control('amount').onValue(owed)}
            >
              {t('tabs.settle.whole')}
            </button>
          )
        }
        {...form.control('amount', bad)}
        {...(typed !== null && typed > owed ? { fault: bad } : {})}
      />
      <Choice
        label={t('tabs.settle.by')}
        choices={moneyMethods.map((value) => ({ value, label: t(`payments.method.${value}`) }))}
        {...form.control('method')}
      />
      {method === 'cash' ? null : (
        <TextField
          label={t('tabs.settle.reference')}
          hint={t('tabs.settle.look')}
          maxLength={maxReference}
          {...form.field('reference')}
        />
      )}
    </FormDialog>
  );
}

interface SettledDebtProps {
  tab: Tab;
  customerId: string;
  paid: Output<'tabs.settle'>;
  onClose: () => void;
}

function SettledDebt({ tab, customerId, paid: { tab: rest, settlement }, onClose }: SettledDebtProps) {
  const { t } = useTranslation();
  const place = useSharePlace();
  const left = rest?.owed ?? 0;
  const send = (): void => {
    const text = settlementText(t, { ...settlement, name: tab.name, left }, place);
    openWhatsApp(chatNumber(tab, currentNumberPlan()), text);
  };
  return (
    <ProofDialog
      title={t('tabs.paid.title', { amount: formatRupiah(settlement.amount) })}
      lead={t('tabs.paid.lead', {
        name: tab.name ?? t('tabs.erased'),
        method: t(`payments.method.${settlement.method}`),
      })}
      print={() => void printSettlement(customerId, settlement.at)}
      send={send}
      onClose={onClose}
    >
      <output className="text-title font-bold">
        {left > 0 ? t('tabs.paid.left', { owed: formatRupiah(left) }) : t('tabs.paid.nothing')}
      </output>
    </ProofDialog>
  );
}
