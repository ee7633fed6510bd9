import { expect, onTestFinished, test, vi } from 'vitest';
import { FollowedCounters } from '../../../src/main/office/follow-counters.ts';
import type { OfficeAtRelay } from '../../../src/main/relay-client/index.ts';
import type { Contact, ShopCounters } from '../../../src/shared/wire/office.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { recordingLog, virtualClock } from '../../support/fake-system.ts';

const patient = { timeout: 20_000, interval: 2 };
type Answer = Awaited<ReturnType<OfficeAtRelay['counters']>>;

/** An office with one counter at a relay that answers as a test sets it. */
async function followed() {
  const clock = virtualClock();
  const waiting: Array<(answer: Answer) => void> = [];
  const changed = vi.fn<() => void>();
  const following = await FollowedCounters.open({
    relay: {
      counters: (_known, signal) =>
        new Promise((resolve) => {
          waiting.push(resolve);
          signal.addEventListener('abort', () => resolve({ kind: 'silent' }));
        }),
      logOf: () => {
        throw new Error('there is nothing to read');
      },
    },
    logKey: () => new Uint8Array(32),
    folder: temporaryFolder(),
    clock,
    random: realRandom,
    log: recordingLog(),
    changed,
    applied: () => undefined,
    erased: () => undefined,
    replaced: async () => undefined,
    erasures: { aheadMs: () => 0 } as Parameters<typeof FollowedCounters.open>[0]['erasures'],
  });
  onTestFinished(() => following.stop());
  const log = { through: 0, head: null, tag: null, bytes: 0, snapshot: null };
  return {
    clock,
    changed,
    /** @returns what the office then says of its counter */
    async answer(contact?: Contact) {
      await vi.waitFor(async () => {
        await clock.pass(50);
        expect(waiting.length).toBeGreaterThan(0);
      }, patient);
      const counters: ShopCounters['counters'] = [
        { mailbox: 'front', name: 'Front', isRevoked: false, log, ...(contact ? { contact } : {}) },
      ];
      const value: ShopCounters = { shop: { id: 's', name: 'Shop', keyId: null }, version: '1', counters };
      waiting.shift()?.({ kind: 'answered', value });
      await vi.waitFor(() => expect(following.all()).toHaveLength(1), patient);
      await clock.pass(0);
      return following.all()[0]?.silentSince;
    },
  };
}

test('a counter that has not polled for two minutes is silent since its last poll, and is not once it polls', async () => {
  const { clock, answer } = await followed();
  expect(await answer({ silentMs: 20_000 })).toBeNull();
  expect(await answer({ silentMs: 119_000 })).toBeNull();
  const since = await answer({ silentMs: 121_000 });
  expect(Math.abs(Date.parse(String(since)) - (clock.now() - 121_000))).toBeLessThan(5000);
  // The next answers name the same moment.
  expect(await answer({ silentMs: 300_000 })).toBe(since);
  expect(await answer({ silentMs: 0 })).toBeNull();
});

test('a relay that was started again makes no silent counter live, and names no later moment', async () => {
  const { answer } = await followed();
  const since = await answer({ silentMs: 600_000 });
  expect(await answer({ silentMs: 1000, isAtLeast: true })).toBe(since);
  expect(await answer({ silentMs: 130_000, isAtLeast: true })).toBe(since);
});

test('of an older relay nothing is known', async () => {
  const { answer } = await followed();
  expect(await answer()).toBeUndefined();
});
