import type Database from 'better-sqlite3';
import { all, type Condition, type Leaf } from '../../shared/domain/search/query-terms.ts';
import type { TransactionState } from '../../shared/domain/transaction.ts';
import { cashIndexes, cashSql } from '../db/sale-rows.ts';
import { gramsOf } from './grams.ts';
import { candidates, expressionOf } from './index-query.ts';
import { type Match, merged, type ScanLimits, scan, sorted } from './scan.ts';
import { type Span, spanOfDays, spanSql } from './span.ts';
import { joined, type Sql, sql, sqlOf, stateSql } from './sql.ts';

/** What an attached index does not know, or not as it is now. */
export interface UsableIndex {
  /** rows of sales that were changed since */
  changed: readonly number[];
  /** rows that the first fill has not reached, both included; null: it is complete */
  unfilled: readonly [first: number, last: number] | null;
}

interface Params extends Omit<ScanLimits, 'maxRows'> {
  condition: Condition;
  /** found by their whole number or id: only these; empty: all */
  ids: readonly string[];
  /** only sales with cash to be handed back, or to be collected; null: all */
  cash: keyof typeof cashSql | null;
  span: Span;
  /** null: every sale is read */
  index: UsableIndex | null;
}

/** A condition with more ways to be met than these is looked for as a whole. */
const maxWays = 24;
/** Fewer sales than these are quickly read one by one. */
const fewSales = 2000;
/** One or two characters are in nearly all sales, and in no index: the newest are read, then older ones are offered. */
const shortTextRows = 100_000;

/** Each of these indexes has only the few sales that are asked for; there may be many failed sales and successes. */
const cashRows = (cash: keyof typeof cashSql): Sql =>
  sql(`rowid IN (SELECT rowid FROM transactions INDEXED BY ${cashIndexes[cash]} WHERE ${cashSql[cash]})`);

/** All sales that were asked for, newest first, read as far as the caller takes them. */
export function matchesOf(db: Database.Database, params: Params): Generator<Match, void> {
  const { condition, ids, cash, index, span } = params;
  const whole = joined([sqlOf(condition), spanSql(span)], 'AND');
  if (cash !== null || ids.length > 0) {
    const only = [
      ...(cash === null ? [] : [cashRows(cash)]),
      ...(ids.length > 0 ? [sql('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))] : []),
    ];
    return sorted(db, joined([...only, whole], 'AND'));
  }
  if (!index) return scanFor(db, params, topLeaves(condition), condition);
  const ways = waysOf(condition);
  const streams = ways
    ? ways.map((way) => matchesOfWay(db, params, way))
    : [scanFor(db, params, topLeaves(condition), condition)];
  return merged([...unindexedMatches(db, index, whole), ...streams]);
}

function matchesOfWay(db: Database.Database, params: Params, way: readonly Leaf[]): Iterator<Match, void> {
  const condition = all(way);
  const span = spanOfDays(db, params.span, way);
  const expression = expressionOf(way);
  if (expression === null || areFewStates(db, span, way)) return scanFor(db, params, way, condition);
  return candidates(db, { expression, condition: sqlOf(condition), span }, () => params.checkCancelled());
}

/** Along the states that were asked for where those are unusual ones, else along the time of creation. */
function scanFor(
  db: Database.Database,
  params: Params,
  leaves: readonly Leaf[],
  condition: Condition,
): Generator<Match, void> {
  const span = spanOfDays(db, params.span, leaves);
  const limits = {
    checkCancelled: () => params.checkCancelled(),
    stopped: params.stopped,
    maxRows: maxRowsOf(condition),
  };
  const where = sqlOf(condition);
  const states = unusualStates(leaves);
  if (!states || (span.from !== null && areFew(db, spanSql(span))))
    return scan(db, { span, condition: where, state: null }, limits);
  // One scan for each state, every one along an index, rather than a sort of all that match.
  return merged(states.map((state) => scan(db, { span, condition: where, state: stateSql(state) }, limits)));
}

/** The shortest list of states that every sale must be in; null where there is none, or where it has the usual state. */
function unusualStates(leaves: readonly Leaf[]): readonly TransactionState[] | null {
  const lists = leaves.flatMap((leaf) => (leaf.is === 'states' ? [leaf.states] : []));
  const shortest = lists.toSorted((one, other) => one.length - other.length)[0];
  return shortest && !shortest.includes('success') ? shortest : null;
}

/** Whether so few sales are in these states that reading them is quicker than asking the index. */
function areFewStates(db: Database.Database, span: Span, leaves: readonly Leaf[]): boolean {
  const areFewIn = (state: TransactionState): boolean => areFew(db, joined([spanSql(span), stateSql(state)], 'AND'));
  return unusualStates(leaves)?.every(areFewIn) ?? false;
}

function areFew(db: Database.Database, where: Sql): boolean {
  const past = db
    .prepare(`SELECT 1 FROM transactions WHERE ${where.text} LIMIT 1 OFFSET ${fewSales}`)
    .get(...where.values);
  return past === undefined;
}

/** The rows that a scan may read: all of them, unless only a short text or a cashier narrows the search. */
function maxRowsOf(condition: Condition): number {
  const leaves = topLeaves(condition);
  const texts = leaves.flatMap((leaf) => (leaf.is === 'text' ? [leaf.text] : []));
  const hasOnlyShortTexts = texts.length > 0 && texts.every((text) => gramsOf(text) === null);
  return hasOnlyShortTexts || leaves.some(({ is }) => is === 'cashier') ? shortTextRows : Number.POSITIVE_INFINITY;
}

/** The leaves that every sale must meet. */
function topLeaves(condition: Condition): Leaf[] {
  if (condition.is === 'any') return [];
  return condition.is === 'all' ? condition.of.flatMap(topLeaves) : [condition];
}

/** What the index does not know yet, read one by one. */
function unindexedMatches(
  db: Database.Database,
  { changed, unfilled }: UsableIndex,
  where: Sql,
): Array<Iterator<Match, void>> {
  const parts = [
    ...(changed.length > 0 ? [sql('rowid IN (SELECT value FROM json_each(?))', JSON.stringify(changed))] : []),
    ...(unfilled ? [sql('rowid BETWEEN ? AND ?', ...unfilled)] : []),
  ];
  return parts.map((only) => sorted(db, joined([only, where], 'AND')));
}

/** The condition as alternatives (its disjunctive normal form), each a list of leaves to be met. Null where there are too many. */
function waysOf(condition: Condition): Leaf[][] | null {
  switch (condition.is) {
    case 'any': {
      const ways: Leaf[][] = [];
      for (const part of condition.of) {
        const found = waysOf(part);
        if (!found) return null;
        ways.push(...found);
      }
      return ways.length > maxWays ? null : ways;
    }
    case 'all': {
      let ways: Leaf[][] = [[]];
      for (const part of condition.of) {
        const found = waysOf(part);
        if (!found || ways.length * found.length > maxWays) return null;
        ways = ways.flatMap((way) => found.map((more) => way.concat(more)));
      }
      return ways;
    }
    case 'text':
    case 'product':
    case 'amount':
    case 'days':
    case 'states':
    case 'kind':
    case 'cashier':
      return [[condition]];
  }
}
