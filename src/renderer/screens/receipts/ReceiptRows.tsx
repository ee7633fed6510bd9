import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mark } from '../../../shared/domain/search/marks.ts';
import { usePlaces } from '../../store/places.ts';
import { useSales } from '../../store/sales.ts';
import type { ReceiptFilter } from './filter.ts';
import { NoReceipts } from './NoReceipts.tsx';
import { ReceiptRow } from './ReceiptRow.tsx';
import { RowsLoading } from './RowsLoading.tsx';
import { readList, readMore, useReceiptList } from './receipts-store.ts';
import { SearchOlder } from './search/SearchOlder.tsx';

/** Only the rows in sight are drawn; the next page is read before its end is reached. */
export function ReceiptRows({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  const { ids, next, error, arrivedBefore, loading, told, marks } = useReceiptList();
  const stopped = told?.older === true;
  const arrived = useSales((state) => state.arrived) - arrivedBefore;
  const scroller = useRef<HTMLDivElement>(null);
  const pointed = useRef(false);
  const openSale = usePlaces((state) => state.openSale);
  const count = ids?.length ?? 0;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(),
    getItemKey: (at) => ids?.[at] ?? at,
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (next !== null && !stopped && last >= count - 10) void readMore(filter);
  }, [next, last, count, filter, stopped]);

  // A list at its top that nobody points at shows new sales at once; under the pointer nothing moves.
  useEffect(() => {
    if (arrived > 0 && !loading && !pointed.current && (scroller.current?.scrollTop ?? 0) === 0) void readList(filter);
  }, [arrived, loading, filter]);

  if (!ids || error || count === 0) {
    if (!ids && !error) return <RowsLoading />;
    if (loading && !error) return <RowsLoading />;
    return stopped && !error ? <SearchOlder filter={filter} /> : <NoReceipts filter={filter} error={error} />;
  }

  const move = (event: KeyboardEvent): void => {
    const seen = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight()) - 1);
    const step = stepOf(event.key, seen);
    if (step === null) return;
    event.preventDefault();
    const at = Math.min(count - 1, Math.max(0, (openSale === null ? -1 : ids.indexOf(openSale)) + step));
    usePlaces.setState({ openSale: ids[at] ?? null });
    rows.scrollToIndex(at);
  };

  return (
    <div className="focus-frame relative flex h-full flex-col">
      {arrived > 0 ? (
        <button
          type="button"
          onClick={() => void readList(filter)}
          className="min-h-11 shrink-0 border-b border-line bg-accent-soft font-semibold"
        >
          {t('receipts.arrived', { n: arrived })}
        </button>
      ) : null}
      <div
        ref={scroller}
        onPointerEnter={() => {
          pointed.current = true;
        }}
        onPointerLeave={() => {
          pointed.current = false;
        }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold rows of two lines, nor leave most undrawn
        role="listbox"
        aria-label={t('receipts.list')}
        aria-activedescendant={openSale !== null && ids.includes(openSale) ? `receipt-${openSale}` : undefined}
        tabIndex={0}
        onKeyDown={move}
        className="min-h-0 flex-1 overflow-y-auto outline-none!"
      >
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {items.map((item) => (
            <div
              key={item.key}
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              <ReceiptRow
                id={ids[item.index] ?? ''}
                open={ids[item.index] === openSale}
                marks={marks[ids[item.index] ?? ''] ?? noMarks}
              />
            </div>
          ))}
        </div>
        {stopped ? <SearchOlder filter={filter} /> : null}
        {next === null || stopped ? null : (
          <p className="p-3 text-center text-small text-ink-soft">{t('receipts.loadingMore')}</p>
        )}
      </div>
    </div>
  );
}

const noMarks: readonly Mark[] = [];

/** How many rows a key goes down; null for one that moves nothing. @param seen rows on the screen, but for one */
function stepOf(key: string, seen: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: seen,
    PageUp: -seen,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key] ?? null;
}

/** Two lines of text and their air, in the page's own measure. */
const rowHeight = (): number => 4.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
