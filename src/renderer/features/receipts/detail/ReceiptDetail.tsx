import { Tabs } from 'radix-ui';
import { Fragment, useState } from 'react';
import { customerOwes, moneyToCollect, paymentsOf, saleProfit, tabOwed } from '../../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { readToken, type TokenParts, tokenDetailsText } from '../../../../shared/domain/electricity-token.ts';
import { isErased } from '../../../../shared/domain/erasure.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import {
  fieldsWith,
  isRefusedInquiry,
  isUnresolved,
  saleFields,
  type Transaction,
} from '../../../../shared/domain/transaction.ts';
import { outcomeMessage, paymentWords } from '../../../i18n/sale-messages.ts';
import { customerText } from '../../../i18n/share-messages.ts';
import { ageOf, dateTimeText } from '../../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../../i18n/translation.ts';
import { useNow } from '../../../state/clock.ts';
import { useKeys } from '../../../state/keys.ts';
import { useSellerName } from '../../../state/office.ts';
import { useMay } from '../../../state/people.ts';
import { detailId } from '../../../state/receipt-filter.ts';
import { useRouter } from '../../../state/router.ts';
import { useFetchedSale } from '../../../state/sales.ts';
import { useSettings, useShopZone } from '../../../state/settings.ts';
import { openWhatsApp } from '../../../state/share.ts';
import { useServes } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes, stateLook } from '../../../ui/classes.ts';
import { BanknoteArrowDown } from '../../../ui/icons.tsx';
import {
  Eraser,
  MessageCircle,
  MousePointerClick,
  PenLine,
  Printer,
  Repeat,
  UserCog,
  UserPlus,
} from '../../../ui/later-icons.tsx';
import { type MenuItem, MoreMenu } from '../../../ui/MoreMenu.tsx';
import { EmptyState, Notice } from '../../../ui/Notice.tsx';
import { SaleBadge } from '../../../ui/SaleSummary.tsx';
import { SlipPaper } from '../../../ui/slip/SlipPaper.tsx';
import { useSlip, useSlipSettings } from '../../../ui/slip/slip.ts';
import { canRepeatWithCash, PeriodsTable, ReturnCash, repeatSale } from '../../checkout/index.ts';
import { CustomerDialog, SaveSaleCustomer } from '../../customers/index.ts';
import { askPrint, PrintButton, PrintLine, PrintsMade } from '../../prints/index.ts';
import { useTimeline } from '../receipts-store.ts';
import { CorrectDialog, ResolveDialog } from '../resolve/ResolveDialog.tsx';
import { BatchLines } from './BatchLines.tsx';
import { allowedActions, amountIn } from './sale-facts.ts';
import { shareItems } from './share-slip.ts';
import { Timeline } from './Timeline.tsx';
import { UnsettledSale } from './UnsettledSale.tsx';

const tabs = ['summary', 'slip', 'timeline'] as const;

/** One whole sale: its facts, its slip and all its events. */
export function ReceiptDetail() {
  const { t } = useTranslation();
  const id = useRouter((state) => state.openSale);
  const sale = useFetchedSale(id);
  const slip = useSlip(sale);
  return (
    <aside
      aria-label={t('receipts.detail')}
      id={detailId}
      tabIndex={-1}
      className="flex w-[56%] shrink-0 flex-col border-l border-line bg-surface outline-none xl:w-1/2 zoomed:w-auto zoomed:border-t zoomed:border-l-0"
    >
      {sale && slip ? (
        // With the sale its dialogs go too: what is typed there is about it.
        <Fragment key={sale.id}>
          <DetailHead sale={sale} />
          <Tabs.Root defaultValue="summary" className="flex min-h-0 flex-1 flex-col">
            <Tabs.List className="flex shrink-0 border-b border-line px-2">
              {tabs.map((tab) => (
                <Tabs.Trigger
                  key={tab}
                  value={tab}
                  className="min-h-11 border-b-4 border-transparent px-3 font-medium text-ink-soft data-[state=active]:border-accent data-[state=active]:text-ink"
                >
                  {t(`receipts.tab.${tab}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <Tabs.Content value="summary" className="min-h-0 flex-1 overflow-y-auto zoomed:overflow-visible p-4">
              <DetailSummary sale={sale} />
            </Tabs.Content>
            <Tabs.Content value="slip" className="min-h-0 flex-1 overflow-y-auto zoomed:overflow-visible bg-sunken p-4">
              <SlipPaper doc={slip} />
            </Tabs.Content>
            <Tabs.Content value="timeline" className="min-h-0 flex-1 overflow-y-auto zoomed:overflow-visible p-4">
              <Timeline sale={sale} />
            </Tabs.Content>
          </Tabs.Root>
          <DetailActions sale={sale} />
        </Fragment>
      ) : (
        <EmptyState icon={MousePointerClick} title={t('receipts.choose')} />
      )}
    </aside>
  );
}

/** Two lines: who and what became of it, what and how much. */
function DetailHead({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  return (
    <header className="grid shrink-0 grid-cols-[1fr_auto] items-baseline gap-x-3 px-4 py-2">
      <p className="min-w-0 font-mono text-large font-bold break-words">{groupCustomerNo(sale.customerNo)}</p>
      <SaleBadge sale={sale} className="justify-self-end" />
      <p className="min-w-0 break-words">
        {sale.customerName ? `${sale.customerName} · ` : ''}
        {sale.productName ?? sale.productCode}
      </p>
      <p className="text-right text-large font-bold">
        {sale.total === null || isRefusedInquiry(sale) ? t('common.none') : formatRupiah(sale.total)}
      </p>
    </header>
  );
}

type Asking = 'resolve' | 'correct' | 'save' | 'customer';

/** A person's possible actions for the open sale, in one row: what it waits for last. None of them sends anything to the provider. */
function DetailActions({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<Asking | null>(null);
  const minutes = useSettings((state) => state.view?.settings.overdueMinutes ?? 10);
  const isSeller = useServes('transactions.resolve');
  const allowed = allowedActions(sale, useNow(), minutes, isSeller);
  const { id } = sale;
  const print = (): void => void askPrint({ sale: id });
  const slip = useSlipSettings();
  const chat = (): void =>
    openWhatsApp(
      sale.customerNo,
      customerText(t, sale, {
        shop: slip.shop.name,
        zone: slip.timeZone,
        language: slip.language,
        isTraining: slip.training,
      }),
    );
  const hasChat = allowed.print && isSeller && !isErased(sale);
  useKeys([
    ...(allowed.print ? [{ key: 'F8', label: t('printing.print'), run: print }] : []),
    ...(hasChat ? [{ key: 'F6', label: t('outcome.whatsapp'), run: chat }] : []),
  ]);
  const repeat = t(canRepeatWithCash(sale) ? 'receipts.repeatWithCash' : 'receipts.repeat');
  // With cash to hand back there is room for two more, and what becomes of the cash is first.
  const isPrintHidden = allowed.returnCash && allowed.repeat;
  const more: MenuItem[] = [
    ...(allowed.print && isPrintHidden ? [{ icon: Printer, label: t('printing.print'), run: print }] : []),
    ...(hasChat ? [{ icon: MessageCircle, label: `${t('outcome.whatsapp')} (F6)`, run: chat }] : []),
    ...(allowed.print && isSeller ? shareItems(t, id) : []),
    ...(allowed.repeat && allowed.resolve ? [{ icon: Repeat, label: repeat, run: () => repeatSale(sale) }] : []),
    ...(allowed.customer && sale.state === 'success' && isSeller
      ? [{ icon: UserPlus, label: t('savedCustomers.save'), run: () => setAsking('save') }]
      : []),
    ...(allowed.customer ? [{ icon: UserCog, label: t('customers.open'), run: () => setAsking('customer') }] : []),
    ...(allowed.correct ? [{ icon: PenLine, label: t('receipts.correct'), run: () => setAsking('correct') }] : []),
  ];
  const close = (): void => setAsking(null);
  if (!allowed.print && more.length === 0) return null;
  return (
    <div className="flex shrink-0 flex-col gap-2 border-t border-line p-3">
      {allowed.print ? <PrintLine brief saleId={id} /> : null}
      <div data-testid="actions" className="flex justify-end gap-2">
        <MoreMenu className="mr-auto" label={t('receipts.more')} items={more} />
        {allowed.repeat && !allowed.resolve ? <Button onClick={() => repeatSale(sale)}>{repeat}</Button> : null}
        {allowed.print && !isPrintHidden ? (
          <PrintButton sale={sale} look={allowed.resolve || allowed.returnCash ? 'plain' : 'primary'} />
        ) : null}
        {allowed.returnCash ? <ReturnCash sale={sale} /> : null}
        {allowed.resolve ? (
          <Button look="primary" onClick={() => setAsking('resolve')}>
            {t('receipts.resolve')}
          </Button>
        ) : null}
      </div>
      {asking === 'save' ? <SaveSaleCustomer sale={sale} onClose={close} /> : null}
      {asking === 'customer' ? <CustomerDialog customerNo={sale.customerNo} onClose={close} /> : null}
      {asking === 'correct' ? <CorrectDialog sale={sale} onClose={close} /> : null}
      {asking === 'resolve' ? <ResolveDialog sale={sale} onClose={close} /> : null}
    </div>
  );
}

const shownFields = fieldsWith('screen', ['text', 'mono', 'money', 'time', 'times']);

/** A field as the details show it; null: it has nothing to show. */
function shownValue(t: TFunction, sale: Transaction, field: (typeof shownFields)[number], zone: string): string | null {
  const value = sale[field];
  if (field === 'sn' && value === null && sale.state === 'success' && !isErased(sale)) return t('receipts.snLater');
  if (value === null) return null;
  switch (saleFields[field].screen) {
    case 'money':
      return formatRupiah(Number(value));
    case 'times':
      return value === 0 ? null : `${value}×`;
    case 'time':
      return dateTimeText(String(value), zone);
    case 'text':
    case 'mono':
      return String(value);
  }
}

/** The known facts of a sale; unknown ones are left out. */
function DetailSummary({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const erased = isErased(sale);
  const { tone, icon } = stateLook[sale.state];
  const words = outcomeMessage(t, sale);
  const seller = useSellerName(sale);
  // The actions for an unresolved sale are below, where there is room for them.
  const open = isUnresolved(sale.state);
  const token = readToken(sale.sn);
  return (
    <div className="flex flex-col gap-4">
      {erased ? <Notice tone="quiet" icon={Eraser} compact title={t('customers.erased')} lines={[]} /> : null}
      {customerOwes(sale) ? (
        <Notice
          tone="failed"
          icon={BanknoteArrowDown}
          compact
          title={t('receipts.toCollect', { cash: formatRupiah(moneyToCollect(sale)) })}
          lines={[]}
        />
      ) : null}
      {sale.state === 'success' && (sale.sn !== null || erased) ? null : (
        <Notice
          tone={tone}
          icon={icon}
          compact={open}
          title={words.title}
          lines={sale.state === 'disputed' ? [] : open ? words.lines.slice(0, -1) : words.lines}
        >
          {open ? <Age sale={sale} /> : null}
        </Notice>
      )}
      {open ? <UnsettledSale sale={sale} /> : null}
      {sale.flags.length === 0 ? null : (
        <section>
          <h3 className="font-semibold">{t('receipts.flags')}</h3>
          <ul className="list-disc pl-5">
            {sale.flags.map((flag) => (
              <li key={flag}>{t(`flags.${flag}`)}</li>
            ))}
          </ul>
        </section>
      )}
      {sale.kind === 'postpaid' ? <PeriodsTable bill={sale} /> : null}
      <PaidBy sale={sale} />
      <Profit sale={sale} />
      <BatchLines sale={sale} />
      <dl className="flex flex-col gap-2">
        {seller === null ? null : (
          <div className="grid grid-cols-[10.5rem_1fr] items-baseline gap-3">
            <dt className="text-small text-ink-soft">{t('office.counter')}</dt>
            <dd className="font-semibold select-text">{seller}</dd>
          </div>
        )}
        {shownFields.map((field) => {
          const value = shownValue(t, sale, field, zone);
          const isMono = saleFields[field].screen === 'mono';
          if (field === 'sn' && token !== null && sale.state !== 'failed')
            return <TokenRow key={field} token={token} />;
          return value === null ? null : (
            <div key={field} className="grid grid-cols-[10.5rem_1fr] items-baseline gap-3">
              <dt className="text-small text-ink-soft">
                {t(field === 'sn' && sale.state === 'failed' ? 'receipts.voidSn' : `receipts.field.${field}`)}
              </dt>
              <dd className={isMono ? 'font-mono text-small font-medium break-all select-text' : 'select-text'}>
                {value}
              </dd>
            </div>
          );
        })}
      </dl>
      <PrintsMade sale={sale} />
      {sale.transactionIdFrom === 'webhook' ? (
        <p className="text-small text-ink-soft">{t('receipts.idFromWebhook')}</p>
      ) : null}
    </div>
  );
}

/** The token of prepaid electricity as the slip has it: its digits in groups, then what the customer compares with the meter. */
function TokenRow({ token }: { token: TokenParts }) {
  const { t } = useTranslation();
  const more = tokenDetailsText(token) ?? token.rest;
  return (
    <div className="grid grid-cols-[10.5rem_1fr] items-baseline gap-3">
      <dt className="text-small text-ink-soft">{t('share.token')}</dt>
      <dd className="min-w-0 select-text">
        <span className="block font-mono font-bold">{token.groups.join(' ')}</span>
        {more === '' ? null : <span className="block text-small break-words">{more}</span>}
      </dd>
    </div>
  );
}

/** What the sale earned, for those who may see costs. */
function Profit({ sale }: { sale: Transaction }) {
  const seesCosts = useMay('seeCosts');
  return seesCosts && sale.state === 'success' ? <ProfitRow sale={sale} /> : null;
}

function ProfitRow({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const events = useTimeline(sale);
  const profit = saleProfit(sale, events?.ok ? amountIn(events.value, 'cost') : null);
  // The books have a bill's commission apart, too.
  const commission = events?.ok && sale.kind === 'postpaid' ? amountIn(events.value, 'commission') : null;
  if (profit === null) return null;
  return (
    <dl className="grid grid-cols-[10.5rem_1fr] items-baseline gap-3">
      <dt className="text-small text-ink-soft">{t('books.margin')}</dt>
      <dd className={classes('font-semibold', profit < 0 && 'text-failed')}>{formatRupiah(profit)}</dd>
      {commission === null ? null : (
        <>
          <dt className="text-small text-ink-soft">{t('books.commission')}</dt>
          <dd className="font-semibold">{formatRupiah(commission)}</dd>
        </>
      )}
    </dl>
  );
}

/** For how long a sale has not been certain. */
function Age({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const { unit, n } = ageOf(useNow() - Date.parse(sale.sentAt ?? sale.createdAt));
  return <p className="font-semibold text-ink">{t('unresolved.age', { age: t(`appShell.age.${unit}`, { n }) })}</p>;
}

/** How a sale was paid, what was paid of its tab since, and how it was returned. */
function PaidBy({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { tabPayments, returns } = sale;
  const payments = paymentsOf(sale);
  const rows: [string, string][] = [
    ...(payments.length === 0 ? [] : [[t('payments.paid'), paymentWords(t, payments)] satisfies [string, string]]),
    ...tabPayments.map((paid): [string, string] => [
      t('payments.ofTab', { time: dateTimeText(paid.at, zone) }),
      paymentWords(t, [paid]),
    ]),
    ...(tabOwed(sale) > 0 && tabPayments.length > 0
      ? [[t('payments.leftOnTab'), formatRupiah(tabOwed(sale))] satisfies [string, string]]
      : []),
    ...(returns.length === 0 ? [] : [[t('payments.returned'), paymentWords(t, returns)] satisfies [string, string]]),
  ];
  if (rows.length === 0) return null;
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(([label, value]) => (
        <div key={label} className="grid grid-cols-[10.5rem_1fr] items-baseline gap-3">
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
