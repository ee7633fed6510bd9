import { describe, expect, test } from 'vitest';
import { PollStatus, relayStatus } from '../../../src/main/relay-client/poll-status.ts';
import { virtualClock } from '../../support/fake-system.ts';

function statusOf() {
  const clock = virtualClock();
  const states: string[] = [];
  const status = new PollStatus(clock, (state) => void states.push(state));
  const succeed = (): void => status.succeed({ monotonic: clock.monotonic(), wall: clock.now() });
  return { clock, states, status, succeed };
}

describe('what polls say of the relay', () => {
  test('it is live for 60 s after one that succeeded', async () => {
    const { clock, states, status, succeed } = statusOf();
    expect(status.isLive()).toBe(false);
    succeed();
    await clock.pass(59_999);
    expect(status.isLive()).toBe(true);
    await clock.pass(1);
    expect(status.isLive()).toBe(false);
    expect(states).toEqual(['listening']);
  });

  test('a machine that slept is not live, though its monotonic clock stood still', () => {
    const { clock, status } = statusOf();
    status.succeed({ monotonic: clock.monotonic(), wall: clock.now() - 60_000 });
    expect(status.isLive()).toBe(false);
  });

  test('two that fail in a row end it, and the next that succeeds begins it, each named once', () => {
    const { states, status, succeed } = statusOf();
    succeed();
    status.fail();
    expect([status.isLive(), states]).toEqual([true, ['listening']]);
    status.fail();
    status.fail();
    expect([status.isLive(), states]).toEqual([false, ['listening', 'listening']]);
    succeed();
    expect([status.isLive(), states]).toEqual([true, ['listening', 'listening', 'listening']]);
  });

  test('polls that fail before one has succeeded change nothing that was named', () => {
    const { states, status } = statusOf();
    status.fail();
    status.fail();
    expect([status.isLive(), states]).toEqual([false, []]);
  });

  test('a mailbox that another counter took, and a journal that is an older copy, are not live', () => {
    const { status, succeed } = statusOf();
    succeed();
    status.become('taken');
    expect(status.isLive()).toBe(false);
    succeed();
    expect(status.isLive()).toBe(true);
    status.forget();
    expect(status.isLive()).toBe(false);
  });
});

describe('the connection to the relay on the screen', () => {
  const at = { monotonic: 5000, wall: Date.parse('2026-03-10T02:00:00.000Z') };
  const lastPolledAt = '2026-03-10T02:00:00.000Z';

  test('without a poller no relay is set', () => {
    expect(relayStatus(null)).toEqual({ state: 'not_configured', lastPolledAt: null });
  });

  test.each([
    ['taken', true, at, { state: 'taken', lastPolledAt }],
    ['refused', true, at, { state: 'refused', lastPolledAt }],
    ['silent', true, at, { state: 'listening', lastPolledAt }],
    ['listening', false, at, { state: 'deaf', lastPolledAt }],
    ['silent', false, null, { state: 'deaf', lastPolledAt: null }],
    ['starting', false, null, { state: 'starting', lastPolledAt: null }],
  ] as const)('a poller that is %s, and live: %s, last polled at %o', (state, isLive, polledAt, status) => {
    expect(relayStatus({ state: () => state, isLive: () => isLive, lastPolledAt: () => polledAt })).toEqual(status);
  });
});
