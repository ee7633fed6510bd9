import { ClipboardCopy, MessageCircle, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../shared/contract/registry.ts';
import type { Tab } from '../../../shared/contract/tabs.ts';
import { tabOwed } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Settlement } from '../../../shared/domain/payment.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, useAnswer } from '../../host/call.ts';
import { copyForChat, openWhatsApp } from '../../host/copy-or-save.ts';
import { paymentWords } from '../../i18n/sale-messages.ts';
import { reminderText } from '../../i18n/share-messages.ts';
import { useKeys } from '../../state/keys.ts';
import { useCounterName } from '../../state/office.ts';
import { showReceipt } from '../../state/router.ts';
import { currentNumberPlan, useShopZone } from '../../state/settings.ts';
import { useIsOffice } from '../../state/status.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
import { StateBadge } from '../../ui/SaleSummary.tsx';
import { useSlipSettings } from '../../ui/slip/slip.ts';
import { dateTimeText } from '../../ui/time-text.ts';
import { chatNumber, printSettlement } from './tab-list.ts';

const readTab = (customerId: string) => call('tabs.get', { customerId });

interface Props {
  tab: Tab;
  /** changes whenever a tab may have */
  version: string;
  /** left out: nothing can be paid now */
  onSettle?: () => void;
}

/** One customer's debts and settlements, the reminder, and the way to pay. */
export function TabDetail({ tab, version, onSettle }: Props) {
  const { t } = useTranslation();
  const answer = useAnswer(readTab, tab.customerId ?? '', version)?.answer ?? null;
  const seller = useCounterName(tab.counter);
  return (
    <aside
      aria-label={t('tabs.detail')}
      className="flex w-100 shrink-0 flex-col border-l border-line bg-surface zoomed:w-auto zoomed:border-t zoomed:border-l-0 2xl:w-128"
    >
      <header className="shrink-0 border-b border-line p-4">
        <p className="text-large font-semibold break-words">{tab.name ?? t('tabs.nobody')}</p>
        {seller === null ? null : <p className="text-small text-ink-soft">{seller}</p>}
        <p className="text-giant font-bold">{formatRupiah(tab.owed)}</p>
        {tab.numbers.map((number) => (
          <p key={number} className="font-mono">
            {groupCustomerNo(number)}
          </p>
        ))}
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

type OpenedProps = Pick<Output<'tabs.get'>, 'sales' | 'settlements'> & Omit<Props, 'version'>;

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
  const isOffice = useIsOffice();
  const time = dateTimeText(settlement.at, useShopZone());
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block font-semibold break-words">{paymentWords(t, [settlement])}</span>
        <span className="block text-small text-ink-soft">{time}</span>
      </span>
      {isOffice ? null : (
        <IconButton label={t('tabs.printOf', { time })} onClick={() => void printSettlement(customerId, settlement.at)}>
          <Printer aria-hidden="true" className="size-5" />
        </IconButton>
      )}
    </div>
  );
}

interface ActionsProps extends Omit<Props, 'version'> {
  sales: readonly Transaction[];
}

/** The reminder opens a chat or is copied; a person sends it. */
function TabActions({ tab, sales, onSettle }: ActionsProps) {
  const { t } = useTranslation();
  const { shop, timeZone: zone, language, training: isTraining } = useSlipSettings();
  const text = (): string => reminderText(t, tab, sales, { shop: shop.name, zone, language, isTraining });
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
