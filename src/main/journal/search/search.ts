import type Database from 'better-sqlite3';
import type { TransactionPage, TransactionSearch } from '../../../shared/contract/transactions.ts';
import type { TransactionState } from '../../../shared/domain/state.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { readSale, saleColumns } from '../sales/row.ts';
import { cursorOf, placeOf } from './cursor.ts';
import { prepareExact } from './exact.ts';
import { type Condition, fold, foldFunction, textCondition } from './text.ts';

const defaultLimit = 50;

const newestFirst = (one: Transaction, other: Transaction): number =>
  compare(other.createdAt, one.createdAt) || compare(other.id, one.id);
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Newest first, page by page behind the last sale shown. Empty lists of states or kinds ask for all of them. */
export function prepareSearch(db: Database.Database): (ask: TransactionSearch) => TransactionPage {
  db.function(foldFunction, { deterministic: true }, fold);
  const statements = new Map<string, Database.Statement>();
  const exact = prepareExact(db);

  function statement(sql: string): Database.Statement {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  }

  function found(conditions: readonly Condition[], limit: number): Transaction[] {
    const where = conditions.map(({ sql }) => sql).join(' AND ') || 'true';
    const sql = `SELECT ${saleColumns} FROM transactions WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT @limit`;
    const values: Record<string, string | number> = { limit };
    for (const condition of conditions) Object.assign(values, condition.values);
    return statement(sql).all(values).map(readSale);
  }

  return (ask) => {
    const limit = ask.limit ?? defaultLimit;
    const conditions = [...plainConditions(ask), ...wordConditions(ask.text, exact)];
    // One walk for each state, every one along an index, rather than a sort of all that match.
    const states = ask.states?.length ? [...new Set(ask.states)] : [null];
    const items = states
      .flatMap((state) => found([...stateCondition(state), ...conditions], limit + 1))
      .sort(newestFirst)
      .slice(0, limit + 1);
    const last = items.length > limit ? items[limit - 1] : undefined;
    return { items: items.slice(0, limit), next: last ? cursorOf(last) : null };
  };
}

/** The state stands in the text, from our own list: a partial index is only used for words it can see. */
function stateCondition(state: TransactionState | null): Condition[] {
  if (state === null) return [];
  return [{ sql: state === 'success' ? `state = 'success'` : `state = '${state}' AND state <> 'success'`, values: {} }];
}

function wordConditions(typed: string | undefined, exact: (text: string) => string[]): Condition[] {
  const text = typed?.trim() ?? '';
  if (text === '') return [];
  const ids = exact(text);
  if (ids.length === 0) return [textCondition(text)];
  return [{ sql: 'id IN (SELECT value FROM json_each(@ids))', values: { ids: JSON.stringify(ids) } }];
}

function plainConditions({ kinds, from, to, cursor }: TransactionSearch): Condition[] {
  const conditions: Condition[] = [];
  const kind = kinds?.[0];
  if (kind && kinds.every((other) => other === kind)) conditions.push({ sql: 'kind = @kind', values: { kind } });
  if (from) conditions.push({ sql: 'created_at >= @from', values: { from: instant(from) } });
  if (to) conditions.push({ sql: 'created_at < @to', values: { to: instant(to) } });
  if (cursor) {
    const { createdAt, id } = placeOf(cursor);
    conditions.push({ sql: '(created_at, id) < (@createdAt, @id)', values: { createdAt, id } });
  }
  return conditions;
}

/** Any ISO 8601 time in the form the rows have. */
const instant = (time: string): string => new Date(time).toISOString();
