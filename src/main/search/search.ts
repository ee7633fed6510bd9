import type Database from 'better-sqlite3';
import { z } from 'zod';
import {
  type OutlineSearch,
  outlineEvery,
  type TransactionOutline,
  type TransactionPage,
  TransactionSearch,
} from '../../shared/contract/transactions.ts';
import { marksOf } from '../../shared/domain/search/matching.ts';
import { parseQuery } from '../../shared/domain/search/parse-query.ts';
import { all, type Condition, type Leaf, withoutCosts } from '../../shared/domain/search/query-terms.ts';
import { parseReceiptNo, type Transaction } from '../../shared/domain/transaction.ts';
import { readSaleValues, saleColumns } from '../db/sale-rows.ts';
import { type GramShares, indexedColumns, sampledRows, sharesIn } from './grams.ts';
import { type Match, matchesOf, merged, type UsableIndex } from './matches.ts';
import { batchesOnPage, prepareSaleBatches } from './sale-batches.ts';
import {
  cursorOf,
  isNewer,
  joined,
  newestFirst,
  type Position,
  positionOf,
  registerSearchFunctions,
  type Span,
  type Sql,
  sql,
  sqlOf,
} from './sql.ts';

const defaultLimit = 50;

/** A search. `costs: false`: the person may not learn what an order cost, so no order is found by its cost. */
export const SearchRequest = TransactionSearch.extend({ costs: z.boolean().optional() });
export type SearchRequest = z.infer<typeof SearchRequest>;

/** Without a usable index every sale is read. */
export type IndexStatus = { kind: 'ready'; index: UsableIndex } | { kind: 'behind' | 'missing' };

/** The parameters of one search. */
interface SearchParams {
  request: SearchRequest;
  /** the shop's day, YYYY-MM-DD; null: words for days are text only */
  today: string | null;
  /** among how many databases the search is shared, where others are searched beside these */
  share?: number;
  /** throws when the search was cancelled */
  checkCancelled?: () => void;
}

/** A database that is searched, alone or with others. */
export interface SearchSource {
  readonly db: Database.Database;
  readonly exact: (text: string) => string[];
  readonly read: (rowid: number) => Transaction;
  readonly batchesOf: ReturnType<typeof prepareSaleBatches>;
  /** of some of its sales, counted once: it only decides which grams are looked up */
  readonly shares: () => GramShares;
}

export function prepareSource(db: Database.Database): SearchSource {
  registerSearchFunctions(db);
  const sales = db.prepare(`SELECT ${saleColumns} FROM transactions WHERE rowid = ?`).raw();
  let shares: GramShares | null = null;
  let batches: SearchSource['batchesOf'] | null = null;
  return {
    db,
    exact: prepareExact(db),
    read: (rowid) => readSaleValues(sales.get(rowid)),
    batchesOf: (sales) => (batches ??= prepareSaleBatches(db))(sales),
    shares: () => (shares ??= sharesIn(sampleOf(db))),
  };
}

/** Rows of `indexedColumns` of all years: receipt numbers of one time begin alike. */
function sampleOf(db: Database.Database): unknown[] {
  const last = z.int().parse(db.prepare('SELECT coalesce(max(rowid), 0) FROM transactions').pluck().get());
  const rowids = Array.from({ length: sampledRows }, (_, at) => Math.ceil((last * (at + 1)) / sampledRows));
  return db
    .prepare(`SELECT ${indexedColumns} FROM transactions WHERE rowid IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(rowids));
}

/** A search of one database, without an index unless there is one. See searchSources. */
export function prepareSearch(
  db: Database.Database,
): (params: SearchParams & { index?: IndexStatus }) => TransactionPage {
  const source = prepareSource(db);
  return ({ index = { kind: 'missing' }, ...params }) => searchSources([{ source, index }], params).page;
}

/** A match, and the place of its database among those that are searched. */
type SourceMatch = Match & { at: number };

/**
 * Newest first, page by page after the last sale shown, the same with and without an index, and the same in several databases as in one that
 * holds all their sales. Empty lists of states or kinds mean all of them. Throws RangeError for a text that is no cursor.
 * @returns the page, of each item in turn the place of its database, and whether only sales are listed that the text exactly means
 */
export function searchSources(
  sources: ReadonlyArray<{ source: SearchSource; index: IndexStatus }>,
  { request, today, share = sources.length, checkCancelled = () => undefined }: SearchParams,
): { page: TransactionPage; places: number[]; isExact: boolean } {
  const limit = request.limit ?? defaultLimit;
  const text = request.text?.trim() ?? '';
  const parsed = text === '' ? null : parseQuery(text, today);
  const query = parsed && request.costs === false ? { ...parsed, condition: withoutCosts(parsed.condition) } : parsed;
  const exact = sources.map(({ source }) => (query ? source.exact(query.receiptNo ?? text) : []));
  // A sale that is exactly meant in one database leaves the others out.
  const isExact = exact.some((ids) => ids.length > 0);
  const stops: Position[] = [];
  const condition = all([...filtersOf(request), ...(query && !isExact ? [query.condition] : [])]);
  const span = spanOf(request);
  const streams = sources.flatMap(({ source, index }, at): Array<Generator<SourceMatch, undefined>> => {
    const ids = exact[at] ?? [];
    if (isExact && ids.length === 0) return [];
    const matches = matchesOf(source.db, {
      condition,
      ids,
      cash: request.only ?? null,
      span,
      index: index.kind === 'ready' ? index.index : null,
      // Counters of one shop sell the same.
      shares: () => sources[0]?.source.shares() ?? new Map(),
      share,
      checkCancelled,
      stopped: (position) => void stops.push(position),
    });
    return [placed(matches, at)];
  });
  const matches: SourceMatch[] = [];
  for (const match of merged(streams)) if (matches.push(match) > limit) break;
  // A scan that stopped early does not know older matches: the page ends there, and the next begins there.
  const stoppedAt = stops.sort(newestFirst)[0] ?? null;
  const sure = matches.filter((one) => stoppedAt === null || !isNewer(stoppedAt, one));
  const pageMatches = sure.slice(0, limit);
  const read = pageMatches.flatMap(({ rowid, at }) => {
    const sale = sources[at]?.source.read(rowid);
    return sale ? [{ sale, at }] : [];
  });
  const items = read.map(({ sale }) => sale);
  const itemsOf = (place: number): Transaction[] => read.filter(({ at }) => at === place).map(({ sale }) => sale);
  const last = sure.length > limit ? items.at(-1) : null;
  const next = last ?? stoppedAt;
  // A search finds each line by itself.
  const batches = query ? [] : sources.flatMap(({ source }, at) => source.batchesOf(itemsOf(at)));
  const page = {
    items,
    next: next ? cursorOf(next) : null,
    ...(batches.length > 0 && { batches }),
    ...(query && {
      search: {
        understood: query.terms,
        marks: items.map((sale) => marksOf(sale, query.condition)),
        older: !last && stoppedAt !== null,
        index: worst(sources.map(({ index }) => index.kind)),
      },
    }),
  };
  return { page, places: pageMatches.map(({ at }) => at), isExact };
}

/**
 * The page of one list whose databases were searched in parts, as searchSources of all of them gives it.
 * @param parts in the order of the databases, each with the same request and `share`
 */
export function mergePages(
  parts: ReadonlyArray<{ page: TransactionPage; isExact: boolean }>,
  limit = defaultLimit,
): TransactionPage {
  const pages = parts
    .filter(({ isExact }) => isExact || !parts.some((answer) => answer.isExact))
    .map(({ page }) => page);
  // Each part is whole down to its end: all of them are down to the newest of these.
  const ends = pages.flatMap(({ next, search }) =>
    next === null ? [] : [{ ...positionOf(next), older: search?.older === true }],
  );
  const end = ends.sort(newestFirst)[0] ?? null;
  const rows = pages.flatMap(({ items, counters, search }) =>
    items.map((sale, at) => ({ sale, counter: counters?.[at], marks: search?.marks[at] ?? [] })),
  );
  const sure = rows
    .filter(({ sale }) => end === null || !isNewer(end, sale))
    .sort((one, other) => newestFirst(one.sale, other.sale))
    .filter(({ sale }, at, sorted) => sale.id !== sorted[at - 1]?.sale.id);
  const pageItems = sure.slice(0, limit);
  const last = sure.length > limit ? pageItems.at(-1)?.sale : null;
  const next = last ?? end;
  const counters = pageItems.flatMap(({ counter }) => counter ?? []);
  const search = pages[0]?.search;
  const items = pageItems.map(({ sale }) => sale);
  const batches = batchesOnPage(
    pages.flatMap(({ batches }) => batches ?? []),
    items,
  );
  return {
    items,
    next: next ? cursorOf(next) : null,
    ...(batches.length > 0 && { batches }),
    ...(counters.length > 0 && { counters }),
    ...(search && {
      search: {
        ...search,
        marks: pageItems.map(({ marks }) => marks),
        older: !last && end?.older === true,
        index: worst(parts.flatMap(({ page }) => page.search?.index ?? [])),
      },
    }),
  };
}

function* placed(matches: Generator<Match, undefined>, at: number): Generator<SourceMatch, undefined> {
  for (const match of matches) yield Object.assign(match, { at });
}

const worst = (kinds: readonly IndexStatus['kind'][]): IndexStatus['kind'] =>
  (['missing', 'behind'] as const).find((kind) => kinds.includes(kind)) ?? (kinds.length > 0 ? 'ready' : 'missing');

/** The part of the list that a request names. */
export function spanOf({ from, to, cursor }: Pick<TransactionSearch, 'from' | 'to' | 'cursor'>): Span {
  // Any ISO 8601 time in the form the rows have.
  const instant = (time: string | undefined): string | null => (time ? new Date(time).toISOString() : null);
  return { from: instant(from), to: instant(to), behind: cursor ? positionOf(cursor) : null };
}

/** A search's conditions beside the text. */
export function filtersOf({ states, kinds }: Pick<TransactionSearch, 'states' | 'kinds'>): Condition[] {
  const filters: Leaf[] = [];
  if (states?.length) filters.push({ is: 'states', states: [...new Set(states)] });
  const kind = kinds?.[0];
  if (kind && kinds.every((other) => other === kind)) filters.push({ is: 'kind', kind });
  return filters;
}

/** Ids this long are no part of others: a sale whose id is exactly the text is the one that was meant. */
const wholeIdLength = 16;

const Ids = z.array(z.string());

/** Sales whose receipt number, provider's id or own id is exactly the text, through indexes; empty when there is none. */
export function prepareExact(db: Database.Database): (text: string) => string[] {
  const byReceipt = db.prepare('SELECT sale_id FROM receipts WHERE series = ? AND number = ?').pluck();
  const byId = db
    .prepare(
      'SELECT id FROM transactions WHERE transaction_id = @text UNION SELECT id FROM transactions WHERE id = @text',
    )
    .pluck();
  return (text) => {
    const receipt = parseReceiptNo(text);
    const ids = receipt ? Ids.parse(byReceipt.all(receipt.series, receipt.number)) : [];
    if (ids.length > 0 || text.length < wholeIdLength) return ids;
    return Ids.parse(byId.all({ text }));
  };
}

const Step = z.tuple([z.string(), z.string(), z.string()]);

/** Steps between two checks for cancellation. */
const checkEvery = 16;

/**
 * The list without its sales: their number, and the position of every 200th, so that any part can be read and scrolled to.
 * Steps along the index of creation: a third of a second for a million sales of one database, in the thread that searches.
 */
export function outlineOf(
  dbs: readonly Database.Database[],
  request: OutlineSearch,
  checkCancelled: () => void,
): TransactionOutline {
  const filter = sqlOf(all(filtersOf(request)));
  const [only, ...others] = dbs;
  return only && others.length === 0
    ? outlineOfOne(only, filter, checkCancelled)
    : outlineOfAll(dbs, filter, checkCancelled);
}

function outlineOfOne(db: Database.Database, filter: Sql, checkCancelled: () => void): TransactionOutline {
  const places: TransactionOutline['places'] = [];
  let behind: [string, string] | null = null;
  for (;;) {
    if (places.length % checkEvery === 0) checkCancelled();
    const where = joined([filter, ...(behind ? [sql('(created_at, id) < (?, ?)', ...behind)] : [])], 'AND');
    const from = `FROM transactions WHERE ${where.text} ORDER BY created_at DESC, id DESC`;
    const next = db
      .prepare(`SELECT created_at, id, day ${from} LIMIT 1 OFFSET ${outlineEvery - 1}`)
      .raw()
      .get(...where.values);
    if (next === undefined) {
      const rest = db
        .prepare(`SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${outlineEvery})`)
        .pluck()
        .get(...where.values);
      return { count: places.length * outlineEvery + z.int().parse(rest), places };
    }
    const [createdAt, id, day] = Step.parse(next);
    places.push({ cursor: cursorOf({ createdAt, id }), day });
    behind = [createdAt, id];
  }
}

/** Every position is read: no step along one index shows where it stands among those of others. */
function outlineOfAll(dbs: readonly Database.Database[], filter: Sql, checkCancelled: () => void): TransactionOutline {
  const places: TransactionOutline['places'] = [];
  let count = 0;
  for (const { createdAt, id, day } of merged(dbs.map((db) => positionsIn(db, filter)))) {
    count += 1;
    if (count % (outlineEvery * checkEvery) === 0) checkCancelled();
    if (count % outlineEvery === 0) places.push({ cursor: cursorOf({ createdAt, id }), day });
  }
  return { count, places };
}

function* positionsIn(db: Database.Database, { text, values }: Sql): Generator<Match & { day: string }, undefined> {
  const rows = db
    .prepare(`SELECT created_at, id, day FROM transactions WHERE ${text} ORDER BY created_at DESC, id DESC`)
    .raw();
  for (const row of rows.iterate(...values)) {
    const [createdAt, id, day] = Step.parse(row);
    yield { createdAt, id, day, rowid: 0 };
  }
}
