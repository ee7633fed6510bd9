export { searchHandlers } from './api.ts';
export { prepareExact } from './exact.ts';
export { giveSearchFunctions } from './functions.ts';
export { prepareOutline } from './outline.ts';
export { filtersOf, prepareSearch, spanOf } from './search.ts';
export { type SearchAsk } from './search-ask.ts';
export { createFinder, type Finder } from './search-service.ts';
export { firstLateBill, spanOfDays, spanSql } from './span.ts';
export { cashSql, joined, owedSql, type Sql, sql, sqlOf } from './sql.ts';
