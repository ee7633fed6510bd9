import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Installer } from '../../../src/main/updates/feed.ts';
import {
  type Activity,
  checkInstallAllowed,
  isNewer,
  judgeRelease,
  quietMs,
  type UpdateDeps,
  UpdateService,
  updatesFile,
} from '../../../src/main/updates/update-service.ts';
import type { UpdatesState } from '../../../src/shared/contract/updates.ts';
import { feedName, type ReleaseServer, releaseServer } from '../../support/fake-servers.ts';
import { virtualClock } from '../../support/fake-system.ts';
import { folder as freshFolder } from '../../support/temporary-folder.ts';

describe('updates', () => {
  const minute = 60_000;
  /** for what takes many steps of the clock */
  const slowly = { timeout: 30_000, interval: 2 };
  const id = 'a'.repeat(32);
  let server: ReleaseServer;
  let clock: ReturnType<typeof virtualClock>;
  let activity: Activity;
  let states: UpdatesState[];
  let updates: UpdateService;
  let install: ReturnType<typeof vi.fn<() => Promise<void>>>;
  let backUp: ReturnType<typeof vi.fn<() => Promise<boolean>>>;

  beforeEach(async () => {
    server = await releaseServer();
    server.release('1.1.0');
    clock = virtualClock();
    activity = {
      sending: 0,
      pendingWrites: 0,
      reopening: false,
      tasks: 0,
      openShift: 3,
      lastClosedAt: null,
      lastSaleAt: null,
      now: 0,
    };
    states = [];
    install = vi.fn<() => Promise<void>>(async () => undefined);
    backUp = vi.fn<() => Promise<boolean>>(async () => true);
  });
  afterEach(async () => {
    updates.stop();
    await server.close();
  });

  async function begin(change: Partial<UpdateDeps> = {}, host: Partial<Installer> = {}): Promise<void> {
    const folder = await freshFolder();
    updates = new UpdateService({
      version: '1.0.0',
      installer: {
        feedName,
        fetch,
        download: async (release, base, progress) => {
          const [file] = release.files;
          const bytes = Buffer.from(await (await fetch(`${base}${file?.name}`)).arrayBuffer());
          progress(0.5);
          progress(1);
          if (bytes.length !== file?.bytes) throw new Error('not whole');
        },
        install,
        ...host,
      },
      keys: [server.publicKey],
      url: () => server.url,
      automatic: () => true,
      file: updatesFile(join(folder, 'updates.json'), () => id),
      clock,
      log: { info() {}, warn() {}, error() {} },
      activity: async () => ({ ...activity, now: clock.now() }),
      backUp,
      changed: (state) => states.push(state),
      ...change,
    });
  }

  const waiting = () => vi.waitFor(async () => expect((await updates.state()).phase).toBe('waiting'));

  describe('looking after newer releases', () => {
    it('brings one in the background, says how far it is, and waits for the day to be closed', async () => {
      await begin();
      await updates.check();
      await waiting();
      const phases = () => states.map(({ phase, percent }) => `${phase} ${percent}`);
      await vi.waitFor(() => expect(phases()).toEqual(expect.arrayContaining(['downloading 50', 'waiting 100'])));
      expect(phases().slice(0, 2)).toEqual(['checking 0', 'downloading 0']);
      expect(await updates.state()).toMatchObject({
        release: { version: '1.1.0' },
        waitsFor: 'shift_open',
        problem: null,
      });
      await clock.pass(30 * minute);
      expect(install).not.toHaveBeenCalled();

      activity = { ...activity, openShift: null, lastClosedAt: clock.now() };
      await clock.pass(minute);
      expect(install).not.toHaveBeenCalled();
      await clock.pass(3 * minute);
      await vi.waitFor(() => expect(install).toHaveBeenCalledOnce());
      expect(backUp).toHaveBeenCalledOnce();
    });

    it('looks by itself two minutes after the start and every six hours', async () => {
      await begin({ version: '1.1.0' });
      await clock.pass(1.5 * minute);
      expect(server.paths).toEqual([]);
      // Not so long that the answer is late by this clock.
      await clock.pass(0.6 * minute);
      await vi.waitFor(() => expect(server.paths).toHaveLength(2), slowly);
      // Hours that pass while the answer is on its way would be a time-out.
      await vi.waitFor(async () => expect((await updates.state()).checkedAt).not.toBeNull(), slowly);
      const first = clock.now();
      await vi.waitFor(async () => {
        await clock.pass(10 * minute);
        expect(server.paths.length).toBeGreaterThan(2);
      }, slowly);
      expect(clock.now() - first).toBeGreaterThan(5.9 * 60 * minute);
    });

    it('is put in place at once when a person asks, over an open shift, but not over a sale that is being sent', async () => {
      await begin();
      await updates.check();
      await waiting();
      activity = { ...activity, sending: 1 };
      expect(await updates.install(true)).toBe('sending');
      expect(install).not.toHaveBeenCalled();
      activity = { ...activity, sending: 0 };
      expect(await updates.install(true)).toBeNull();
      expect(install).toHaveBeenCalledOnce();
    });

    it('waits again when somebody sells while the receipts are copied', async () => {
      await begin();
      await updates.check();
      await waiting();
      backUp.mockImplementation(async () => {
        activity = { ...activity, sending: 1 };
        return true;
      });
      expect(await updates.install(true)).toBe('sending');
      expect(install).not.toHaveBeenCalled();
      expect((await updates.state()).phase).toBe('waiting');
    });

    it('waits again, as after no fault, when somebody sells while its file is looked at once more', async () => {
      await begin();
      await updates.check();
      await waiting();
      install.mockImplementationOnce(async () => {
        activity = { ...activity, sending: 1 };
        throw new Error('an answer is waited for');
      });
      expect(await updates.install(true)).toBe('sending');
      expect(await updates.state()).toMatchObject({ phase: 'waiting', problem: null });
      activity = { ...activity, sending: 0 };
      expect(await updates.install(true)).toBeNull();
    });

    it('is not put in place without a copy of the receipts, and not tried again by itself', async () => {
      await begin();
      await updates.check();
      await waiting();
      backUp.mockResolvedValue(false);
      activity = { ...activity, openShift: null, lastClosedAt: clock.now() - 5 * minute };
      await clock.pass(10 * minute);
      await vi.waitFor(async () => expect((await updates.state()).problem).toBe('not_copied'));
      expect(backUp).toHaveBeenCalledOnce();
      expect(install).not.toHaveBeenCalled();
    });

    it('goes on as it is when the other program does not start', async () => {
      await begin();
      await updates.check();
      await waiting();
      install.mockRejectedValue(new Error('no rights'));
      expect(await updates.install(true)).toBe('not_installed');
      expect(await updates.state()).toMatchObject({ phase: 'waiting', problem: 'not_installed' });
    });

    it('never installs by itself where the owner wants to be asked', async () => {
      await begin({ automatic: () => false });
      await updates.check();
      await waiting();
      activity = { ...activity, openShift: null, lastClosedAt: clock.now() - 5 * minute };
      expect((await updates.state()).waitsFor).toBe('asking');
      await clock.pass(10 * minute);
      expect(install).not.toHaveBeenCalled();
      expect(await updates.install(true)).toBeNull();
    });

    it('takes no release that is older, the same, unsigned, or not for this counter yet', async () => {
      await begin({ version: '1.1.0' });
      expect(await updates.check()).toMatchObject({ phase: 'idle', release: null, problem: null });
      server.release('0.9.0');
      expect(await updates.check()).toMatchObject({ phase: 'idle', release: null, problem: null });
      server.release('1.2.0', 'stagingPercentage: 0\n');
      expect(await updates.check()).toMatchObject({ phase: 'idle', release: null, problem: null });
      server.release('1.3.0');
      server.files.delete(`${feedName}.sig`);
      expect(await updates.check()).toMatchObject({ phase: 'idle', release: null, problem: 'not_signed' });
      expect(server.paths.every((name) => name.startsWith(feedName))).toBe(true);
      expect(await updates.install(true)).toBe('none');
    });

    it('says so when the download fails, and may be asked again', async () => {
      await begin();
      const name = [...server.files.keys()].find((file) => file.endsWith('.AppImage')) ?? '';
      const program = server.files.get(name)!;
      server.files.set(name, program.subarray(0, 100));
      await updates.check();
      await vi.waitFor(async () =>
        expect(await updates.state()).toMatchObject({ phase: 'idle', problem: 'not_downloaded' }),
      );
      server.files.set(name, program);
      await updates.check();
      await waiting();
      expect((await updates.state()).problem).toBeNull();
    });

    it('asks nobody where no address is set, where it cannot renew itself, or where it believes no key', async () => {
      await begin({ url: () => null });
      expect(await updates.check()).toMatchObject({ phase: 'idle', hindrance: null });
      updates.stop();
      await begin({ keys: [] });
      expect(await updates.check()).toMatchObject({ phase: 'idle', hindrance: 'no_key' });
      updates.stop();
      await begin({ installer: 'browser' });
      expect(await updates.check()).toMatchObject({ phase: 'idle', hindrance: 'browser' });
      expect(await updates.install(true)).toBe('none');
      expect(server.paths).toEqual([]);
    });
  });
});

describe('the rules of updates', () => {
  const now = Date.parse('2026-11-20T14:00:00Z');
  const closed: Activity = {
    sending: 0,
    pendingWrites: 0,
    reopening: false,
    tasks: 0,
    openShift: null,
    lastClosedAt: now - quietMs,
    lastSaleAt: now - quietMs - 1,
    now,
  };

  describe('when a release is put in place', () => {
    it('is by itself once the day is closed and the counter does nothing', () => {
      expect(checkInstallAllowed(closed, false)).toBeNull();
      expect(checkInstallAllowed({ ...closed, lastSaleAt: null }, false)).toBeNull();
    });

    it.each<[Partial<Activity>, string]>([
      [{ sending: 1 }, 'sending'],
      [{ pendingWrites: 1 }, 'pending_writes'],
      [{ reopening: true }, 'reopening'],
      [{ tasks: 1 }, 'task'],
    ])('never is while money or a file is under way, for every caller: %o', (change, why) => {
      for (const isRequested of [true, false])
        expect(checkInstallAllowed({ ...closed, ...change }, isRequested)).toBe(why);
    });

    it.each<[Partial<Activity>, string]>([
      [{ openShift: 7 }, 'shift_open'],
      [{ lastClosedAt: null }, 'day_open'],
      [{ lastClosedAt: now - quietMs + 1 }, 'day_open'],
      [{ lastSaleAt: now - 1000 }, 'day_open'],
    ])('waits for the day to be closed, unless a person asks: %o', (change, why) => {
      expect(checkInstallAllowed({ ...closed, ...change }, false)).toBe(why);
      expect(checkInstallAllowed({ ...closed, ...change }, true)).toBeNull();
    });
  });

  describe('which release is taken', () => {
    const release = { version: '1.2.3', files: [], releasedAt: null, notes: null, stagedPercent: 100 };

    it.each([
      ['1.2.3', '1.2.2', true],
      ['1.3.0', '1.2.9', true],
      ['2.0.0', '1.99.99', true],
      ['1.2.10', '1.2.9', true],
      ['1.2.3', '1.2.3', false],
      ['1.2.2', '1.2.3', false],
      ['0.9.9', '1.0.0', false],
      ['1.2.3', '1.2.3-test.1', false],
    ])('%s over %s: %s', (version, present, newer) => {
      expect(isNewer(version, present)).toBe(newer);
      expect(judgeRelease({ ...release, version }, present, 'a')).toBe(newer ? 'take' : 'not_newer');
    });

    it('falls to as many counters as it is staged for, to others with the next one, and to no counter back and forth', () => {
      const ids = Array.from({ length: 2000 }, (_, index) => `counter ${index}`);
      const taking = (version: string, stagedPercent: number): string[] =>
        ids.filter((id) => judgeRelease({ ...release, version, stagedPercent }, '1.0.0', id) === 'take');
      expect(taking('1.2.3', 0)).toEqual([]);
      expect(taking('1.2.3', 100)).toEqual(ids);
      const tenth = taking('1.2.3', 10);
      expect(tenth.length).toBeGreaterThan(140);
      expect(tenth.length).toBeLessThan(260);
      const half = new Set(taking('1.2.3', 50));
      expect(tenth.every((id) => half.has(id))).toBe(true);
      expect(taking('1.2.4', 10)).not.toEqual(tenth);
    });
  });
});
