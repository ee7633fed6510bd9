import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { HandedOver } from '../../../../shared/domain/shift.ts';
import { call } from '../../../host/call.ts';
import { plural } from '../../../i18n/i18n.ts';
import { showReceipt } from '../../../state/router.ts';
import { mergeSales, useSale } from '../../../state/sales.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';

interface Props {
  sales: readonly HandedOver[];
  /** of these: cash in the drawer that is not the shop's yet */
  heldApart: number;
}

/** The sales that the next shift must look after, by name: not settled, or their cash is to be returned. */
export function HandedOverList({ sales, heldApart }: Props) {
  const { t } = useTranslation();
  if (sales.length === 0) return <p className="text-ink-soft">{t('shifts.over.none')}</p>;
  return (
    <>
      <p className="text-ink-soft">
        {t('shifts.over.sum', { ...plural(sales.length), cash: formatRupiah(heldApart) })}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {sales.map((sale) => (
          <li key={sale.id}>
            <Row sale={sale} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ sale: { id, state, amount, cash } }: { sale: HandedOver }) {
  const { t } = useTranslation();
  const sale = useSale(id);
  const known = sale !== null;
  useEffect(() => {
    if (known) return;
    void call('transactions.get', { id }).then((answer) => (answer.ok ? mergeSales([answer.value]) : undefined));
  }, [id, known]);
  return (
    <button
      type="button"
      onClick={() => showReceipt(id)}
      className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-4 py-1 text-left hover:bg-sunken"
    >
      <span className="min-w-0">
        <span className="block font-mono font-semibold">
          {sale ? groupCustomerNo(sale.customerNo) : t('common.none')}
        </span>
        <span className="block text-small text-ink-soft">
          {sale ? (sale.productName ?? sale.productCode) : ''} · {id.slice(-8).toUpperCase()}
        </span>
      </span>
      <span className="flex flex-col items-end">
        <span className="flex items-center gap-3">
          <StateBadge state={state} />
          <span className="font-semibold">{formatRupiah(amount)}</span>
        </span>
        {cash > 0 ? <span className="text-small">{t('shifts.over.cash', { cash: formatRupiah(cash) })}</span> : null}
      </span>
    </button>
  );
}
