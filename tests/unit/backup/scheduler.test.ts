import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { BackupScheduler } from '../../../src/main/backup/scheduler.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { recordingLog, virtualClock } from '../../support/fake-system.ts';

const minute = 60_000;

/** A scheduler over a database that says who reads it once it is closed, and whose next answer can be held back. */
function scheduled(runTask: ConstructorParameters<typeof BackupScheduler>[0]['runTask']) {
  const clock = virtualClock();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'konter-AB7K-20260302T030405678Z-5-0123456789abcdef.db'), '');
  let isClosed = false;
  let held: PromiseWithResolvers<void> | null = null;
  const late: string[] = [];
  const scheduler = new BackupScheduler({
    db: {
      id: 'a journal',
      terminal: 'AB7K',
      async head() {
        if (isClosed) late.push('head');
        const wait = held;
        held = null;
        await wait?.promise;
        return { seq: 7, hash: '00' };
      },
    },
    journalPath: `${folder}/journal.db`,
    liveFolder: folder,
    headFile: null,
    folder: () => ({ path: folder, ours: true }),
    encryption: async () => ({ encrypt: false, passphrase: null }),
    localTime: (at) => at,
    clock,
    runTask,
    log: recordingLog(),
    changed() {
      if (isClosed) late.push('changed');
    },
  });
  return {
    clock,
    scheduler,
    late,
    holdNext() {
      const wait = Promise.withResolvers<void>();
      held = wait;
      return { release: () => wait.resolve(), isRead: () => held !== wait };
    },
    close() {
      isClosed = true;
    },
  };
}

const settles = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns++) await nextTurn();
};

test('has stopped only when the look that was under way is over, and reads the database no more', async () => {
  const { clock, scheduler, late, holdNext, close } = scheduled(async () => ({
    kind: 'not_copied',
    error: 'other',
    message: '',
  }));
  await clock.pass(minute - 1);
  const { release } = holdNext();
  await clock.pass(1);
  let isStopped = false;
  const stopped = scheduler.stop().then(() => {
    isStopped = true;
    close();
    return undefined;
  });
  await settles();
  expect(isStopped).toBe(false);
  release();
  await stopped;
  await settles();
  await clock.pass(5 * minute);
  expect(late).toEqual([]);
});

test('a copy that does not end when it is cancelled is left behind, and touches nothing afterwards', async () => {
  const copying = Promise.withResolvers<{ kind: 'not_copied'; error: 'other'; message: string }>();
  const { clock, scheduler, late, close } = scheduled(() => copying.promise);
  const backup = scheduler.make();
  const stopped = scheduler.stop();
  await clock.pass(3000);
  await stopped;
  close();
  copying.resolve({ kind: 'not_copied', error: 'other', message: '' });
  expect(await backup).toEqual({ kind: 'not_copied', error: 'other' });
  await settles();
  expect(late).toEqual([]);
});

test('a last copy that takes too long at the program’s end touches nothing afterwards', async () => {
  const { clock, scheduler, late, holdNext, close } = scheduled(async () => ({
    kind: 'not_copied',
    error: 'other',
    message: '',
  }));
  const { release, isRead } = holdNext();
  const finished = scheduler.finish(5000);
  await vi.waitFor(() => expect(isRead()).toBe(true));
  await clock.pass(9000);
  await finished;
  close();
  release();
  await settles();
  expect(late).toEqual([]);
});
