export { searchHandlers } from './api.ts';
export {
  filtersOf,
  outlineOf,
  prepareExact,
  prepareSearch,
  prepareSource,
  type SearchRequest,
  type SearchSource,
  searchSources,
  spanOf,
} from './search.ts';
export { removeIndex } from './search-index.ts';
export { createSearchService, type SearchService } from './search-service.ts';
export { firstLateBill, joined, registerSearchFunctions, type Sql, spanOfDays, spanSql, sql, sqlOf } from './sql.ts';
