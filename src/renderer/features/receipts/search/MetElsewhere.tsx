import { useTranslation } from 'react-i18next';
import type { Mark } from '../../../../shared/domain/search/matching.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { Marked } from './Marked.tsx';

const unseen = ['sn', 'receiptNo', 'transactionId'] as const;

/** The first field that the search met and that the row does not show anyway. */
export function MetElsewhere({ sale, marks }: { sale: Transaction; marks: readonly Mark[] }) {
  const { t } = useTranslation();
  const field = unseen.find((name) => marks.some((mark) => mark.field === name));
  const text = field && sale[field];
  if (!text) return null;
  return (
    <span className="text-ink">
      {' '}
      · {t(`search.field.${field}`)}{' '}
      <span className="font-mono">
        <Marked text={text} marks={marks} field={field} />
      </span>
    </span>
  );
}
