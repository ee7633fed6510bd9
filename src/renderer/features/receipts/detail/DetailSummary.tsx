import { BanknoteArrowDown, Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cashAtStake, customerOwes } from '../../../../shared/domain/cash.ts';
import { isErased } from '../../../../shared/domain/erasure.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { isCorrectable, isUnresolved, type Transaction } from '../../../../shared/domain/transaction.ts';
import { outcomeMessage } from '../../../i18n/sale-messages.ts';
import { useNow } from '../../../state/clock.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { stateLook } from '../../../ui/state-look.ts';
import { ageOf, dateTimeText } from '../../../ui/time-text.ts';
import { PeriodsTable } from '../../checkout/index.ts';
import { PrintsMade } from '../../prints/PrintsMade.tsx';
import { CorrectSale } from '../resolve/CorrectSale.tsx';
import { UnsettledSale } from './UnsettledSale.tsx';

/** What the shop knows about a sale; what it does not know is left out, never made up. */
export function DetailSummary({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const money = (amount: number | null): string | null => (amount === null ? null : formatRupiah(amount));
  const when = (at: string | null): string | null => (at === null ? null : dateTimeText(at, zone));
  const erased = isErased(sale);
  const sn = sale.state === 'success' && !erased ? (sale.sn ?? t('receipts.snLater')) : sale.sn;
  const rows: ReadonlyArray<[string, string | null, 'mono'?]> = [
    [t('receipts.field.sn'), sn, 'mono'],
    [t('receipts.field.receiptNo'), sale.receiptNo, 'mono'],
    [t('receipts.field.tendered'), money(sale.tendered)],
    [t('receipts.field.change'), money(sale.change)],
    [t('receipts.field.price'), money(sale.price)],
    [t('receipts.field.fee'), money(sale.fee)],
    [t('receipts.field.createdAt'), when(sale.createdAt)],
    [t('receipts.field.sentAt'), when(sale.sentAt)],
    [t('receipts.field.settledAt'), when(sale.settledAt)],
    [t('receipts.field.cashReturnedAt'), when(sale.cashReturnedAt)],
    [t('receipts.field.prints'), sale.prints === 0 ? null : `${sale.prints}×`],
    [t('receipts.field.transactionId'), sale.transactionId, 'mono'],
    [t('receipts.field.brand'), sale.brand],
    [t('receipts.field.category'), sale.category],
    [t('receipts.field.id'), sale.id, 'mono'],
  ];
  const { tone, icon } = stateLook[sale.state];
  const words = outcomeMessage(t, sale);
  // What to do about an unsettled sale is said below, where there is room for it.
  const open = isUnresolved(sale.state);
  return (
    <div className="flex flex-col gap-4">
      {erased ? <Notice tone="quiet" icon={Eraser} compact title={t('customers.erased')} lines={[]} /> : null}
      {customerOwes(sale) ? (
        <Notice
          tone="failed"
          icon={BanknoteArrowDown}
          compact
          title={t('receipts.toCollect', { cash: money(cashAtStake(sale)) })}
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
      <dl className="flex flex-col gap-2">
        {rows.map(([label, value, look]) =>
          value === null ? null : (
            <div key={label} className="grid grid-cols-[9rem_1fr] items-baseline gap-3">
              <dt className="text-small text-ink-soft">{label}</dt>
              <dd
                className={look === 'mono' ? 'font-mono text-small font-medium break-all select-text' : 'select-text'}
              >
                {value}
              </dd>
            </div>
          ),
        )}
      </dl>
      <PrintsMade sale={sale} />
      {sale.transactionIdFrom === 'webhook' ? (
        <p className="text-small text-ink-soft">{t('receipts.idFromWebhook')}</p>
      ) : null}
      {isCorrectable(sale) ? <CorrectSale key={sale.id} sale={sale} /> : null}
    </div>
  );
}

/** For how long a sale has not been certain. */
function Age({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const { unit, n } = ageOf(useNow() - Date.parse(sale.sentAt ?? sale.createdAt));
  return <p className="font-semibold text-ink">{t('unsettled.age', { age: t(`frame.ago.${unit}`, { n }) })}</p>;
}
