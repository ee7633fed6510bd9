import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';

/** A later inquiry names another amount: both are shown, nothing was paid. */
export function PriceChanged({ bill, problem }: { bill: Transaction; problem: KonterError }) {
  const { t } = useTranslation();
  const after = problem.other?.total ?? null;
  return (
    <Notice tone="unknown" live="alert" {...errorWords(t, problem)}>
      {bill.total !== null && after !== null ? (
        <p className="text-large font-semibold text-ink">
          {t('bills.changed', { before: formatRupiah(bill.total), after: formatRupiah(after) })}
        </p>
      ) : null}
    </Notice>
  );
}
