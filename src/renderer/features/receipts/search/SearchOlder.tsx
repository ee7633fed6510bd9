import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import type { ReceiptFilter } from '../filter.ts';
import { readMore } from '../receipts-store.ts';

/** Short words stand nearly everywhere: so far only the newest sales were looked through. */
export function SearchOlder({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-2 p-4 text-center text-small text-ink-soft">
      <p>{t('search.older')}</p>
      <Button onClick={() => void readMore(filter)}>{t('search.olderYes')}</Button>
    </div>
  );
}
