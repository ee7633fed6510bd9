import type { StatementColumns, StatementMapping } from '../../src/shared/domain/column-mapping.ts';

/** How a CSV with semicolons and its headings in the first row is read. */
export const statementMapping = (columns: StatementColumns): StatementMapping => ({
  sheet: null,
  separator: ';',
  headingRow: 1,
  decimal: 'comma',
  columns,
  dateOrder: null,
  negative: null,
  statuses: {},
  period: null,
});
