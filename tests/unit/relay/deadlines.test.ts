import { expect, test } from 'vitest';
import { createDeadlines } from '../../../src/relay/core/deadlines.ts';
import type { Clock } from '../../../src/relay/core/ports.ts';

/** A clock that moves when it is told to. */
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
    deadlines: createDeadlines(clock),
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
  const one = { times: 0, timeUp: () => void (one.times += 1) };
  return one;
};

test('a time is up when it was asked for, or a tenth of a second later, and once', () => {
  const { deadlines, pass } = setUp();
  const one = timed();
  deadlines.add(one, 500);
  pass(499);
  expect(one.times).toBe(0);
  pass(101);
  expect(one.times).toBe(1);
  pass(10_000);
  expect(one.times).toBe(1);
});

test('those whose time is up together share a timer, and the last to go takes it along', () => {
  const { deadlines, timers, pass } = setUp();
  const [one, other, late] = [timed(), timed(), timed()];
  const at = deadlines.add(one, 510);
  expect(deadlines.add(other, 540)).toBe(at);
  deadlines.add(late, 900);
  expect(timers.size).toBe(2);
  deadlines.drop(one, at);
  pass(600);
  expect([one.times, other.times, late.times]).toEqual([0, 1, 0]);
  deadlines.drop(late, deadlines.add(late, 300));
  expect(timers.size).toBe(0);
});

test('what is dropped after its time was up changes nothing', () => {
  const { deadlines, timers, pass } = setUp();
  const one = timed();
  const at = deadlines.add(one, 100);
  pass(200);
  deadlines.drop(one, at);
  expect(timers.size).toBe(0);
  expect(one.times).toBe(1);
});
