/** Worker thread: looks at statements, compares them with the database, and writes the differences. */

import Database from 'better-sqlite3';
import { lowerPriority } from '../../base/system/lower-priority.ts';
import { type CallContext, CancelledError, serveCalls } from '../../base/worker-pool.ts';
import { AtomicFile } from '../atomic-file.ts';
import { type FileResult, ReconcileTask, toExportFailure } from '../file-tasks.ts';
import { compareStatement } from './compare.ts';
import { readStatementHead } from './statement.ts';
import { NotATable, workbookRows } from './workbook.ts';
import { writeDifferences } from './write-differences.ts';

async function run(task: ReconcileTask, context: CallContext): Promise<FileResult> {
  let file: AtomicFile | null = null;
  try {
    if (task.do === 'look') {
      const { columns, named, sample } = await readStatementHead(task.statement);
      return { kind: 'looked', columns, named, sample };
    }
    if (task.do === 'read') return { kind: 'rows', rows: await readRows(task) };
    if (task.do === 'compare') return { kind: 'done', rows: await compareStatement(task, context) };
    const scratch = new Database(task.scratch, { readonly: true });
    file = new AtomicFile(task.path, task.temporary);
    const rows = writeDifferences(scratch, file, task, context.throwIfCancelled);
    file.finish();
    scratch.close();
    return { kind: 'done', rows };
  } catch (thrown) {
    file?.discard();
    if (thrown instanceof CancelledError) throw thrown;
    if (thrown instanceof NotATable) return { kind: 'failed', reason: thrown.reason, fault: thrown.reason };
    return { kind: 'failed', ...toExportFailure(thrown, placeOf(task)) };
  }
}

/** Of the sheet with the table; of the first one, if none has more than one column. */
async function readRows({ workbook, maxRows }: Extract<ReconcileTask, { do: 'read' }>): Promise<string[][]> {
  const head = await readStatementHead(workbook).catch(() => null);
  const rows: string[][] = [];
  for await (const row of workbookRows(workbook, head?.kind === 'workbook' ? head.sheet : 0, 2 * maxRows)) {
    rows.push(row);
    if (rows.length === maxRows) break;
  }
  return rows;
}

/** The file whose folder must be there. */
function placeOf(task: ReconcileTask): string {
  switch (task.do) {
    case 'look':
      return task.statement;
    case 'read':
      return task.workbook;
    case 'compare':
      return task.scratch;
    case 'write':
      return task.path;
  }
}

lowerPriority();
serveCalls((task, context) => run(ReconcileTask.parse(task), context));
