import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { TransactionPage, TransactionSearch } from '../../shared/contract/transactions.ts';
import { marksOf } from '../../shared/domain/search/matching.ts';
import { type ParsedQuery, parseQuery } from '../../shared/domain/search/parse-query.ts';
import { all, type Condition, type Leaf, withoutCosts } from '../../shared/domain/search/query-terms.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { parseReceiptNo } from '../../shared/domain/transaction.ts';
import { readSaleValues, saleColumns } from '../db/sale-rows.ts';
import { matchesOf, type UsableIndex } from './matches.ts';
import type { Match } from './scan.ts';
import { cursorOf, isNewer, type Position, positionOf, type Span } from './span.ts';
import { registerSearchFunctions } from './sql.ts';

const defaultLimit = 50;

/** What is searched for. `costs: false`: the person may not learn what an order cost, so no order is found by it. */
export type SearchRequest = TransactionSearch & { costs?: boolean | undefined };

/** One search, with what it needs beside the database. */
export interface SearchParams {
  request: SearchRequest;
  /** the shop's day, YYYY-MM-DD; null: words for days are text only */
  today: string | null;
  /** null: every sale is read */
  index: UsableIndex | null;
  /** throws when the search was cancelled */
  checkCancelled(): void;
}

/** A page without the state of the index, which the caller knows. */
export type SearchPage = Omit<TransactionPage, 'search'> & {
  search: Omit<NonNullable<TransactionPage['search']>, 'index'> | null;
};

/**
 * Newest first, page by page behind the last sale shown, the same with an index and without. Empty lists of states or kinds
 * mean all of them. Throws RangeError for text that is no cursor.
 */
export function prepareSearch(db: Database.Database): (params: SearchParams) => SearchPage {
  registerSearchFunctions(db);
  const exact = prepareExact(db);
  const sales = db.prepare(`SELECT ${saleColumns} FROM transactions WHERE rowid = ?`).raw();
  const read = (rowid: number): Transaction => readSaleValues(sales.get(rowid));

  return ({ request, today, index, checkCancelled }) => {
    const limit = request.limit ?? defaultLimit;
    const text = request.text?.trim() ?? '';
    const query = text === '' ? null : queryFor(text, request.costs, today);
    const ids = query ? exact(query.receiptNo ?? text) : [];
    let stoppedAt: Position | null = null;
    const matches = matchesOf(db, {
      condition: all([...filtersOf(request), ...(query && ids.length === 0 ? [query.condition] : [])]),
      ids,
      cash: request.only ?? null,
      span: spanOf(request),
      index,
      checkCancelled,
      stopped(at) {
        if (stoppedAt === null || isNewer(at, stoppedAt)) stoppedAt = at;
      },
    });
    const found = firstOf(matches, limit + 1);
    return pageOf(found, limit, stoppedAt, query, read);
  };
}

function queryFor(text: string, costs: boolean | undefined, today: string | null): ParsedQuery {
  const query = parseQuery(text, today);
  return costs === false ? { ...query, condition: withoutCosts(query.condition) } : query;
}

function firstOf(stream: Generator<Match, void>, count: number): Match[] {
  const found: Match[] = [];
  for (const one of stream) {
    found.push(one);
    if (found.length === count) break;
  }
  return found;
}

/** A scan that stopped early does not know what is older: the page ends there, and the next begins there. */
function pageOf(
  found: readonly Match[],
  limit: number,
  stoppedAt: Position | null,
  query: ParsedQuery | null,
  read: (rowid: number) => Transaction,
): SearchPage {
  const sure = stoppedAt === null ? found : found.filter((one) => !isNewer(stoppedAt, one));
  const items = sure.slice(0, limit).map(({ rowid }) => read(rowid));
  const last = sure.length > limit ? items.at(-1) : null;
  const older = !last && stoppedAt !== null;
  const next = last ?? stoppedAt;
  return {
    items,
    next: next ? cursorOf(next) : null,
    search: query && {
      understood: query.terms,
      marks: items.map((sale) => marksOf(sale, query.condition)),
      older,
    },
  };
}

/** The part of the list that a request names. */
export function spanOf({ from, to, cursor }: Pick<TransactionSearch, 'from' | 'to' | 'cursor'>): Span {
  return {
    from: from ? instant(from) : null,
    to: to ? instant(to) : null,
    behind: cursor ? positionOf(cursor) : null,
  };
}

/** Any ISO 8601 time in the form the rows have. */
const instant = (time: string): string => new Date(time).toISOString();

/** What a sale must meet beside the text. */
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
    const found = receipt ? Ids.parse(byReceipt.all(receipt.series, receipt.number)) : [];
    if (found.length > 0 || text.length < wholeIdLength) return found;
    return Ids.parse(byId.all({ text }));
  };
}
