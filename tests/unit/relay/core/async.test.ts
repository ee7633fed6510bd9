import { expect, test } from 'vitest';
import { createBatcher } from '../../../../src/relay/core/async.ts';

const soon = (run: () => void): void => void setImmediate(run);

test('what is asked for together is done at once, in its order, and who asks meanwhile is served by the next', async () => {
  const works: string[][] = [];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const ask = createBatcher<string, string>({
    soon,
    maxBatch: 10,
    run: async (asks) => {
      works.push([...asks]);
      begun.resolve();
      await goOn.promise;
      return asks.map((one) => one.toUpperCase());
    },
  });
  const first = [ask('a'), ask('b')];
  await begun.promise;
  const later = [ask('c'), ask('d')];
  goOn.resolve();
  expect(await Promise.all([...first, ...later])).toEqual(['A', 'B', 'C', 'D']);
  expect(works).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('no piece of work takes more than the most, and none is forgotten', async () => {
  const sizes: number[] = [];
  const ask = createBatcher<number, number>({
    soon,
    maxBatch: 3,
    run: async (asks) => {
      sizes.push(asks.length);
      return asks;
    },
  });
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(ask))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(sizes).toEqual([3, 3, 1]);
});

test('a failed batch fails its own callers only', async () => {
  let fails = true;
  const ask = createBatcher<string, string>({
    soon,
    maxBatch: 10,
    run: async (asks) => {
      if (fails) throw new Error('the database is away');
      return asks;
    },
  });
  const [one, other] = [ask('a'), ask('b')];
  await expect(one).rejects.toThrow('away');
  await expect(other).rejects.toThrow('away');
  fails = false;
  expect(await ask('c')).toBe('c');
});

test('an unresolved answer does not delay later batches', async () => {
  const late = Promise.withResolvers<string>();
  const ask = createBatcher<string, string>({
    soon,
    maxBatch: 10,
    run: async (asks) => asks.map((one) => (one === 'slow' ? late.promise : one)),
  });
  const slow = ask('slow');
  expect(await ask('quick')).toBe('quick');
  expect(await ask('later')).toBe('later');
  late.resolve('at last');
  expect(await slow).toBe('at last');
});
