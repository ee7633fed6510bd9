import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mark } from '../../../shared/domain/search/matching.ts';
import { plural } from '../../i18n/i18n.ts';
import { useRouter } from '../../state/router.ts';
import { useSales } from '../../state/sales.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { ReceiptFilter } from './filter.ts';
import { GoToDay } from './GoToDay.tsx';
import { idAt, type ListPage, pageOf } from './list-pages.ts';
import { NoReceipts } from './NoReceipts.tsx';
import { listId } from './open-first.ts';
import { ReceiptRow } from './ReceiptRow.tsx';
import { RowsLoading } from './RowsLoading.tsx';
import { readList, readMore, readRows, rowOfDay, useReceiptList } from './receipts-store.ts';
import { SearchOlder } from './search/SearchOlder.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useStretch } from './use-stretch.ts';

/** Only the rows in sight are drawn, and only sales near them are in memory, however long the list is. */
export function ReceiptRows({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  const { pages, starts, next, error, arrivedBefore, loading, told } = useReceiptList();
  const stopped = told?.older === true;
  const arrived = useSales((state) => state.arrived) - arrivedBefore;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const pointed = useRef(false);
  const openSale = useRouter((state) => state.openSale);
  const count = starts.at(-1) ?? 0;
  const { rows, first, last, height, scrollTo, onScroll } = useStretch(count, scroller);
  const move = useRowKeys(count, scroller, scrollTo);
  useEffect(() => {
    if (loading || error) return;
    if (next !== null && !stopped && last >= count - 10) void readMore(filter);
    else void readRows(filter, { first, last });
  }, [next, first, last, count, filter, stopped, loading, error]);

  // A list at its top that nobody points at shows new sales at once; under the pointer nothing moves.
  useEffect(() => {
    if (arrived > 0 && !loading && !pointed.current && first === 0) void readList(filter);
  }, [arrived, loading, filter, first]);

  if (!pages || error || count === 0) {
    if (!pages && !error) return <RowsLoading />;
    if (loading && !error) return <RowsLoading />;
    return stopped && !error ? <SearchOlder filter={filter} /> : <NoReceipts filter={filter} error={error} />;
  }
  const isOpenHere = openSale !== null && rows.some(({ row }) => idAt(pages, starts, row) === openSale);

  return (
    <div className="focus-frame relative flex h-full flex-col">
      {arrived > 0 ? (
        <button
          type="button"
          onClick={() => void readList(filter)}
          className="min-h-11 shrink-0 border-b border-line bg-accent-soft font-semibold"
        >
          {t('receipts.arrived', plural(arrived))}
        </button>
      ) : null}
      <div
        ref={setScroller}
        onScroll={onScroll}
        onPointerEnter={() => {
          pointed.current = true;
        }}
        onPointerLeave={() => {
          pointed.current = false;
        }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold rows of two lines, nor leave most undrawn
        role="listbox"
        id={listId}
        aria-label={t('receipts.list')}
        aria-activedescendant={isOpenHere ? `receipt-${openSale}` : undefined}
        tabIndex={0}
        onKeyDown={move}
        className="min-h-0 flex-1 overflow-y-auto outline-none!"
      >
        <div className="relative" style={{ height }}>
          {rows.map(({ row, top, height: tall }) => (
            <div
              key={row}
              className="absolute inset-x-0 top-0"
              style={{ height: tall, transform: `translateY(${top}px)` }}
            >
              <RowOrGap pages={pages} starts={starts} row={row} whole={next === null} openSale={openSale} />
            </div>
          ))}
        </div>
        {stopped ? <SearchOlder filter={filter} /> : null}
        {next === null || stopped ? null : (
          <p className="p-3 text-center text-small text-ink-soft">{t('receipts.loadingMore')}</p>
        )}
      </div>
      <GoToDay
        row={first}
        onDay={(day) => void rowOfDay(filter, day).then((row) => (row === null ? undefined : scrollTo(row, 'top')))}
      />
    </div>
  );
}

const noMarks: readonly Mark[] = [];

interface RowProps {
  pages: readonly ListPage[];
  starts: readonly number[];
  row: number;
  /** how long the list is, is known */
  whole: boolean;
  openSale: string | null;
}

/** Where a part of the list is being read, its rows keep their places. */
function RowOrGap({ pages, starts, row, whole, openSale }: RowProps) {
  const id = idAt(pages, starts, row);
  if (id === null) return <Skeleton className="mx-3 my-1.5 h-14" />;
  const marks = pages[pageOf(starts, row)]?.marks[id] ?? noMarks;
  const count = whole ? (starts.at(-1) ?? 0) : null;
  return <ReceiptRow id={id} open={id === openSale} marks={marks} row={row} count={count} />;
}
