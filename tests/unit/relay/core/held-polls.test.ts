import { expect, test } from 'vitest';
import { HeldPolls, type PollSignal, TimerWheel } from '../../../../src/relay/core/held-polls.ts';
import type { Clock } from '../../../../src/server/ports.ts';
import { systemClock } from '../../../../src/server/system.ts';

/** A clock that moves when a test advances it. */
function setUp() {
  let now = 1_000_050;
  const timers = new Map<() => void, number>();
  const clock: Clock = {
    now: () => now,
    after: (ms, run) => {
      timers.set(run, now + ms);
      return () => timers.delete(run);
    },
    soon: () => undefined,
  };
  return {
    wheel: new TimerWheel(clock),
    polls: new HeldPolls(clock),
    timers,
    pass: (ms: number): void => {
      now += ms;
      for (const [run] of [...timers].filter(([, at]) => at <= now)) {
        timers.delete(run);
        run();
      }
    },
  };
}

const timed = () => {
  const one = { times: 0, onTimeout: () => void (one.times += 1) };
  return one;
};

test('a time is up when it was asked for, or a tenth of a second later, and once', () => {
  const { wheel, pass } = setUp();
  const one = timed();
  wheel.add(one, 500);
  pass(499);
  expect(one.times).toBe(0);
  pass(101);
  expect(one.times).toBe(1);
  pass(10_000);
  expect(one.times).toBe(1);
});

test('those whose time is up together share a timer, and the last to go takes it along', () => {
  const { wheel, timers, pass } = setUp();
  const [one, other, late] = [timed(), timed(), timed()];
  const at = wheel.add(one, 510);
  expect(wheel.add(other, 540)).toBe(at);
  wheel.add(late, 900);
  expect(timers.size).toBe(2);
  wheel.remove(one, at);
  pass(600);
  expect([one.times, other.times, late.times]).toEqual([0, 1, 0]);
  wheel.remove(late, wheel.add(late, 300));
  expect(timers.size).toBe(0);
});

test('removing a waiter after its timeout changes nothing', () => {
  const { wheel, timers, pass } = setUp();
  const one = timed();
  const at = wheel.add(one, 100);
  pass(200);
  wheel.remove(one, at);
  expect(timers.size).toBe(0);
  expect(one.times).toBe(1);
});

const signal: PollSignal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

test('a held poll ends for a lease of a higher generation elsewhere, and for no lower one, whichever is known first', () => {
  const polls = new HeldPolls(systemClock);
  const poll = polls.hold('m1', signal);
  poll.setLease(5);
  polls.onOtherLease('m1', 4);
  polls.onOtherLease('m2', 9);
  expect(poll.endReason()).toBeNull();
  polls.onOtherLease('m1', 6);
  expect(poll.endReason()).toBe('taken');

  const early = polls.hold('m1', signal);
  polls.onOtherLease('m1', 8);
  expect(early.endReason()).toBeNull();
  early.setLease(9);
  expect(early.endReason()).toBeNull();

  const late = polls.hold('m1', signal);
  polls.onOtherLease('m1', 11);
  polls.onOtherLease('m1', 10);
  late.setLease(10);
  expect(late.endReason()).toBe('taken');
});

test('a mailbox is silent since the end of its last poll, and while one is held it is not', () => {
  const { polls, pass } = setUp();
  pass(5000);
  // Before its first poll no more is known than that it has not come since the start.
  expect(polls.contactOf('m')).toEqual({ silentMs: 5000, isAtLeast: true });
  const poll = polls.hold('m', new AbortController().signal);
  pass(20_000);
  expect(polls.contactOf('m')).toEqual({ silentMs: 0 });
  polls.release('m', poll);
  pass(130_000);
  expect(polls.contactOf('m')).toEqual({ silentMs: 130_000 });
});

test('a poll at another process of the relay is contact too', () => {
  const { polls, pass } = setUp();
  pass(300_000);
  polls.onOtherLease('m', 7);
  pass(1000);
  expect(polls.contactOf('m')).toEqual({ silentMs: 1000 });
});
