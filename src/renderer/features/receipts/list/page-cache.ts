import { outlineEvery, type TransactionOutline } from '../../../../shared/contract/transactions.ts';
import type { Mark } from '../../../../shared/domain/search/matching.ts';
import { type ListRow, saleOf, standsFor } from './list-rows.ts';

/** A part of the list. Only the parts near the visible rows hold their rows; all have a position and a length. */
export interface ListPage {
  /** the cursor behind which it begins; null: at the newest sale */
  start: string | null;
  /** sales, as far as is known */
  count: number;
  /** ids of its sales, newest first, perhaps only the first of them; null: not read, or dropped */
  ids: readonly string[] | null;
  /** of each sale, where it met the search */
  marks: Readonly<Record<string, readonly Mark[]>>;
  /** of the sales that were paid together: by batch, the ids of its lines in the order of sending */
  batches: Readonly<Record<string, readonly string[]>>;
  /** rows that the page takes in the list, by `foldBatches` */
  length: number;
  /** as far as its sales are read; null: none are */
  rows: readonly ListRow[] | null;
  /** batches whose row is on this page */
  heads: readonly string[];
}

/** A page of which only the place is known. */
export const unreadPage = (start: string | null, count: number): ListPage => ({
  start,
  count,
  ids: null,
  marks: {},
  batches: {},
  length: count,
  rows: null,
  heads: [],
});

/** Pages on each side of the one in sight that keep their rows: some two thousand sales in all. */
const keptAround = 5;

export const isWhole = ({ ids, count }: ListPage): boolean => ids !== null && ids.length >= count;

/** The index of each page's first row, and behind them the length of the list. */
export function startsOf(pages: readonly ListPage[]): number[] {
  const starts = [0];
  for (const { length } of pages) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

/** The page that a row of the list is in. @param starts as `startsOf` answers */
export function pageOf(starts: readonly number[], row: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A row; null while its part is not read. */
export function rowAt(pages: readonly ListPage[], starts: readonly number[], row: number): ListRow | null {
  const at = pageOf(starts, row);
  return pages[at]?.rows?.[row - (starts[at] ?? 0)] ?? null;
}

/** The sale that a row opens; null while its part is not read. */
export function idAt(pages: readonly ListPage[], starts: readonly number[], row: number): string | null {
  const at = rowAt(pages, starts, row);
  return at === null ? null : saleOf(at);
}

/** How many sales of the list are above a row, with those that are folded. */
export function salesAbove(pages: readonly ListPage[], starts: readonly number[], row: number): number {
  const at = pageOf(starts, row);
  const above = pages.slice(0, at).reduce((sum, { count }) => sum + count, 0);
  const here = rowAt(pages, starts, row);
  const lines = here?.is === 'batch' ? here.lines : here ? [here.id] : [];
  const within = pages[at]?.ids?.findIndex((id) => lines.includes(id)) ?? -1;
  return above + (within === -1 ? row - (starts[at] ?? 0) : within);
}

/** The row of a sale, or of its batch; null where its part is not read. */
export function rowOf(pages: readonly ListPage[], starts: readonly number[], id: string): number | null {
  for (const [at, { rows }] of pages.entries()) {
    const within = rows?.findIndex((row) => standsFor(row, id)) ?? -1;
    if (within >= 0) return (starts[at] ?? 0) + within;
  }
  return null;
}

/** The whole list as its outline has it; of its first page some rows are here already. */
export function outlinedPages({ count, places }: TransactionOutline, first: ListPage | undefined): ListPage[] {
  const starts = [null, ...places.map(({ cursor }) => cursor)];
  return starts.flatMap((start, at): ListPage[] => {
    const rows = Math.min(outlineEvery, count - at * outlineEvery);
    if (rows <= 0) return [];
    const page = unreadPage(start, rows);
    if (at > 0 || !first?.ids) return [page];
    return [{ ...page, ids: first.ids.slice(0, rows), marks: first.marks, batches: first.batches }];
  });
}

/** The first page in sight that lacks rows; null where all are here. @param rows of the list, first and last in sight */
export function lackingPage(
  pages: readonly ListPage[],
  starts: readonly number[],
  rows: { first: number; last: number },
): number | null {
  for (let at = pageOf(starts, rows.first); at <= pageOf(starts, rows.last); at += 1) {
    const page = pages[at];
    if (page && !isWhole(page)) return at;
  }
  return null;
}

/** The sales that a page needs, with the lines of its batches that are on others. */
export const salesOf = ({ ids, batches }: Pick<ListPage, 'ids' | 'batches'>): readonly string[] =>
  ids === null ? [] : [...ids, ...Object.values(batches).flat()];

/** Drops the rows far from a page. @returns the pages, and the ids that are no longer in any */
export function evictFarPages(
  pages: readonly ListPage[],
  near: number,
): { pages: readonly ListPage[]; gone: string[] } {
  const gone: string[] = [];
  const left = pages.map((page, at) => {
    if (page.ids === null || Math.abs(at - near) <= keptAround) return page;
    gone.push(...salesOf(page));
    return { ...page, ids: null, marks: {}, batches: {}, rows: null };
  });
  return { pages: gone.length === 0 ? pages : left, gone };
}

/** The first page that reaches down to a day, and so has its newest sale; the last one where all are newer. */
export function pageOfDay({ places }: TransactionOutline, day: string): number {
  const index = places.findIndex((place) => place.day <= day);
  return index === -1 ? places.length : index;
}
