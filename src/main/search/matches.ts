import type Database from 'better-sqlite3';
import { z } from 'zod';
import { all, type Condition, type Leaf } from '../../shared/domain/search/query-terms.ts';
import type { TransactionState } from '../../shared/domain/transaction.ts';
import { cashIndexes, cashSql } from '../db/sale-rows.ts';
import { amountGram, type GramShares, gramsOf, kindGrams, placeOf, secondAt } from './grams.ts';
import { attachedName } from './search-index.ts';
import {
  isNewer,
  joined,
  newestFirst,
  type Position,
  rawStatement,
  type Span,
  type Sql,
  spanOfDays,
  spanSql,
  sql,
  sqlOf,
  stateSql,
} from './sql.ts';

/** A sale that was found, and its position in the list. */
export interface Match extends Position {
  rowid: number;
}

/** The sales that an attached index does not know, or only in an older form. */
export interface UsableIndex {
  /** rows of sales that were changed since */
  changed: readonly number[];
  /** rows that the first fill has not reached, both included; null: it is complete */
  unfilled: readonly [first: number, last: number] | null;
}

interface Params {
  condition: Condition;
  /** found by their whole number or id: only these; empty: all */
  ids: readonly string[];
  /** only sales with cash to be handed back, or to be collected; null: all */
  cash: keyof typeof cashSql | null;
  span: Span;
  /** null: every sale is read */
  index: UsableIndex | null;
  /** asked only where there is an index */
  shares: () => GramShares;
  /** into how many databases the search is shared: each reads that much less at once */
  share: number;
  /** throws when the search was cancelled */
  checkCancelled: () => void;
  /** called with the position at which a scan ends before the list does */
  stopped: (at: Position) => void;
}

/** A condition with more ways to be met than these is looked for as a whole. */
const maxWays = 24;
/** Fewer sales than these are quickly read one by one. */
const fewSales = 2000;
/** One or two characters are in nearly all sales, and in no index: the newest are read, then older ones are offered. */
const shortTextRows = 100_000;

/** All sales that match, newest first, read as far as the caller takes them. */
export function matchesOf(db: Database.Database, params: Params): Generator<Match, undefined> {
  const { condition, ids, cash, index, span } = params;
  const whole = joined([sqlOf(condition), spanSql(span)], 'AND');
  if (cash !== null || ids.length > 0) {
    // Each of these indexes holds only a few sales; there may be many failed sales and successes.
    const only = [
      ...(cash === null
        ? []
        : [sql(`rowid IN (SELECT rowid FROM transactions INDEXED BY ${cashIndexes[cash]} WHERE ${cashSql[cash]})`)]),
      ...(ids.length > 0 ? [inList('id', ids)] : []),
    ];
    return sorted(db, joined([...only, whole], 'AND'));
  }
  if (!index) return scanFor(db, params, condition);
  const unindexed = [
    ...(index.changed.length > 0 ? [inList('rowid', index.changed)] : []),
    ...(index.unfilled ? [sql('rowid BETWEEN ? AND ?', ...index.unfilled)] : []),
  ];
  return merged([
    ...unindexed.map((only) => sorted(db, joined([only, whole], 'AND'))),
    ...(waysOf(condition)?.map((way) => matchesOfWay(db, params, way)) ?? [scanFor(db, params, condition)]),
  ]);
}

const inList = (column: string, values: ReadonlyArray<string | number>): Sql =>
  sql(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));

function matchesOfWay(db: Database.Database, params: Params, way: readonly Leaf[]): Generator<Match, undefined> {
  const condition = all(way);
  const span = spanOfDays(db, params.span, way);
  const expression = expressionOf(way, params.shares());
  // Reading so few sales is quicker than asking the index.
  const areFewIn = (state: TransactionState): boolean => areFew(db, joined([spanSql(span), stateSql(state)], 'AND'));
  if (expression === null || unusualStates(way)?.every(areFewIn)) return scanFor(db, params, condition);
  return candidates(db, { expression, condition: sqlOf(condition), span }, params);
}

/** Along the requested states where those are rare ones, else along the time of creation. */
function scanFor(db: Database.Database, params: Params, condition: Condition): Generator<Match, undefined> {
  const leaves = topLeaves(condition);
  const span = spanOfDays(db, params.span, leaves);
  const along = (state: Sql): Generator<Match, undefined> =>
    scan(db, params, {
      span,
      state,
      condition: sqlOf(condition),
      maxRows: Math.ceil(maxRowsOf(leaves) / params.share),
    });
  const states = unusualStates(leaves);
  if (!states || (span.from !== null && areFew(db, spanSql(span)))) return along(sql('true'));
  // One scan for each state, every one along an index, rather than a sort of all that match.
  return merged(states.map((state) => along(stateSql(state))));
}

/** The shortest list of states that every sale must be in; null where there is none, or where it has the usual state. */
function unusualStates(leaves: readonly Leaf[]): readonly TransactionState[] | null {
  const lists = leaves.flatMap((leaf) => (leaf.is === 'states' ? [leaf.states] : []));
  const shortest = lists.toSorted((one, other) => one.length - other.length)[0];
  return shortest && !shortest.includes('success') ? shortest : null;
}

function areFew(db: Database.Database, where: Sql): boolean {
  const past = db
    .prepare(`SELECT 1 FROM transactions WHERE ${where.text} LIMIT 1 OFFSET ${fewSales}`)
    .get(...where.values);
  return past === undefined;
}

/** The rows that a scan may read: all of them, unless only a short text or a cashier narrows the search. */
function maxRowsOf(leaves: readonly Leaf[]): number {
  const texts = leaves.flatMap((leaf) => (leaf.is === 'text' ? [leaf.text] : []));
  const hasOnlyShortTexts = texts.length > 0 && texts.every((text) => gramsOf(text) === null);
  return hasOnlyShortTexts || leaves.some(({ is }) => is === 'cashier') ? shortTextRows : Number.POSITIVE_INFINITY;
}

/** The leaves that every sale must meet. */
function topLeaves(condition: Condition): Leaf[] {
  if (condition.is === 'any') return [];
  return condition.is === 'all' ? condition.of.flatMap(topLeaves) : [condition];
}

/** The condition as alternatives (its disjunctive normal form), each a list of leaves to be met. Null where there are too many. */
function waysOf(condition: Condition): Leaf[][] | null {
  if (condition.is !== 'any' && condition.is !== 'all') return [[condition]];
  const parts = condition.of.map(waysOf);
  if (!parts.every((branch) => branch !== null)) return null;
  if (condition.is === 'any') return parts.flat().length > maxWays ? null : parts.flat();
  if (parts.reduce((count, branch) => count * branch.length, 1) > maxWays) return null;
  return parts.reduce<Leaf[][]>((ways, branch) => ways.flatMap((way) => branch.map((more) => way.concat(more))), [[]]);
}

/**
 * A question to the index: every sale that meets all leaves is among its answers. Null where the leaves hold nothing that the
 * index knows.
 */
export function expressionOf(leaves: readonly Leaf[], shares: GramShares): string | null {
  const parts = leaves.flatMap((leaf) => leafExpression(leaf, shares) ?? []);
  if (parts.length > 0) return parts.join(' AND ');
  // Half of all sales: beside anything else it is quicker to compare.
  const kind = leaves.find((leaf) => leaf.is === 'kind');
  return kind ? quoted(kindGrams[kind.kind]) : null;
}

function leafExpression(leaf: Leaf, shares: GramShares): string | null {
  if (leaf.is === 'text') return textExpression(leaf.text, shares);
  if (leaf.is === 'amount') return quoted(amountGram(leaf.amount));
  if (leaf.is !== 'product') return null;
  const ways = leaf.texts.map((text) => textExpression(text, shares));
  return ways.includes(null) ? null : `(${ways.join(' OR ')})`;
}

function textExpression(text: string, shares: GramShares): string | null {
  const grams = gramsOf(text, shares);
  return grams && `(${grams.map(quoted).join(' AND ')})`;
}

const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;

/** Seconds that are read from the index at once: first a little more than a page shows, then more. */
const firstSeconds = 64;
/** The least of them, where a page comes from many databases. */
const leastSeconds = 8;
const maxSeconds = 1024;

const Places = z.array(z.tuple([z.int()]));
const afterAll = Number.MAX_SAFE_INTEGER;

/**
 * The matches among the index's candidates, newest first.
 * @param condition compared with the database
 */
function* candidates(
  db: Database.Database,
  { expression, condition, span }: { expression: string; condition: Sql; span: Span },
  { share, checkCancelled }: Pick<Params, 'share' | 'checkCancelled'>,
): Generator<Match, undefined> {
  const find = rawStatement(
    db,
    `SELECT rowid FROM ${attachedName}.grams WHERE grams MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?`,
  );
  const where = joined([spanSql(span), condition], 'AND');
  const compare = rawStatement(
    db,
    `SELECT created_at, id, transactions.rowid FROM (SELECT value AS second FROM json_each(?))
     CROSS JOIN transactions ON created_at BETWEEN second || '.000Z' AND second || '.999Z' WHERE ${where.text}`,
  );
  const last = span.from === null ? afterAll : placeOf(span.from);
  let first = Math.max(0, ...[span.to, span.behind?.createdAt].map((time) => (time ? placeOf(time) : 0)));
  for (let most = Math.max(leastSeconds, Math.ceil(firstSeconds / share)); ; most = Math.min(maxSeconds, most * 4)) {
    checkCancelled();
    const places = Places.parse(find.all(expression, first, last, most)).flat();
    const matches = compare.all(JSON.stringify(places.map(secondAt)), ...where.values).map(readMatch);
    yield* matches.sort(newestFirst);
    const read = places.at(-1);
    if (read === undefined || places.length < most) return;
    first = read + 1;
  }
}

/** Several lists, each newest first, as one; a sale that is in several comes once. Reads no further than asked. */
export function* merged<M extends Match>(streams: ReadonlyArray<Generator<M, undefined>>): Generator<M, undefined> {
  const heads = streams.map((stream) => ({ stream, match: stream.next().value }));
  try {
    let last: string | null = null;
    for (;;) {
      let newest: (typeof heads)[number] | null = null;
      for (const head of heads) if (head.match && (!newest?.match || isNewer(head.match, newest.match))) newest = head;
      if (!newest?.match) return;
      if (newest.match.id !== last) yield newest.match;
      last = newest.match.id;
      newest.match = newest.stream.next().value;
    }
  } finally {
    for (const { stream } of heads) stream.return(undefined);
  }
}

const MatchRow = z.tuple([z.string(), z.string(), z.int()]);
function readMatch(row: unknown): Match {
  const [createdAt, id, rowid] = MatchRow.parse(row);
  return { createdAt, id, rowid };
}

const PositionRow = z.tuple([z.string(), z.string()]);

/** Rows between two checks for cancellation. The first slice is little more than a page. */
const firstSlice = 256;
const leastSlice = 32;
const maxSlice = 4096;

/**
 * Reads the list newest first and yields the sales that meet the condition, along the index of creation or of a state.
 * @param state `true`: along the time of creation; else one state other than success, which has an index of its own
 * @param maxRows rows that may be read; infinite where every row must be
 */
function* scan(
  db: Database.Database,
  { share, checkCancelled, stopped }: Params,
  { span, state, condition, maxRows }: { span: Span; state: Sql; condition: Sql; maxRows: number },
): Generator<Match, undefined> {
  let { behind } = span;
  let left = maxRows;
  for (let slice = Math.max(leastSlice, Math.ceil(firstSlice / share)); ; slice = Math.min(maxSlice, slice * 4)) {
    checkCancelled();
    const bounds = joined([spanSql({ ...span, behind }), state], 'AND');
    const rows = Math.min(slice, left);
    const edge = db
      .prepare(
        `SELECT created_at, id FROM transactions WHERE ${bounds.text}
         ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${rows - 1}`,
      )
      .raw()
      .get(...bounds.values);
    const last = edge === undefined ? null : PositionRow.parse(edge);
    const within = joined([bounds, ...(last ? [sql('(created_at, id) >= (?, ?)', ...last)] : []), condition], 'AND');
    yield* matchesWhere(db, within, 'ORDER BY created_at DESC, id DESC');
    if (!last) return;
    behind = { createdAt: last[0], id: last[1] };
    left -= rows;
    if (left > 0) continue;
    stopped(behind);
    return;
  }
}

/** All matches at once, for conditions that few sales meet. */
function* sorted(db: Database.Database, where: Sql): Generator<Match, undefined> {
  yield* [...matchesWhere(db, where, '')].sort(newestFirst);
}

function* matchesWhere(db: Database.Database, { text, values }: Sql, order: string): Generator<Match, undefined> {
  const statement = db.prepare(`SELECT created_at, id, rowid FROM transactions WHERE ${text} ${order}`).raw();
  for (const row of statement.iterate(...values)) yield readMatch(row);
}
