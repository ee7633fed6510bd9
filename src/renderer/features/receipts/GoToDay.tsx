import { useTranslation } from 'react-i18next';
import { useReceiptList } from './receipts-store.ts';

/** A year that is half typed is before it. */
const firstYear = '2000';

/** How long the list is and where in it one looks; and a day to go to, typed or picked. */
export function GoToDay({ row, onDay }: { row: number; onDay(day: string): void }) {
  const { t, i18n } = useTranslation();
  const outline = useReceiptList((list) => list.outline);
  if (!outline) return null;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className="flex shrink-0 items-center justify-between gap-3 border-t border-line bg-surface px-4 py-1 text-small">
      <span className="text-ink-soft">
        {t('receipts.position', { row: number.format(row + 1), count: number.format(outline.count) })}
      </span>
      <label className="flex items-center gap-2 text-ink-soft">
        {t('receipts.goToDay')}
        <input
          type="date"
          max="9999-12-31"
          className="min-h-11 rounded-box border border-line-strong bg-surface px-2 text-ink"
          onChange={({ currentTarget: { value } }) => (value < firstYear ? undefined : onDay(value))}
        />
      </label>
    </div>
  );
}
