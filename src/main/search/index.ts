export { searchHandlers } from './api.ts';
export { prepareOutline } from './outline.ts';
export { filtersOf, prepareExact, prepareSearch, type SearchRequest, spanOf } from './search.ts';
export { createSearchService, type SearchService } from './search-service.ts';
export { firstLateBill, spanOfDays, spanSql } from './span.ts';
export { joined, registerSearchFunctions, type Sql, sql, sqlOf } from './sql.ts';
