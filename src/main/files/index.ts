export { type Downloads, exportHandlers, type FileDialogs, openSavedExports, type SavedExports } from './api.ts';
export { AtomicFile, unfinishedFiles } from './atomic-file.ts';
export { byteOrderMark, type Cell, csvLines } from './export/csv.ts';
export { readWorkbook, toExportFailure } from './file-tasks.ts';
export { comparisonPath, removeComparison } from './reconciliation/comparison-db.ts';
export { columnNames, readTextHead } from './reconciliation/statement.ts';
export { isArchive, NotATable } from './reconciliation/workbook.ts';
export { reconcileHandlers } from './reconciliation-api.ts';
export { createTaskManager, type TaskManager } from './task-manager.ts';
