import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { useNow } from '../../state/clock.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { countdown } from '../../ui/time-text.ts';
import { inquire, inquiryTimeLeft } from './bill-inquiry.ts';
import { useCheckout } from './checkout-store.ts';

/** The bill as the provider gave it, with the shop's fee and what the customer pays. */
export function BillDetails({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const before = useCheckout((state) => state.bill.previousTotal);
  return (
    <section aria-label={t('bills.periods')} className="flex flex-col gap-2 pr-1">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-title font-bold break-words">{bill.customerName ?? t('common.noName')}</p>
        </div>
        <Validity bill={bill} />
      </div>
      {before !== null && bill.total !== null ? (
        <output className="font-semibold">
          {before === bill.total
            ? t('bills.same', { total: formatRupiah(bill.total) })
            : t('bills.changed', { before: formatRupiah(before), after: formatRupiah(bill.total) })}
        </output>
      ) : null}
      <PeriodsTable bill={bill} />
      <dl className="grid grid-cols-[1fr_auto] gap-x-6">
        {bill.price === null ? null : <AmountRow label={t('bills.price')} amount={bill.price} />}
        {bill.fee ? <AmountRow label={t('bills.fee')} amount={bill.fee} /> : null}
        {bill.state === 'inquired' || bill.total === null ? null : (
          <AmountRow label={t('bills.total')} amount={bill.total} />
        )}
      </dl>
    </section>
  );
}

function AmountRow({ label, amount }: { label: string; amount: number }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right font-medium">{formatRupiah(amount)}</dd>
    </>
  );
}

/** How long the bill may still be paid, and the way to ask again. */
function Validity({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const minutes = useSettings((state) => state.view?.settings.inquiryMinutes ?? 15);
  const left = inquiryTimeLeft(bill, useNow(), minutes);
  const isOver = left <= 0 || bill.state === 'expired';
  return (
    <div className="flex shrink-0 flex-col items-end gap-1">
      <p
        className={classes(
          'flex items-center gap-1.5 text-small font-semibold',
          isOver || left < 60_000 ? 'text-unknown' : 'text-ink-soft',
        )}
      >
        <Hourglass aria-hidden="true" className="size-4" />
        {isOver ? t('bills.expired') : t('bills.validFor', { left: countdown(left) })}
      </p>
      <Button onClick={() => void inquire()}>{t('bills.inquireAgain')}</Button>
    </div>
  );
}

/** One row for each billing period, as the provider writes them (spec, Inquiry result). */
export function PeriodsTable({ bill }: { bill: Pick<Transaction, 'bill'> }) {
  const { t } = useTranslation();
  const details = bill.bill?.details ?? [];
  if (details.length === 0) return <p className="text-ink-soft">{t('bills.noPeriods')}</p>;
  const amount = (value: number | null): string => (value === null ? t('common.none') : formatRupiah(value));
  return (
    <table className="w-full border-y border-line">
      <thead>
        <tr className="text-small text-ink-soft">
          <th scope="col" className="py-1 text-left font-medium">
            {t('bills.period')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t('bills.bill')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t('bills.admin')}
          </th>
        </tr>
      </thead>
      <tbody>
        {details.map((period, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a provider may name one period twice; the list never changes
          <tr key={at} className="border-t border-line">
            <td className="py-1.5 font-medium">{period.period === '' ? t('common.none') : period.period}</td>
            <td className="py-1.5 text-right">{amount(period.billValue)}</td>
            <td className="py-1.5 text-right">{amount(period.priceAdmin)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A later inquiry names another amount: both are shown, nothing was paid. */
export function PriceChanged({ bill, error }: { bill: Transaction; error: KonterError }) {
  const { t } = useTranslation();
  const after = error.other?.total ?? null;
  return (
    <Notice tone="unknown" live="alert" {...errorWords(t, error)}>
      {bill.total !== null && after !== null ? (
        <p className="text-large font-semibold text-ink">
          {t('bills.changed', { before: formatRupiah(bill.total), after: formatRupiah(after) })}
        </p>
      ) : null}
    </Notice>
  );
}
