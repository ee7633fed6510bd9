import { rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  backupError,
  decryptBackup,
  isEncrypted,
  makeBackup,
  prepareRestore,
  RestoreRefused,
} from '../backup/index.ts';
import type { System } from '../base/system.ts';
import type { CallHandler } from '../base/worker-pool.ts';
import { eraseInReplaced, purgeErasedTraces } from '../customers/index.ts';
import { Task, type TaskAnswer } from '../db/database-tasks.ts';
import { verifyJournal } from '../integrity/index.ts';

type Host = Pick<System, 'clock' | 'random'>;

/** Answers the tasks that read whole databases, in the thread that database-worker.ts starts. */
export const databaseTaskHandler =
  (host: Host): CallHandler =>
  (task) =>
    answer(host, Task.parse(task));

async function answer(host: Host, task: Task): Promise<TaskAnswer> {
  const { clock } = host;
  switch (task.task) {
    case 'copy':
      try {
        return { kind: 'copied', ...(await makeBackup(clock, task)) };
      } catch (error) {
        return { kind: 'not_copied', error: backupError(error, task.folder), message: messageOf(error) };
      }
    case 'verify':
      try {
        return { kind: 'verified', report: verifyJournal(task.database, task.keys) };
      } catch (error) {
        return { kind: 'not_verified', message: messageOf(error) };
      }
    case 'clean':
      try {
        // Before the present database reports that nothing is left to do.
        const unreached = await eraseAllReplaced(host, task);
        return { kind: 'cleaned', done: purgeErasedTraces(task.database, task.vacuum), unreached };
      } catch (error) {
        return { kind: 'not_cleaned', message: messageOf(error) };
      }
    case 'prepare':
      try {
        await prepareOpened(host, task);
        return { kind: 'prepared' };
      } catch (error) {
        if (error instanceof RestoreRefused) return { kind: 'refused', reason: error.reason, message: error.message };
        return { kind: 'failed', error: backupError(error, dirname(task.copy)), message: messageOf(error) };
      }
  }
}

/** Decrypts an encrypted backup to a temporary file beside the prepared database. */
async function prepareOpened({ random }: Host, task: Extract<Task, { task: 'prepare' }>): Promise<void> {
  if (!isEncrypted(task.copy)) return prepareRestore(task, random);
  const opened = `${task.prepared}.opened`;
  rmSync(opened, { force: true });
  try {
    await decryptBackup(task.copy, opened, task.passphrase ?? null);
    return prepareRestore({ ...task, copy: opened }, random);
  } finally {
    rmSync(opened, { force: true });
  }
}

async function eraseAllReplaced({ random }: Host, task: Extract<Task, { task: 'clean' }>): Promise<string[]> {
  const unreached: string[] = [];
  for (const path of task.replaced) {
    try {
      // Loaded only here: the thread starts for a copy in half the time.
      const { openShopDatabase } = await import('./shop-database.ts');
      await eraseInReplaced(path, (path) => openShopDatabase({ path, random }), task);
    } catch {
      unreached.push(basename(path));
    }
  }
  return unreached;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}
