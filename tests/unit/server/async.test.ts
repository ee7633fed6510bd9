import { describe, expect, test } from 'vitest';
import { createBatcher, createRateLimiter } from '../../../src/server/async.ts';
import { systemClock } from '../../../src/server/system.ts';

const soon = (run: () => void): void => void setImmediate(run);

test('what is asked for together is done at once, in its order, and who asks meanwhile is served by the next', async () => {
  const works: string[][] = [];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const run = createBatcher<string, string>({
    soon,
    maxBatch: 10,
    run: async (items) => {
      works.push([...items]);
      begun.resolve();
      await goOn.promise;
      return items.map((one) => one.toUpperCase());
    },
  });
  const first = [run('a'), run('b')];
  await begun.promise;
  const later = [run('c'), run('d')];
  goOn.resolve();
  expect(await Promise.all([...first, ...later])).toEqual(['A', 'B', 'C', 'D']);
  expect(works).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('no piece of work takes more than the most, and none is forgotten', async () => {
  const sizes: number[] = [];
  const run = createBatcher<number, number>({
    soon,
    maxBatch: 3,
    run: async (items) => {
      sizes.push(items.length);
      return items;
    },
  });
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(run))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(sizes).toEqual([3, 3, 1]);
});

test('a failed batch fails its own callers only', async () => {
  let fails = true;
  const run = createBatcher<string, string>({
    soon,
    maxBatch: 10,
    run: async (items) => {
      if (fails) throw new Error('the database is away');
      return items;
    },
  });
  const [one, other] = [run('a'), run('b')];
  await expect(one).rejects.toThrow('away');
  await expect(other).rejects.toThrow('away');
  fails = false;
  expect(await run('c')).toBe('c');
});

test('an unresolved answer does not delay later batches', async () => {
  const late = Promise.withResolvers<string>();
  const run = createBatcher<string, string>({
    soon,
    maxBatch: 10,
    run: async (items) => items.map((one) => (one === 'slow' ? late.promise : one)),
  });
  const slow = run('slow');
  expect(await run('quick')).toBe('quick');
  expect(await run('later')).toBe('later');
  late.resolve('at last');
  expect(await slow).toBe('at last');
});

describe('a rate limiter', () => {
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

  test('lets the maximum through in a window, each key for itself, and again in the next', () => {
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
});
