/** Worker thread: writes files from a database that it only reads. */

import { lowerPriority } from '../../base/system/lower-priority.ts';
import { systemClock } from '../../base/system/node-system.ts';
import { isoNow } from '../../base/system.ts';
import { type CallContext, CancelledError, serveCalls } from '../../base/worker-pool.ts';
import { connect } from '../../db/open-database.ts';
import { AtomicFile } from '../atomic-file.ts';
import { ExportTask, type FileResult, toExportFailure } from '../file-tasks.ts';
import { writeExport } from './write-export.ts';

async function run(task: ExportTask, context: CallContext): Promise<FileResult> {
  let file: AtomicFile | null = null;
  try {
    const db = connect(task.journal, true);
    file = new AtomicFile(task.path, task.temporary);
    const rows = await writeExport(db, file, task, isoNow(systemClock), context);
    file.finish();
    db.close();
    return { kind: 'done', rows };
  } catch (thrown) {
    file?.discard();
    if (thrown instanceof CancelledError) throw thrown;
    return { kind: 'failed', ...toExportFailure(thrown, task.path) };
  }
}

lowerPriority();
serveCalls((task, context) => run(ExportTask.parse(task), context));
