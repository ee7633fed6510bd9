import { expect, test } from 'vitest';
import { createRateLimiter } from '../../../../src/relay/core/rate-limiter.ts';
import { systemClock } from '../../../../src/relay/system.ts';

function setUp(keys = 10) {
  let now = 0;
  const isLimited = createRateLimiter({ ...systemClock, now: () => now }, { max: 2, windowMs: 100, keys });
  return {
    isLimited,
    at: (ms: number): void => {
      now = ms;
    },
  };
}

test('lets so many through in a window, each key for itself, and again in the next', () => {
  const { isLimited, at } = setUp();
  expect([isLimited('a'), isLimited('a'), isLimited('a'), isLimited('b')]).toEqual([false, false, true, false]);
  at(99);
  expect(isLimited('a')).toBe(true);
  at(100);
  expect(isLimited('a')).toBe(false);
});

test('a clock that is set back limits no key', () => {
  const { isLimited, at } = setUp();
  at(1_000_000);
  for (let count = 0; count < 5; count++) isLimited('a');
  at(0);
  expect(isLimited('a')).toBe(false);
});

test('remembers the most recently used keys only', () => {
  const { isLimited } = setUp(2);
  for (const key of ['a', 'a', 'b', 'b', 'c', 'c']) expect(isLimited(key)).toBe(false);
  expect(isLimited('c')).toBe(true);
  expect(isLimited('a')).toBe(false);
});
