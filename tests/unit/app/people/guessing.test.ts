import { expect, it } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/node-system.ts';
import { createPinRateLimiter } from '../../../../src/main/staff/pin-rate-limiter.ts';
import { appWorld, memorySecrets } from '../../../support/app-world.ts';
import { pinOf, staffed } from '../../../support/staff.ts';

it('a supervisor who guesses at the owner’s PIN is locked, however often their own is typed in between', async () => {
  const { call } = await appWorld();
  const { signIn } = await staffed({ call });
  await signIn('supervisor');
  const tryPin = async (pin: string) =>
    (await call('shifts.report', { withCash: true, pin })).error?.reason ?? 'let in';
  await call('shifts.open', { counted: 0 });
  const told: string[] = [];
  for (const guess of ['1029', '1030', '1031', '1032', '1033']) {
    told.push(await tryPin(guess), await tryPin(pinOf.supervisor));
  }
  const guessed = ['wrong_pin', 'let in'];
  expect(told).toEqual([...guessed, ...guessed, ...guessed, ...guessed, 'locked', 'locked']);
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
  const told: string[] = [];
  for (const next of ['1029', '1030', '1031', '1032', '1033', '4711']) {
    const given = present === undefined ? { next } : { next, present };
    const answer = await call('settings.save', { secondPin: given });
    told.push(answer.error?.reason ?? 'set');
    if (answer.ok) present = next;
  }
  expect(told.at(-1)).toBe('locked');
});
