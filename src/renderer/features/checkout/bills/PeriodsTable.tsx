import { useTranslation } from 'react-i18next';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';

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
