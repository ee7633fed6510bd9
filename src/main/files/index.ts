export { type Downloads, exportHandlers, type FileDialogs } from './api.ts';
export { AtomicFile, unfinishedFiles } from './atomic-file.ts';
export { byteOrderMark, type Cell, csvLines } from './export/csv.ts';
export { toExportFailure } from './file-tasks.ts';
export { comparisonPath, removeComparison } from './reconciliation/comparison-db.ts';
export { readTextHead } from './reconciliation/statement.ts';
export { NotATable } from './reconciliation/workbook.ts';
export { reconcileHandlers } from './reconciliation-api.ts';
export { createTaskManager, type TaskManager } from './task-manager.ts';
