import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRestore, preparedPath, replacementPaths } from '../../../src/main/backup/restore.ts';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { createTaskRunner } from '../../../src/main/db/database-tasks.ts';
import { createTaskManager } from '../../../src/main/files/task-manager.ts';
import { appWorld } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { recordingLog } from '../../support/fake-system.ts';
import { keptThreads } from '../../support/kept-threads.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';

describe('a restore and the mode of the counter', () => {
  /** A live shop whose provider and relay answer nobody, with one copy; its supervisor's PIN is 1234. */
  async function shopWithCopy() {
    const dataDir = temporaryFolder();
    const shop = await appWorld({
      dataDir,
      env: liveUnanswered,
    });
    await shop.call('settings.save', { supervisorPin: { next: '1234' } });
    const { file } = (await shop.call('backups.make')).value;
    return {
      ...shop,
      file,
      live: join(dataDir, 'live'),
      restore: () => shop.call('backups.restore', { file, pin: '1234' }),
    };
  }

  test('a restore that ends after the change to practice leaves the counter there; live is the copy when it is next opened', async () => {
    const { app, call, restore } = await shopWithCopy();
    const [restored, switched] = await Promise.all([restore(), call('mode.switch', { mode: 'training' })]);
    expect(restored).toMatchObject({ ok: true });
    expect(switched).toMatchObject({ ok: true });
    expect(app.mode()).toBe('training');
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ ok: true });
    expect((await call('status')).value).toMatchObject({ mode: 'live', restored: { reason: 'copy' } });
  });

  test('a connection that is saved while the mode changes brings nobody back either, and the last change of the mode counts', async () => {
    const { app, call } = await shopWithCopy();
    const both = [
      call('settings.save', { provider: { answerTimeoutSeconds: 61 } }),
      call('mode.switch', { mode: 'training' }),
    ];
    await Promise.all(both);
    expect(app.mode()).toBe('training');
    await Promise.all([call('mode.switch', { mode: 'live' }), call('mode.switch', { mode: 'training' })]);
    expect(app.mode()).toBe('training');
  });

  test('a restore that the disk does not let be decided leaves the counter open on what it had', async () => {
    const { call, restore, live } = await shopWithCopy();
    mkdirSync(join(live, 'restore.json.new'));
    expect(await restore()).toMatchObject({ error: { code: 'internal' } });
    expect(await call('status')).toMatchObject({ ok: true, value: { mode: 'live', restored: null } });
    expect(await call('transactions.search')).toMatchObject({ ok: true });
    rmSync(join(live, 'restore.json.new'), { recursive: true });
    expect(await restore()).toMatchObject({ ok: true });
  });

  test('a restore that was decided and whose files were not moved is ended before live is opened', async () => {
    const { call, restore, live } = await shopWithCopy();
    await restore();
    const { terminal } = (await call('status')).value;
    await call('mode.switch', { mode: 'training' });
    renameSync(join(live, 'journal.db'), preparedPath({ folder: live, database: '' }));
    writeFileSync(join(live, 'restore.json'), JSON.stringify({ replacedName: 'replaced-x.db' }));
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ ok: true });
    expect((await call('status')).value).toMatchObject({ terminal, restored: { reason: 'copy' } });
    expect(existsSync(join(live, 'restore.json'))).toBe(false);
  });

  test('while one is under way another is refused; the program’s end gives up one that is being made ready, and waits for one that is decided', async () => {
    const { app, file, live } = await shopWithCopy();
    await app.close();
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done: string[] = [];
    const restoreBy = () =>
      createRestore({
        headFile: null,
        places: replacementPaths(live),
        passphrase: () => Promise.resolve(null),
        async renewLive(meanwhile) {
          reached.resolve();
          await goOn.promise;
          meanwhile();
          done.push('in place');
        },
        clock: systemClock,
        runTask: createTaskRunner(keptThreads),
        log: recordingLog(),
      });
    const copy = join(live, 'backups', file);
    const givenUp = restoreBy();
    const answer = givenUp.restore(copy);
    await givenUp.stop();
    expect(givenUp.underWay()).toBe(false);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'internal', reason: 'closing' } });
    expect(readdirSync(live).filter((name) => name.startsWith('replaced-'))).toEqual([]);

    const decided = restoreBy();
    const put = decided.restore(copy);
    await reached.promise;
    expect(await decided.restore(copy)).toMatchObject({ error: { code: 'not_allowed', reason: 'restoring' } });
    const stopped = decided.stop().then(() => done.push('stopped'));
    goOn.resolve();
    await stopped;
    expect(await put).toMatchObject({ ok: true });
    expect(done).toEqual(['in place', 'stopped']);
  });

  test('a copy that was put in place is not said to be not, though live could not be opened and the program ends', async () => {
    const { app, file, live } = await shopWithCopy();
    await app.close();
    const restore = createRestore({
      headFile: null,
      places: replacementPaths(live),
      passphrase: () => Promise.resolve(null),
      async renewLive(meanwhile) {
        meanwhile();
        void restore.stop();
        throw new Error('not opened');
      },
      clock: systemClock,
      runTask: createTaskRunner(keptThreads),
      log: recordingLog(),
    });
    await expect(restore.restore(join(live, 'backups', file))).rejects.toThrow('not opened');
  });

  test('no file is begun while no database is open, and the next one is after that', async () => {
    const tasks = createTaskManager(keptThreads, () => undefined);
    const begin = () =>
      tasks.begin({ kind: 'export', format: 'csv', path: '/a/b.csv' }, ({ signal }) => {
        const aborted = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => aborted.resolve());
        return aborted.promise.then(() => ({ state: 'cancelled', reason: null, fetch: false }));
      });
    expect(begin()).toMatchObject({ ok: true });
    expect(begin()).toMatchObject({ error: { reason: 'task_running' } });
    await tasks.pauseDuring(async () => {
      expect(tasks.isBusy()).toBe(false);
      expect(begin()).toMatchObject({ error: { code: 'internal', reason: 'closing' } });
    });
    expect(begin()).toMatchObject({ ok: true });
    await tasks.stop();
    expect(begin()).toMatchObject({ error: { reason: 'closing' } });
  });
});
