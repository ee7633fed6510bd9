/** Worker thread: compares one statement with the database, or writes the differences, then ends. */

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { lowerPriority } from '../../db/worker/lower-priority.ts';
import { AtomicFile } from '../atomic-file.ts';
import { CancelledError, ReconcileTask, toExportFailure, type WorkerMessage } from '../file-tasks.ts';
import { compareStatement } from './compare.ts';
import { NotATable } from './statement.ts';
import { writeDifferences } from './write-differences.ts';

lowerPriority();
const task = ReconcileTask.parse(workerData);
const given = new Int32Array(task.given);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
const say = (message: WorkerMessage): void => parentPort?.postMessage(message);
const throwIfCancelled = (): void => {
  if (Atomics.load(given, 0) !== 0) throw new CancelledError();
};

async function run(): Promise<WorkerMessage> {
  let file: AtomicFile | null = null;
  try {
    if (task.do === 'compare') {
      const rows = await compareStatement(task, {
        throwIfCancelled,
        progress: (now) => say({ kind: 'progress', ...now }),
      });
      return { kind: 'done', rows };
    }
    const scratch = new Database(task.scratch, { readonly: true });
    file = new AtomicFile(task.path, task.temporary);
    const rows = writeDifferences(scratch, file, task, throwIfCancelled);
    file.finish();
    scratch.close();
    return { kind: 'done', rows };
  } catch (thrown) {
    file?.discard();
    if (thrown instanceof CancelledError) return { kind: 'cancelled' };
    if (thrown instanceof NotATable) return { kind: 'failed', reason: thrown.reason, fault: thrown.reason };
    return { kind: 'failed', ...toExportFailure(thrown, task.do === 'write' ? task.path : task.scratch) };
  }
}

say(await run());
