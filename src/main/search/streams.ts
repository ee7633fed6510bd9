import type Database from 'better-sqlite3';
import { all, type Condition, type Leaf } from '../../shared/domain/search/query-terms.ts';
import type { TransactionState } from '../../shared/domain/transaction.ts';
import type { Place } from './cursor.ts';
import { type Found, merged, newestFirst } from './found.ts';
import type { UsableIndex } from './index/attached.ts';
import { candidates } from './index/candidates.ts';
import { expressionOf } from './index/expression.ts';
import { gramsOf } from './index/grams.ts';
import { type Span, spanOfDays, spanSql } from './span.ts';
import { cashSql, joined, type Sql, sql, sqlOf, stateSql } from './sql.ts';
import { rowsOf, walk } from './walk.ts';

/** More ways than this are not looked at one by one. */
const most = 24;

interface Ask {
  condition: Condition;
  /** found by their whole number or id: only these; none: all */
  ids: readonly string[];
  /** only sales with cash to be handed back, or to be collected; null: all */
  cash: keyof typeof cashSql | null;
  span: Span;
  index: UsableIndex | null;
  stillWanted(): void;
  stopped(at: Place): void;
}

/** Fewer sales than these are quickly looked at one by one. */
const fewSales = 2000;
/** One or two signs stand nearly everywhere, and no index knows them: so many sales are looked at, then older ones are offered. */
const shortTextRows = 100_000;

/** Always few, and each index has nothing else; the failed sales and the successes of years are many. */
const cashIndex = { cashToReturn: 'transactions_cash_owed', cashToCollect: 'transactions_cash_to_collect' } as const;
const cashRows = (cash: keyof typeof cashSql): Sql =>
  sql(`rowid IN (SELECT rowid FROM transactions INDEXED BY ${cashIndex[cash]} WHERE ${cashSql[cash]})`);

/** Lists that hold together all that was asked for, each newest first. */
export function streamsOf(db: Database.Database, ask: Ask): Array<Iterator<Found, void>> {
  const { condition, ids, cash, index, span } = ask;
  if (cash !== null || ids.length > 0) {
    const only = [
      ...(cash === null ? [] : [cashRows(cash)]),
      ...(ids.length > 0 ? [sql('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))] : []),
    ];
    return [sortedRows(db, joined([...only, sqlOf(condition), spanSql(span)], 'AND'))];
  }
  const leaves = topLeaves(condition);
  if (!index) return [bestWalk(db, ask, { leaves, condition, rows: everyRow(condition) })];
  const ways = waysOf(condition);
  const streams = (ways ?? [null]).map((way) => wayStream(db, ask, index, way));
  return [...tailRows(db, index, joined([sqlOf(condition), spanSql(span)], 'AND')), ...streams];
}

/** @param way null: the condition has too many ways to take them one by one */
function wayStream(db: Database.Database, ask: Ask, index: UsableIndex, way: Leaf[] | null): Iterator<Found, void> {
  if (way === null) {
    return bestWalk(db, ask, {
      leaves: topLeaves(ask.condition),
      condition: ask.condition,
      rows: everyRow(ask.condition),
    });
  }
  const condition = all(way);
  const span = spanOfDays(db, ask.span, way);
  const expression = expressionOf(way, index.products.read(db, index.name));
  if (expression === null || areFewStates(db, span, way)) {
    const rows = expression === null ? everyRow(condition) : Number.POSITIVE_INFINITY;
    return bestWalk(db, ask, { leaves: way, condition, rows });
  }
  const { parts } = index;
  const blocks = index.blocks.within(span);
  return candidates(db, { expression, condition: sqlOf(condition), span, parts, blocks }, ask.stillWanted);
}

/** Along the states that were asked for where those are unusual ones, else along the time of creation. */
function bestWalk(
  db: Database.Database,
  { span: asked, stillWanted, stopped }: Ask,
  { leaves, condition, rows }: { leaves: readonly Leaf[]; condition: Condition; rows: number },
): Iterator<Found, void> {
  const span = spanOfDays(db, asked, leaves);
  const reach = { stillWanted, rows, stopped };
  const where = sqlOf(condition);
  const states = statesOf(leaves);
  if (!states || states.includes('success') || isFewIn(db, span))
    return walk(db, { span, condition: where, state: null }, reach);
  // One walk for each state, every one along an index, rather than a sort of all that match.
  return merged(states.map((state) => walk(db, { span, condition: where, state: stateSql(state) }, reach)));
}

/** The states of the first leaf that names some; null where there is none. */
function statesOf(leaves: readonly Leaf[]): readonly TransactionState[] | null {
  const named = leaves.flatMap((leaf) => (leaf.is === 'states' ? [leaf.states] : []));
  return named.toSorted((one, other) => one.length - other.length)[0] ?? null;
}

/** States that so few sales are in that the index is not worth asking. */
function areFewStates(db: Database.Database, span: Span, leaves: readonly Leaf[]): boolean {
  const states = statesOf(leaves);
  if (!states || states.includes('success')) return false;
  return states.every((state) => isFewOf(db, joined([spanSql(span), stateSql(state)], 'AND')));
}

function isFewIn(db: Database.Database, span: Span): boolean {
  return span.from !== null && isFewOf(db, spanSql(span));
}

function isFewOf(db: Database.Database, where: Sql): boolean {
  const past = db
    .prepare(`SELECT 1 FROM transactions WHERE ${where.text} LIMIT 1 OFFSET ${fewSales}`)
    .get(...where.values);
  return past === undefined;
}

/** How many sales a walk may look at: all of them, but for text so short that it stands nearly everywhere. */
function everyRow(condition: Condition): number {
  return hasShortText(condition) || asksCashier(condition) ? shortTextRows : Number.POSITIVE_INFINITY;
}

/** No index knows who sold: where nothing else narrows the search, the newest sales are looked at first. */
const asksCashier = (condition: Condition): boolean => topLeaves(condition).some(({ is }) => is === 'cashier');

/** Whether nothing of what must be met is longer than two signs, and something is text. */
function hasShortText(condition: Condition): boolean {
  const texts = topLeaves(condition).flatMap((leaf) => (leaf.is === 'text' ? [leaf.text] : []));
  return texts.length > 0 && texts.every((text) => gramsOf(text) === null);
}

/** The leaves that every sale must meet. */
function topLeaves(condition: Condition): Leaf[] {
  if (condition.is === 'any') return [];
  return condition.is === 'all' ? condition.of.flatMap(topLeaves) : [condition];
}

function* sortedRows(db: Database.Database, where: Sql): Generator<Found, void> {
  const text = `SELECT created_at, id, rowid FROM transactions WHERE ${where.text}`;
  yield* [...rowsOf(db, text, where)].sort(newestFirst);
}

/** What the index does not know yet, looked at one by one. */
function tailRows(db: Database.Database, { tail }: UsableIndex, where: Sql): Array<Iterator<Found, void>> {
  const { changed, unfilled } = tail;
  const parts = [
    ...(changed.length > 0 ? [sql('rowid IN (SELECT value FROM json_each(?))', JSON.stringify(changed))] : []),
    ...(unfilled ? [sql('rowid BETWEEN ? AND ?', ...unfilled)] : []),
  ];
  return parts.map((only) => sortedRows(db, joined([only, where], 'AND')));
}

/**
 * The ways in which a sale can meet the condition, each a list of leaves that must all be met: together they are the
 * condition. Null where there are too many.
 */
function waysOf(condition: Condition): Leaf[][] | null {
  switch (condition.is) {
    case 'any': {
      const ways: Leaf[][] = [];
      for (const part of condition.of) {
        const found = waysOf(part);
        if (!found) return null;
        ways.push(...found);
      }
      return ways.length > most ? null : ways;
    }
    case 'all': {
      let ways: Leaf[][] = [[]];
      for (const part of condition.of) {
        const found = waysOf(part);
        if (!found || ways.length * found.length > most) return null;
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
