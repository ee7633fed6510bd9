/**
 * Searching the receipts by any part of any field, in threads of its own, with an index that may lag and is never needed to be right.
 * May use db. Tests: tests/unit/search.
 */

export { searchFeature } from './feature.ts';
export {
  filtersOf,
  outlineOf,
  prepareExact,
  prepareSource,
  type SearchRequest,
  type SearchSource,
  searchSources,
  spanOf,
} from './search.ts';
export { removeIndex } from './search-index.ts';
export { type SearchService, ThreadedSearch } from './search-service.ts';
export { firstLateBill, joined, registerSearchFunctions, type Sql, spanOfDays, spanSql, sql, sqlOf } from './sql.ts';
