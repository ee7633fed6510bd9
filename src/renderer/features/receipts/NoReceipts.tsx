import { FileSearch, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { useRouter } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';
import { noFilter, type ReceiptFilter } from './filter.ts';
import { readList } from './receipts-store.ts';

/** Why the list is empty, and the way on. */
export function NoReceipts({ filter, error }: { filter: ReceiptFilter; error: KonterError | null }) {
  const { t } = useTranslation();
  if (error) {
    return (
      <div className="p-4">
        <Notice tone="failed" live="alert" {...errorWords(t, error)}>
          <div className="pt-2">
            <Button onClick={() => void readList(filter)}>{t('common.retry')}</Button>
          </div>
        </Notice>
      </div>
    );
  }
  const filtered = filter.text.trim() !== '' || filter.view !== 'all' || filter.kind !== 'both';
  if (!filtered) return <EmptyState icon={ReceiptText} title={t('receipts.empty')} lead={t('receipts.emptyDo')} />;
  return (
    <EmptyState icon={FileSearch} title={t('receipts.noMatch')} lead={t('receipts.noMatchDo')}>
      <Button onClick={() => useRouter.setState({ filter: noFilter })}>{t('receipts.clear')}</Button>
    </EmptyState>
  );
}
