import { expect, test } from 'vitest';
import { createAllowance } from '../../../src/relay/core/allowance.ts';
import { systemClock } from '../../../src/relay/system.ts';

function setUp(keys = 10) {
  let now = 0;
  const tooMany = createAllowance({ ...systemClock, now: () => now }, { most: 2, windowMs: 100, keys });
  return {
    tooMany,
    at: (ms: number): void => {
      now = ms;
    },
  };
}

test('lets so many through in a window, each key for itself, and again in the next', () => {
  const { tooMany, at } = setUp();
  expect([tooMany('a'), tooMany('a'), tooMany('a'), tooMany('b')]).toEqual([false, false, true, false]);
  at(99);
  expect(tooMany('a')).toBe(true);
  at(100);
  expect(tooMany('a')).toBe(false);
});

test('a clock that is set back shuts nobody out', () => {
  const { tooMany, at } = setUp();
  at(1_000_000);
  for (let count = 0; count < 5; count++) tooMany('a');
  at(0);
  expect(tooMany('a')).toBe(false);
});

test('remembers no more keys than it was told, the newest of them', () => {
  const { tooMany } = setUp(2);
  for (const key of ['a', 'a', 'b', 'b', 'c', 'c']) expect(tooMany(key)).toBe(false);
  expect(tooMany('c')).toBe(true);
  expect(tooMany('a')).toBe(false);
});
