/** A thread of its own: compares one statement with the journal, or writes what that found, and ends. */

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { lowerPriority } from '../../db/worker/lower-priority.ts';
import { exportFault } from '../export/fault.ts';
import { CancelledError, type FromThread } from '../export/tasks.ts';
import { WholeFile } from '../export/whole-file.ts';
import { compareStatement } from './compare.ts';
import { NoTable } from './statement.ts';
import { ReconcileTask } from './tasks.ts';
import { writeDifferences } from './write-differences.ts';

lowerPriority();
const task = ReconcileTask.parse(workerData);
const given = new Int32Array(task.given);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
const say = (message: FromThread): void => parentPort?.postMessage(message);
const stillWanted = (): void => {
  if (Atomics.load(given, 0) !== 0) throw new CancelledError();
};

async function run(): Promise<FromThread> {
  let file: WholeFile | null = null;
  try {
    if (task.do === 'compare') {
      const rows = await compareStatement(task, {
        stillWanted,
        progress: (now) => say({ kind: 'progress', ...now }),
      });
      return { kind: 'done', rows };
    }
    const scratch = new Database(task.scratch, { readonly: true });
    file = new WholeFile(task.path, task.temporary);
    const rows = writeDifferences(scratch, file, task, stillWanted);
    file.finish();
    scratch.close();
    return { kind: 'done', rows };
  } catch (thrown) {
    file?.discard();
    if (thrown instanceof CancelledError) return { kind: 'cancelled' };
    if (thrown instanceof NoTable) return { kind: 'failed', reason: thrown.reason, fault: thrown.reason };
    return { kind: 'failed', ...exportFault(thrown, task.do === 'write' ? task.path : task.scratch) };
  }
}

say(await run());
