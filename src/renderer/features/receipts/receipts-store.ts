import { create } from 'zustand';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type {
  OutlineSearch,
  SaleEvent,
  SearchSummary,
  TransactionOutline,
  TransactionPage,
} from '../../../shared/contract/transactions.ts';
import type { Mark } from '../../../shared/domain/search/matching.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, useAnswer } from '../../host/call.ts';
import { isDialogOpen } from '../../state/keys.ts';
import {
  foldsBatches,
  isFiltered,
  noFilter,
  outlineOf,
  type ReceiptFilter,
  searchOf,
  shows,
} from '../../state/receipt-filter.ts';
import { useRouter } from '../../state/router.ts';
import { dropSales, mergeSales, useSales } from '../../state/sales.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { foldBatches } from './list/list-rows.ts';
import {
  evictFarPages,
  idAt,
  type ListPage,
  lackingPage,
  outlinedPages,
  pageOfDay,
  rowOf,
  salesOf,
  startsOf,
  unreadPage,
} from './list/page-cache.ts';

/**
 * Main cancels the previous request of the same box. The outline has a box of its own: a page that is read meanwhile must not
 * cancel it, for nothing asks for it again.
 */
const box = crypto.randomUUID();

const outlineBox = crypto.randomUUID();

/** Sales that are known only because the list scrolled past them. */
const listed = new Set<string>();

interface ReceiptList {
  /** the filter that the pages are of; null before the first */
  filter: ReceiptFilter | null;
  /** null until the first page of the first filter is here */
  pages: readonly ListPage[] | null;
  /** the batches whose lines have rows of their own */
  unfolded: ReadonlySet<string>;
  /** the first row of each page, by `startsOf` */
  starts: readonly number[];
  /** null: the length of the list is unknown; it grows while it is read */
  outline: TransactionOutline | null;
  /** where the page after the last one starts; null after the last */
  next: string | null;
  loading: boolean;
  error: KonterError | null;
  /** how many sales had arrived by events when the list was read */
  arrivedBefore: number;
  /** of the sales when the list was read */
  version: number;
  /** how the list was searched; null without a search text */
  summary: Pick<SearchSummary, 'understood' | 'index' | 'older'> | null;
}

export const useReceiptList = create<ReceiptList>(() => ({
  filter: null,
  pages: null,
  unfolded: new Set(),
  starts: [0],
  outline: null,
  next: null,
  loading: false,
  error: null,
  arrivedBefore: 0,
  version: 0,
  summary: null,
}));

let lastRequest = 0;
/** The filter whose first sale is to be opened once its list is here. */
let openWhenRead: ReceiptFilter | null = null;

/** @param gone ids that were in the list before; a new list may have the same sales */
function setPages(read: readonly ListPage[], rest: Partial<ReceiptList> = {}, gone: readonly string[] = []): void {
  const pages = foldBatches(read, rest.unfolded ?? useReceiptList.getState().unfolded);
  useReceiptList.setState({ pages, starts: startsOf(pages), loading: false, error: null, ...rest });
  const here = new Set(pages.flatMap(salesOf));
  forgetListed(gone.filter((id) => !here.has(id)));
}

/** Gives the lines of a batch rows of their own, or takes them. @param unfolds null: the other of what it is */
export function unfoldBatch(id: string, unfolds: boolean | null = null): void {
  const { pages, unfolded } = useReceiptList.getState();
  if (pages === null) return;
  const changed = new Set(unfolded);
  if (unfolds ?? !unfolded.has(id)) changed.add(id);
  else changed.delete(id);
  setPages(pages, { unfolded: changed });
}

const setError = (error: KonterError): void => useReceiptList.setState({ loading: false, error });

/** Reads the list again. The old rows stay visible until the answer arrives; only the latest request counts. */
export async function readList(filter: ReceiptFilter): Promise<void> {
  lastRequest += 1;
  const mine = lastRequest;
  if (openWhenRead !== filter) openWhenRead = null;
  useReceiptList.setState({ loading: true });
  const { arrived: arrivedBefore, version } = useSales.getState();
  const { openSale } = useRouter.getState();
  const read = await readPage(filter, null, () => mine === lastRequest);
  if (mine !== lastRequest) return;
  if (!read.ok) return setError(read.error);
  const { next, summary, page } = read;
  const before = (useReceiptList.getState().pages ?? []).flatMap(salesOf);
  const isOther = useReceiptList.getState().filter !== filter;
  setPages([page], { filter, next, summary, outline: null, arrivedBefore, version }, before);
  // A sale that somebody opened meanwhile, or is at work on in a dialog, stays open.
  const isFree = (): boolean => useRouter.getState().openSale === openSale && !isDialogOpen();
  if (isOther && filter.text.trim() !== '' && isFree()) openFound(page.ids, next === null);
  if (openWhenRead === filter) openFirst();
  const request = next === null ? null : outlineOf(filter);
  if (!request) return;
  const outline = await readOutline(request);
  const first = useReceiptList.getState().pages?.[0];
  if (mine === lastRequest && outline) setPages(outlinedPages(outline, first), { outline, next: null });
}

/** Reads the page after the last one; one request at a time. */
export async function readMore(filter: ReceiptFilter): Promise<void> {
  const { next, loading, pages } = useReceiptList.getState();
  if (next === null || loading || pages === null) return;
  const mine = lastRequest;
  useReceiptList.setState({ loading: true });
  const read = await readPage(filter, next, () => mine === lastRequest);
  if (mine !== lastRequest || useReceiptList.getState().pages !== pages) return;
  if (!read.ok) return setError(read.error);
  const knownIds = new Set(pages.at(-1)?.ids);
  const ids = read.page.ids.filter((id) => !knownIds.has(id));
  const { pages: remaining, gone } = evictFarPages([...pages, { ...read.page, ids, count: ids.length }], pages.length);
  setPages(remaining, { next: read.next, summary: read.summary }, gone);
}

/** Reads the missing pages of these rows, and drops pages far from them. One page at a time: call again afterwards. */
export async function readRows(filter: ReceiptFilter, rows: { first: number; last: number }): Promise<void> {
  const { pages, starts, loading } = useReceiptList.getState();
  if (pages === null || loading) return;
  const lacking = lackingPage(pages, starts, rows);
  const page = lacking === null ? undefined : pages[lacking];
  if (lacking === null || !page) return;
  const mine = lastRequest;
  useReceiptList.setState({ loading: true });
  const read = await readPage(filter, page.start, () => mine === lastRequest, page.count);
  // The outline may have arrived meanwhile: it replaces the pages.
  if (mine !== lastRequest || useReceiptList.getState().pages !== pages) return;
  if (!read.ok) return setError(read.error);
  // A sale that left the filter moves one of the next page up.
  const beside = new Set([pages[lacking - 1], pages[lacking + 1]].flatMap((near) => near?.ids ?? []));
  const ids = read.page.ids.slice(0, page.count).filter((id) => !beside.has(id));
  const filled = pages.with(lacking, { ...read.page, start: page.start, ids, count: ids.length });
  const { pages: remaining, gone } = evictFarPages(filled, lacking);
  setPages(remaining, {}, gone);
}

/** The first row of a day or, where nothing was sold then, of the day before it. @param day YYYY-MM-DD */
export async function rowOfDay(filter: ReceiptFilter, day: string): Promise<number | null> {
  const { outline, starts } = useReceiptList.getState();
  if (!outline) return null;
  // There is no page after the last sale's position.
  const at = Math.min(pageOfDay(outline, day), starts.length - 2);
  const first = starts[at] ?? 0;
  await nothingLoading();
  await readRows(filter, { first, last: first });
  const { pages, starts: now } = useReceiptList.getState();
  const { byId } = useSales.getState();
  const ids = pages?.[at]?.ids ?? [];
  const wanted = ids.find((id) => (byId[id]?.day ?? '') <= day) ?? ids.at(-1);
  const row = wanted === undefined ? null : rowOf(pages ?? [], now, wanted);
  return row ?? now[at] ?? 0;
}

async function nothingLoading(): Promise<void> {
  if (!useReceiptList.getState().loading) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = useReceiptList.subscribe(({ loading }) => (loading ? undefined : resolve()));
  await promise;
  stop();
}

type Read = {
  ok: true;
  page: ListPage & { ids: readonly string[] };
  next: string | null;
  summary: Pick<SearchSummary, 'understood' | 'index' | 'older'> | null;
};

/** One page; or as many as needed to show something, where the database cannot filter exactly as the view does. */
async function readPage(
  filter: ReceiptFilter,
  start: string | null,
  wanted: () => boolean,
  rows?: number,
): Promise<Read | { ok: false; error: KonterError }> {
  const ids: string[] = [];
  const marks: Record<string, readonly Mark[]> = {};
  const batches: Record<string, readonly string[]> = {};
  const enough = rows ?? 20;
  let summary: Read['summary'] = null;
  let cursor = start;
  do {
    const page = await call('transactions.search', { ...searchOf(filter, cursor, rows), box });
    if (!page.ok) return { ok: false, error: page.error };
    const { items, next, search } = page.value;
    const { sales, counters } = salesOfAnswer(page.value);
    const { byId } = useSales.getState();
    for (const { id } of sales) if (!byId[id]) listed.add(id);
    mergeSales(sales, counters);
    // A view or a search lists each line by itself.
    if (foldsBatches(filter)) {
      for (const { id, lines } of page.value.batches ?? []) batches[id] = lines.map((line) => line.id);
    }
    ids.push(...items.filter((sale) => isShown(filter, sale)).map((sale) => sale.id));
    for (const [at, sale] of items.entries()) marks[sale.id] = search?.marks[at] ?? [];
    summary = search ?? null;
    cursor = next;
    // Older sales are searched on request only.
  } while (cursor !== null && ids.length < enough && summary?.older !== true && wanted());
  return {
    ok: true,
    page: { ...unreadPage(start, ids.length), ids, marks, batches },
    next: cursor,
    summary,
  };
}

/** The sales of a page with the lines of its batches that are not on it; a batch is of one counter. */
function salesOfAnswer({ items, counters, batches = [] }: TransactionPage) {
  const placeOf = new Map(items.map(({ id }, at) => [id, at]));
  const others = batches.flatMap(({ lines }) => {
    const place = lines.map(({ id }) => placeOf.get(id)).find((at) => at !== undefined);
    const counter = place === undefined ? undefined : counters?.[place];
    return lines.filter(({ id }) => !placeOf.has(id)).map((sale) => ({ sale, counter }));
  });
  return {
    sales: [...items, ...others.map(({ sale }) => sale)],
    counters: [...items.map((_sale, at) => counters?.[at]), ...others.map(({ counter }) => counter)],
  };
}

/** Null if it is unknown, or if a newer request was made meanwhile. */
async function readOutline(request: OutlineSearch): Promise<TransactionOutline | null> {
  const answer = await call('transactions.outline', { ...request, box: outlineBox });
  return answer.ok ? answer.value : null;
}

/** Drops the sales of dropped pages, except the open one and those with money at stake. */
function forgetListed(ids: readonly string[]): void {
  const { openSale } = useRouter.getState();
  const gone = ids.filter((id) => id !== openSale && listed.delete(id));
  if (gone.length > 0) dropSales(gone);
}

function isShown(filter: ReceiptFilter, sale: Transaction): boolean {
  const now = Date.now() + useStatus.getState().clockAhead;
  return shows(filter.view, sale, now, useSettings.getState().view?.settings.overdueMinutes ?? 10);
}

export const listId = 'receipt-list';

/** A single match opens by itself; a sale that the search does not find is not left beside it. */
function openFound(ids: readonly string[], isWhole: boolean): void {
  const single = isWhole && ids.length === 1 ? (ids[0] ?? null) : null;
  useRouter.setState(({ openSale }) => ({
    openSale: single ?? (openSale !== null && ids.includes(openSale) ? openSale : null),
  }));
}

/**
 * From the search box to the results: the list takes the keys, and its first sale opens. Where the view hides what is searched
 * for, the search goes on in all sales.
 */
export function openFirst(): void {
  const { filter } = useRouter.getState();
  const { filter: read, pages, starts } = useReceiptList.getState();
  openWhenRead = read === filter ? null : filter;
  if (openWhenRead !== null) return;
  const first = idAt(pages ?? [], starts, 0);
  if (first !== null) {
    useRouter.setState({ openSale: first });
    document.getElementById(listId)?.focus();
  } else if (filter.text.trim() !== '' && isFiltered({ ...filter, text: '' })) {
    openWhenRead = { ...noFilter, text: filter.text };
    useRouter.setState({ filter: openWhenRead });
  }
}

/** The same, but a sale of the list that is open stays open. */
export function enterList(): void {
  const { pages, starts } = useReceiptList.getState();
  const { openSale } = useRouter.getState();
  if (openSale === null || rowOf(pages ?? [], starts, openSale) === null) openFirst();
  else document.getElementById(listId)?.focus();
}

const readTimeline = (id: string) => call('transactions.timeline', { id });

/** All events of a sale, oldest first; read again whenever the sale changes. Null before the first answer. */
export function useTimeline(sale: Transaction): Result<SaleEvent[]> | null {
  return useAnswer(readTimeline, sale.id, sale.revision)?.answer ?? null;
}
