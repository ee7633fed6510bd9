export { searchHandlers } from './api.ts';
export { filtersOf, outlineOf, prepareExact, prepareSearch, type SearchRequest, spanOf } from './search.ts';
export { createSearchService, type SearchService } from './search-service.ts';
export { firstLateBill, joined, registerSearchFunctions, type Sql, spanOfDays, spanSql, sql, sqlOf } from './sql.ts';
