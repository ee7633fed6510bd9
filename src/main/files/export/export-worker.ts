/** Worker thread: writes one file from a database that it only reads, then ends. */

import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../db/open-database.ts';
import { lowerPriority } from '../../db/worker/lower-priority.ts';
import { AtomicFile } from '../atomic-file.ts';
import { CancelledError, ExportTask, toExportFailure, type WorkerMessage } from '../file-tasks.ts';
import { writeExport } from './write-export.ts';

lowerPriority();
const task = ExportTask.parse(workerData);
const given = new Int32Array(task.given);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
const say = (message: WorkerMessage): void => parentPort?.postMessage(message);

async function run(): Promise<WorkerMessage> {
  let file: AtomicFile | null = null;
  try {
    const db = connect(task.journal, true);
    file = new AtomicFile(task.path, task.temporary);
    const rows = await writeExport(db, file, task, new Date().toISOString(), {
      throwIfCancelled() {
        if (Atomics.load(given, 0) !== 0) throw new CancelledError();
      },
      progress: (now) => say({ kind: 'progress', ...now }),
    });
    file.finish();
    db.close();
    return { kind: 'done', rows };
  } catch (thrown) {
    file?.discard();
    if (thrown instanceof CancelledError) return { kind: 'cancelled' };
    return { kind: 'failed', ...toExportFailure(thrown, task.path) };
  }
}

say(await run());
