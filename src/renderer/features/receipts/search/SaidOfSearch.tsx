import { useTranslation } from 'react-i18next';
import { plural } from '../../../i18n/i18n.ts';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import type { ReceiptFilter } from '../filter.ts';
import { useReceiptList } from '../receipts-store.ts';

/** How long the hand rests before what was found is said. */
const restsMs = 900;

/** Says to a reader of the screen how many sales the words in the box found: the caret never leaves the box. */
export function SaidOfSearch({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  const words = useReceiptList(({ loading, pages, starts, next, outline }) => {
    if (filter.text.trim() === '' || loading || pages === null) return null;
    const n = starts.at(-1) ?? 0;
    return t('receipts.found', next !== null && outline === null ? { count: n, n: `${n}+` } : plural(n));
  });
  return <LiveRegion words={words ?? ''} afterMs={restsMs} />;
}
