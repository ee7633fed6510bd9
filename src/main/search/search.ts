import type Database from 'better-sqlite3';
import type { TransactionPage, TransactionSearch } from '../../shared/contract/transactions.ts';
import { marksOf } from '../../shared/domain/search/matching.ts';
import { type ParsedQuery, parseQuery } from '../../shared/domain/search/parse-query.ts';
import { all, type Condition, type Leaf, withoutCosts } from '../../shared/domain/search/query-terms.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { readSale, saleColumns } from '../db/sale-rows.ts';
import { cursorOf, type Place, placeOf } from './cursor.ts';
import { prepareExact } from './exact.ts';
import { type Found, isNewer, merged } from './found.ts';
import { giveSearchFunctions } from './functions.ts';
import type { UsableIndex } from './index/attached.ts';
import type { SearchAsk } from './search-ask.ts';
import type { Span } from './span.ts';
import { streamsOf } from './streams.ts';

const defaultLimit = 50;

/** One question, with what it needs beside the journal. */
export interface Question {
  ask: SearchAsk;
  /** the shop's day, YYYY-MM-DD; null: words for days are text only */
  today: string | null;
  /** null: every sale is looked at */
  index: UsableIndex | null;
  /** throws when nobody waits for the answer any more */
  stillWanted(): void;
}

/** What a page says of its search: how the index was is for whoever asked with it. */
export type FoundPage = Omit<TransactionPage, 'search'> & {
  search: Omit<NonNullable<TransactionPage['search']>, 'index'> | null;
};

/**
 * Newest first, page by page behind the last sale shown, the same with an index and without. Empty lists of states or kinds
 * ask for all of them. Throws RangeError for a cursor that is not ours.
 */
export function prepareSearch(db: Database.Database): (question: Question) => FoundPage {
  giveSearchFunctions(db);
  const exact = prepareExact(db);
  const sales = db.prepare(`SELECT ${saleColumns} FROM transactions WHERE rowid = ?`);
  const read = (rowid: number): Transaction => readSale(sales.get(rowid));

  return ({ ask, today, index, stillWanted }) => {
    const limit = ask.limit ?? defaultLimit;
    const text = ask.text?.trim() ?? '';
    const search = text === '' ? null : searchFor(text, ask.costs, today);
    const ids = search ? exact(search.receiptNo ?? text) : [];
    const span = spanOf(ask);
    let stoppedAt: Place | null = null;
    const streams = streamsOf(db, {
      condition: all([...filtersOf(ask), ...(search && ids.length === 0 ? [search.condition] : [])]),
      ids,
      cash: ask.only ?? null,
      span,
      index,
      stillWanted,
      stopped(at) {
        if (stoppedAt === null || isNewer(at, stoppedAt)) stoppedAt = at;
      },
    });
    const found = firstOf(merged(streams), limit + 1);
    return pageOf(found, limit, stoppedAt, search, read);
  };
}

function searchFor(text: string, costs: boolean | undefined, today: string | null): ParsedQuery {
  const search = parseQuery(text, today);
  return costs === false ? { ...search, condition: withoutCosts(search.condition) } : search;
}

function firstOf(stream: Generator<Found, void>, count: number): Found[] {
  const found: Found[] = [];
  for (const one of stream) {
    found.push(one);
    if (found.length === count) break;
  }
  return found;
}

/** A walk that gave up at some place cannot say what stands behind it: the page ends there, and the next begins there. */
function pageOf(
  found: readonly Found[],
  limit: number,
  stoppedAt: Place | null,
  search: ParsedQuery | null,
  read: (rowid: number) => Transaction,
): FoundPage {
  const sure = stoppedAt === null ? found : found.filter((one) => !isNewer(stoppedAt, one));
  const items = sure.slice(0, limit).map(({ rowid }) => read(rowid));
  const last = sure.length > limit ? items.at(-1) : null;
  const older = !last && stoppedAt !== null;
  const next = last ?? stoppedAt;
  return {
    items,
    next: next ? cursorOf(next) : null,
    search: search && {
      understood: search.terms,
      marks: items.map((sale) => marksOf(sale, search.condition)),
      older,
    },
  };
}

/** The part of the list that is asked for. */
export function spanOf({ from, to, cursor }: Pick<TransactionSearch, 'from' | 'to' | 'cursor'>): Span {
  return {
    from: from ? instant(from) : null,
    to: to ? instant(to) : null,
    behind: cursor ? placeOf(cursor) : null,
  };
}

/** Any ISO 8601 time in the form the rows have. */
const instant = (time: string): string => new Date(time).toISOString();

/** What beside its text must be met. */
export function filtersOf({ states, kinds }: Pick<TransactionSearch, 'states' | 'kinds'>): Condition[] {
  const filters: Leaf[] = [];
  if (states?.length) filters.push({ is: 'states', states: [...new Set(states)] });
  const kind = kinds?.[0];
  if (kind && kinds.every((other) => other === kind)) filters.push({ is: 'kind', kind });
  return filters;
}
