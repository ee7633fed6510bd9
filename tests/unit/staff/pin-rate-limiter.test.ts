import { rmSync, writeFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { createPinRateLimiter } from '../../../src/main/staff/pin-rate-limiter.ts';
import { createSession } from '../../../src/main/staff/session.ts';
import { type AppWorld, appWorld, memorySecrets, pinOf, staffed } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';

describe('locks', () => {
  /** Two clocks that a person can part: the wall's is set, the other one goes on. */
  function clocks() {
    const at = { now: Date.parse('2026-11-20T03:00:00Z'), monotonic: 1000 };
    const pass = (minutes: number): void => {
      at.now += minutes * 60_000;
      at.monotonic += minutes * 60_000;
    };
    const clock = { ...systemClock, now: () => at.now, monotonic: () => at.monotonic, sleep: () => Promise.resolve() };
    return { at, pass, clock };
  }

  describe('wrong PINs', () => {
    it('lock for longer each time, and a clock that is set lets nobody in earlier', async () => {
      const { at, pass, clock } = clocks();
      const secrets = memorySecrets();
      const tries = createPinRateLimiter(secrets, clock);
      for (let n = 0; n < 5; n += 1) expect(await tries.begin('door')).toBe(true);
      at.now += 24 * 3_600_000;
      expect(await tries.begin('door')).toBe(false);
      at.now -= 48 * 3_600_000;
      expect(await tries.begin('door')).toBe(false);
      const waits: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        waits.push((await tries.waitMs('door')) / 60_000);
        pass(waits.at(-1) ?? 0);
        expect(await tries.begin('door')).toBe(true);
      }
      expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
      expect(await tries.begin('window')).toBe(true);
    });

    it('are not forgotten by a new start, which begins the lock again; one that was served stays served', async () => {
      const { pass, clock } = clocks();
      const secrets = memorySecrets();
      const before = createPinRateLimiter(secrets, clock);
      for (let n = 0; n < 5; n += 1) await before.begin('door');
      pass(4);
      const after = createPinRateLimiter(secrets, clock);
      expect((await after.waitMs('door')) / 60_000).toBe(5);
      pass(5);
      expect(await after.waitMs('door')).toBe(0);
      const later = createPinRateLimiter(secrets, clock);
      expect(await later.waitMs('door')).toBe(0);
      expect(await later.succeed('door')).toBe(4);
      expect(await later.wrong('door')).toBe(0);
    });
  });

  describe('a counter that locks by itself', () => {
    const person = { id: 'p1', name: 'Sari', role: 'cashier' as const };
    const session = (minutes: number | null) => {
      const time = clocks();
      const messages: string[] = [];
      const session = createSession({
        clock: time.clock,
        idleMinutes: () => minutes,
        changed: () => messages.push('changed'),
      });
      session.signIn(person);
      return { ...time, session, messages };
    };

    it('does so when nobody has touched it for as long as was said, whatever the wall clock says', () => {
      const { at, pass, session: counter } = session(3);
      pass(2);
      counter.touch();
      at.now -= 3_600_000;
      pass(2);
      counter.lockIfIdle();
      expect(counter.present()).toEqual(person);
      pass(1);
      counter.lockIfIdle();
      expect([counter.present(), counter.why(), counter.last()]).toEqual([null, 'idle', 'p1']);
    });

    it('counts a night that the machine slept through', () => {
      const { at, session: counter } = session(3);
      at.now += 8 * 3_600_000;
      counter.lockIfIdle();
      expect(counter.present()).toBeNull();
    });

    it('never does where nobody asked for it', () => {
      const { pass, session: counter } = session(null);
      pass(10_000);
      counter.lockIfIdle();
      expect(counter.present()).toEqual(person);
    });
  });

  it('an owner who forgot the PIN gets a new one by a file in the data folder; it goes, and the log has it', async () => {
    const dataDir = temporaryFolder();
    const secrets = memorySecrets();
    const before = await appWorld({ dataDir, secrets });
    const { ids } = await staffed(before);
    for (let n = 0; n < 5; n += 1) await before.call('people.signIn', { id: ids.owner, pin: '9137' });
    await before.app.close();
    const path = join(dataDir, 'forgotten-owner-pin.txt');
    writeFileSync(path, '');

    const { call } = await appWorld({ dataDir, secrets });
    const pin = /: (\d{6})/.exec(await readFile(path, 'utf8'))?.[1] ?? '';
    expect(await call('people.signIn', { id: ids.owner, pin: pinOf.owner })).toMatchObject({
      error: { reason: 'wrong_pin' },
    });
    expect(await call('people.signIn', { id: ids.owner, pin })).toMatchObject({ ok: true });
    await expect
      .poll(() =>
        access(path).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone');
    const { events } = (await call('people.log')).value;
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['people.reset', 'people.locked_out']));
  });

  /** Nobody answers at its provider and its relay. */
  async function liveWithoutSales() {
    const dataDir = temporaryFolder();
    const world = await appWorld({ dataDir });
    await world.call('settings.save', {
      provider: { url: 'http://127.0.0.1:9/v1' },
      relay: { url: 'http://127.0.0.1:9', mailbox: 'm' },
      secrets: { secretKey: 'k', relayToken: 't' },
    });
    expect(await world.call('mode.switch', { mode: 'live' })).toMatchObject({ ok: true });
    return world;
  }

  it('in practice the live shop’s people sign in too, and are changed in live only', async () => {
    const { call } = await liveWithoutSales();
    const { ids, signIn } = await staffed({ call });
    expect(await call('mode.switch', { mode: 'training' })).toMatchObject({ ok: true });
    expect((await call('people.state')).value).toMatchObject({
      exist: true,
      mayChange: false,
      present: { name: 'Bu Rina' },
    });
    expect(await call('people.change', { id: ids.cashier, name: 'X' })).toMatchObject({
      error: { reason: 'people_elsewhere' },
    });
    await signIn('cashier');
    expect(await call('settings.save', { secrets: { secretKey: 'other' } })).toMatchObject({
      error: { reason: 'no_permission' },
    });
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ error: { reason: 'no_permission' } });
  });

  /** Each ends in practice, beside a live database out of which nobody's name can be read. */
  const waysToPractice = {
    async 'was damaged, and could not be gone back to,'({ call }: AppWorld, path: string) {
      await call('mode.switch', { mode: 'training' });
      writeFileSync(path, 'this is a letter and not a database. '.repeat(200));
      expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ error: { reason: 'corrupt' } });
    },
    async 'is gone'({ call }: AppWorld, path: string) {
      rmSync(path);
      await call('mode.switch', { mode: 'training' });
    },
  };

  it.each(Object.entries(waysToPractice))('a live database that %s opens practice to nobody', async (_how, come) => {
    const world = await liveWithoutSales();
    const { call, app, dataDir } = world;
    const { ids, signIn } = await staffed({ call });
    await come(world, join(dataDir, 'live', 'journal.db'));
    expect(app.mode()).toBe('training');
    expect((await call('people.state')).value).toMatchObject({ exist: true, mayChange: false });
    await call('people.lock');
    expect(await call('settings.save', { provider: { url: 'http://127.0.0.1:10/v1' } })).toMatchObject({
      error: { reason: 'not_signed_in' },
    });
    expect(await call('people.setUp', { name: 'Wati', pin: pinOf.other })).toMatchObject({
      error: { reason: 'people_exist' },
    });
    expect(await signIn('cashier')).toMatchObject({ ok: true });
    expect(await call('mode.switch', { mode: 'live' })).toMatchObject({ error: { reason: 'no_permission' } });
    expect(await call('people.state')).toMatchObject({ value: { present: { id: ids.cashier } } });
  });
});

describe('guessing at PINs', () => {
  it('a supervisor who guesses at the owner’s PIN is locked, however often their own is typed in between', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    await signIn('supervisor');
    const tryPin = async (pin: string) =>
      (await call('shifts.report', { withCash: true, pin })).error?.reason ?? 'let in';
    await call('shifts.open', { counted: 0 });
    const messages: string[] = [];
    for (const guess of ['1029', '1030', '1031', '1032', '1033']) {
      messages.push(await tryPin(guess), await tryPin(pinOf.supervisor));
    }
    const guessed = ['wrong_pin', 'let in'];
    expect(messages).toEqual([...guessed, ...guessed, ...guessed, ...guessed, 'locked', 'locked']);
  });

  it('one’s own PIN takes back only itself; what was mistyped long ago is forgotten', async () => {
    const time = { now: 0, monotonic: 0 };
    const clock = {
      ...systemClock,
      now: () => time.now,
      monotonic: () => time.monotonic,
      sleep: () => Promise.resolve(),
    };
    const tries = createPinRateLimiter(memorySecrets(), clock);
    for (let n = 0; n < 3; n += 1) await tries.begin('door');
    for (let n = 0; n < 9; n += 1) {
      time.monotonic += 60 * 60_000 - 1;
      await tries.begin('door');
      expect(await tries.waitMs('door')).toBe(0);
      await tries.retract('door');
      expect(await tries.wrong('door')).toBe(n < 8 ? 3 : 0);
    }
  });

  it('the supervisor’s PIN is not to be had by trying to set another one', async () => {
    const { call } = await appWorld();
    await call('settings.save', { supervisorPin: { next: '4711' }, copiesLimit: 1 });
    const reasonOf = async (next: string, rest = {}) =>
      (await call('settings.save', { secondPin: { next }, ...rest })).error?.reason ?? 'set';
    // Refused for another reason, it says nothing of either PIN.
    expect(await reasonOf('4711', { copiesLimit: 2 })).toBe('pin_needed');
    expect(await reasonOf('4711', { copiesLimit: 2, pin: '4711' })).toBe('same_pin');
    let present: string | undefined;
    const messages: string[] = [];
    for (const next of ['1029', '1030', '1031', '1032', '1033', '4711']) {
      const pins = present === undefined ? { next } : { next, present };
      const answer = await call('settings.save', { secondPin: pins });
      messages.push(answer.error?.reason ?? 'set');
      if (answer.ok) present = next;
    }
    expect(messages.at(-1)).toBe('locked');
  });
});
