import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { useBill } from './bill-store.ts';
import { PeriodsTable } from './PeriodsTable.tsx';
import { Validity } from './Validity.tsx';

/** The bill as the provider gave it, with the shop's fee and what the customer pays. */
export function BillDetails({ bill }: { bill: Transaction }) {
  const { t } = useTranslation();
  const before = useBill((state) => state.totalBefore);
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
        {bill.price === null ? null : <Row label={t('bills.price')} amount={bill.price} />}
        {bill.fee ? <Row label={t('bills.fee')} amount={bill.fee} /> : null}
        {bill.state === 'inquired' || bill.total === null ? null : <Row label={t('bills.total')} amount={bill.total} />}
      </dl>
    </section>
  );
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right font-medium">{formatRupiah(amount)}</dd>
    </>
  );
}
