import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';

export function DetailHead({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  return (
    <header className="shrink-0 p-4 pb-2">
      <div className="flex items-center justify-between gap-3">
        <StateBadge state={sale.state} />
        <p className="text-large font-bold">{sale.total === null ? t('common.none') : formatRupiah(sale.total)}</p>
      </div>
      <p className="pt-2 font-mono text-large font-bold break-words">{groupCustomerNo(sale.customerNo)}</p>
      <p className="break-words">
        {sale.customerName ? `${sale.customerName} · ` : ''}
        {sale.productName ?? sale.productCode}
      </p>
    </header>
  );
}
