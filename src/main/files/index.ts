/**
 * Files that come and go: exports of receipts and books, the provider’s statement, the table of any workbook or text.
 * Long work runs in worker threads as tasks that can be cancelled; a file appears under its name when it is whole.
 * May use db. Tests: tests/unit/files, tests/contract/{statement-attention,rows-of-text-files}.test.ts.
 */

export { type Downloads, type FileDialogs } from './api.ts';
export { ChosenFiles, fileGone } from './chosen-files.ts';
export { byteOrderMark, type Cell, csvLines } from './export/csv.ts';
export { exportTable, type SmallTableDeps } from './export/small-table.ts';
export { filesFeature } from './feature.ts';
export { type FoundTable, findListTable, readTable, toExportFailure } from './file-tasks.ts';
export { comparisonPath, removeComparison } from './reconciliation/comparison-db.ts';
export { isAmbiguous, proposeDecimal, readAmount, shownDecimals } from './table/amount.ts';
export { parseRows } from './table/delimited-rows.ts';
export { columnNames, lettersTo, rankedFields, rankOf, valuesOf } from './table/headings.ts';
export { listHeadings, listQuestion, memberHeadings } from './table/list-headings.ts';
export { isRemembered, ListMappings, type RememberedList, rememberedMappings } from './table/remembered.ts';
export { cellValue, openTableFile } from './table/table-file.ts';
export { NotATable } from './table/workbook.ts';
export { type TaskManager } from './task-manager.ts';
