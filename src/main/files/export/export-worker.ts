/** A thread of its own: writes one file out of a journal that it only reads, and ends. */

import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../db/open-database.ts';
import { lowerPriority } from '../../db/worker/lower-priority.ts';
import { exportFault } from './fault.ts';
import { CancelledError, ExportTask, type FromThread } from './tasks.ts';
import { WholeFile } from './whole-file.ts';
import { writeExport } from './write-export.ts';

lowerPriority();
const task = ExportTask.parse(workerData);
const given = new Int32Array(task.given);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
const say = (message: FromThread): void => parentPort?.postMessage(message);

async function run(): Promise<FromThread> {
  let file: WholeFile | null = null;
  try {
    const db = connect(task.journal, true);
    file = new WholeFile(task.path, task.temporary);
    const rows = await writeExport(db, file, task, new Date().toISOString(), {
      stillWanted() {
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
    return { kind: 'failed', ...exportFault(thrown, task.path) };
  }
}

say(await run());
