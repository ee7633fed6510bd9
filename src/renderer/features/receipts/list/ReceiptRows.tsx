import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { Mark } from '../../../../shared/domain/search/matching.ts';
import { plural } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { detailId, isFiltered, noFilter, type ReceiptFilter } from '../../../state/receipt-filter.ts';
import { useRouter } from '../../../state/router.ts';
import { useSales } from '../../../state/sales.ts';
import { Button } from '../../../ui/Button.tsx';
import { DayField } from '../../../ui/DayField.tsx';
import { ReceiptText } from '../../../ui/icons.tsx';
import { FileSearch } from '../../../ui/later-icons.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../../ui/Notice.tsx';
import { rowHeight, useVirtualRange } from '../../../ui/virtual-range.ts';
import { listId, readList, readMore, readRows, rowOfDay, unfoldBatch, useReceiptList } from '../receipts-store.ts';
import { BatchRow } from './BatchRow.tsx';
import { type ListRow, standsFor } from './list-rows.ts';
import { idAt, type ListPage, pageOf, rowAt, rowOf, salesAbove } from './page-cache.ts';
import { ReceiptRow, RowsLoading } from './ReceiptRow.tsx';

/** Only the rows in sight are drawn, and only sales near them are in memory, however long the list is. */
export function ReceiptRows({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  const { pages, starts, next, error, arrivedBefore, version, loading, summary } = useReceiptList();
  const stopped = summary?.older === true;
  const arrived = useSales((state) => state.arrived) - arrivedBefore;
  const outdated = useSales((state) => state.version) - version;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const pointed = useRef(false);
  const openSale = useRouter((state) => state.openSale);
  const count = starts.at(-1) ?? 0;
  const { rows, first, last, height, scrollTo, onScroll } = useVirtualRange(count, scroller);
  const move = useRowKeys(count, scroller, scrollTo);
  useEffect(() => {
    if (loading || error) return;
    if (next !== null && !stopped && last >= count - 10) void readMore(filter);
    else void readRows(filter, { first, last });
  }, [next, first, last, count, filter, stopped, loading, error]);

  // A list at its top without a pointer over it shows new sales at once; under the pointer nothing moves.
  useEffect(() => {
    if (loading || error || pointed.current || first > 0) return;
    if (arrived > 0 || outdated > 0) void readList(filter);
  }, [arrived, outdated, loading, error, filter, first]);

  if (!pages || error || count === 0) {
    if (!pages && !error) return <RowsLoading />;
    if (loading && !error) return <RowsLoading />;
    return stopped && !error ? <SearchOlder filter={filter} /> : <NoReceipts filter={filter} error={error} />;
  }
  const openRow =
    openSale === null
      ? undefined
      : rows.flatMap(({ row }) => rowAt(pages, starts, row) ?? []).find((row) => standsFor(row, openSale));

  return (
    <div className="focus-frame relative flex h-full flex-col zoomed:h-96">
      {arrived > 0 || outdated > 0 ? (
        <button
          type="button"
          onClick={() => void readList(filter)}
          className="min-h-11 shrink-0 border-b border-line bg-accent-soft font-semibold"
        >
          {arrived > 0 ? t('receipts.arrived', plural(arrived)) : t('receipts.outdated')}
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
        aria-activedescendant={
          openRow && (openRow.is === 'batch' ? `receipt-batch-${openRow.id}` : `receipt-${openRow.id}`)
        }
        tabIndex={0}
        onKeyDown={move}
        className="min-h-0 flex-1 overflow-y-auto outline-none!"
      >
        {/* Room for the first day's heading. */}
        <div className="relative mt-1.5" style={{ height }}>
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
        position={salesAbove(pages, starts, first) + 1}
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
  const at = rowAt(pages, starts, row);
  if (at === null) return <Skeleton className="mx-3 my-1.5 h-14" />;
  const marks = pages[pageOf(starts, row)]?.marks[at.id] ?? noMarks;
  const count = whole ? (starts.at(-1) ?? 0) : null;
  const above = row === 0 ? null : idAt(pages, starts, row - 1);
  const open = openSale !== null && standsFor(at, openSale);
  const place = { open, row, count, above };
  return at.is === 'batch' ? (
    <BatchRow id={at.id} lines={at.lines} isUnfolded={at.isUnfolded} {...place} />
  ) : (
    <ReceiptRow id={at.id} isLine={at.isLine} marks={marks} {...place} />
  );
}

/** How long the list is and where in it one looks; and a day to go to, typed or picked. */
function GoToDay({ position, onDay }: { position: number; onDay(day: string): void }) {
  const { t, language } = useTranslation();
  const outline = useReceiptList((list) => list.outline);
  if (!outline) return null;
  const number = new Intl.NumberFormat(language);
  return (
    <div className="flex shrink-0 items-center justify-between gap-3 border-t border-line bg-surface px-4 py-1 text-small">
      <span className="text-ink-soft whitespace-nowrap">
        {t('receipts.position', { n: number.format(position), of: number.format(outline.count) })}
      </span>
      <DayField
        inline
        label={t('receipts.goToDay')}
        min="2000-01-01"
        value=""
        onDay={onDay}
        className="w-72 max-w-full min-w-0"
      />
    </div>
  );
}

/** Why the list is empty, and the way on. */
function NoReceipts({ filter, error }: { filter: ReceiptFilter; error: KonterError | null }) {
  const { t } = useTranslation();
  if (error) {
    return (
      <div className="p-4">
        <ErrorNotice error={error} onRetry={() => void readList(filter)} />
      </div>
    );
  }
  if (!isFiltered(filter))
    return <EmptyState icon={ReceiptText} title={t('receipts.empty')} lead={t('receipts.emptyDo')} />;
  const { text } = filter;
  // What is searched for may be hidden by the view.
  const everywhere = { ...noFilter, text };
  if (text.trim() !== '' && isFiltered({ ...filter, text: '' })) {
    return (
      <EmptyState icon={FileSearch} title={t('receipts.noMatchHere')}>
        <Button look="primary" hotkey="Enter" onClick={() => useRouter.setState({ filter: everywhere })}>
          {t('receipts.searchAll')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={FileSearch} title={t('receipts.noMatch')} lead={t('receipts.noMatchDo')}>
      <Button onClick={() => useRouter.setState({ filter: noFilter })}>{t('receipts.clear')}</Button>
    </EmptyState>
  );
}

/** Short words occur nearly everywhere: only the newest sales were searched so far. */
function SearchOlder({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-2 p-4 text-center text-small text-ink-soft">
      <p>{t('search.older')}</p>
      <Button onClick={() => void readMore(filter)}>{t('search.olderYes')}</Button>
    </div>
  );
}

/**
 * Arrows, pages, Home and End open the next sale that way, also where its part of the list is still to be read; Enter goes to it. A batch is
 * unfolded by Enter or the right arrow, and folded by the left one.
 */
function useRowKeys(count: number, scroller: HTMLElement | null, scrollTo: (row: number) => void) {
  const { pages, starts } = useReceiptList();
  /** the row that a key went to and whose sale is not here yet */
  const pending = useRef<number | null>(null);
  /** the position of the open sale, whose page of the list may be dropped */
  const lastRow = useRef(-1);

  const open = useCallback((openSale: string): void => {
    lastRow.current = pending.current ?? lastRow.current;
    pending.current = null;
    useRouter.setState({ openSale });
  }, []);

  useEffect(() => {
    const id = pending.current === null ? null : idAt(pages ?? [], starts, pending.current);
    if (id !== null) open(id);
  }, [pages, starts, open]);

  return (event: KeyboardEvent): void => {
    if (foldOrUnfold(event.key)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter' && useRouter.getState().openSale !== null) {
      event.preventDefault();
      document.getElementById(detailId)?.focus();
      return;
    }
    const seen = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight()) - 1);
    const step = stepOf(event.key, seen);
    if (step === null || count === 0) return;
    event.preventDefault();
    const { openSale } = useRouter.getState();
    const here = openSale === null ? -1 : (rowOf(pages ?? [], starts, openSale) ?? lastRow.current);
    const target = Math.min(count - 1, Math.max(0, (pending.current ?? here) + step));
    const row = besideHead(target, step, (at) => rowAt(pages ?? [], starts, at));
    pending.current = row;
    scrollTo(row);
    const id = idAt(pages ?? [], starts, row);
    if (id !== null) open(id);
  };
}

/** The row of an unfolded batch opens its first line, which is below it: on the way up it is left out, but for the first of the list. */
function besideHead(row: number, step: number, at: (row: number) => ListRow | null): number {
  const head = at(row);
  if (head?.is !== 'batch' || !head.isUnfolded) return row;
  return step < 0 && row > 0 ? besideHead(row - 1, step, at) : row + 1;
}

/** Unfolds or folds the batch of the open sale. @returns whether the key meant that */
function foldOrUnfold(key: string): boolean {
  const { pages, starts, unfolded } = useReceiptList.getState();
  const { openSale } = useRouter.getState();
  const row = openSale === null || pages === null ? null : rowOf(pages, starts, openSale);
  if (openSale === null || pages === null || row === null) return false;
  const at = rowAt(pages, starts, row);
  if (at?.is === 'batch' && (key === 'Enter' || key === 'ArrowRight')) {
    unfoldBatch(at.id, true);
    return true;
  }
  if (at?.is !== 'sale' || !at.isLine || key !== 'ArrowLeft') return false;
  const batch = [...unfolded].find((id) => pages.some(({ batches }) => batches[id]?.includes(openSale)));
  if (batch !== undefined) unfoldBatch(batch, false);
  return batch !== undefined;
}

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
