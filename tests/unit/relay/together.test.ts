import { expect, test } from 'vitest';
import { together } from '../../../src/relay/core/together.ts';

const soon = (run: () => void): void => void setImmediate(run);

test('what is asked for together is done at once, in its order, and who asks meanwhile is served by the next', async () => {
  const works: string[][] = [];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const ask = together<string, string>({
    soon,
    most: 10,
    work: async (asks) => {
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
  const ask = together<number, number>({
    soon,
    most: 3,
    work: async (asks) => {
      sizes.push(asks.length);
      return asks;
    },
  });
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(ask))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(sizes).toEqual([3, 3, 1]);
});

test('work that fails has failed for those who asked for it, and for nobody after them', async () => {
  let fails = true;
  const ask = together<string, string>({
    soon,
    most: 10,
    work: async (asks) => {
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

test('an answer that is still to come holds up nobody who asks later', async () => {
  const late = Promise.withResolvers<string>();
  const ask = together<string, string>({
    soon,
    most: 10,
    work: async (asks) => asks.map((one) => (one === 'slow' ? late.promise : one)),
  });
  const slow = ask('slow');
  expect(await ask('quick')).toBe('quick');
  expect(await ask('later')).toBe('later');
  late.resolve('at last');
  expect(await slow).toBe('at last');
});

test('two pieces of work at once share what waits, begin in its order, and a third waits for one of them', async () => {
  const works: Array<{ asks: number[]; end: () => void }> = [];
  const ask = together<number, number>({
    soon,
    most: 500,
    atOnce: 2,
    work: (asks) =>
      new Promise((resolve) => {
        works.push({ asks: [...asks], end: () => resolve(asks) });
      }),
  });
  const numbers = Array.from({ length: 64 }, (_, at) => at);
  const first = numbers.map(ask);
  await expect.poll(() => works.length).toBe(2);
  expect(works.map(({ asks }) => asks)).toEqual([numbers.slice(0, 32), numbers.slice(32)]);
  const later = [ask(64), ask(65)];
  await new Promise<void>(soon);
  expect(works).toHaveLength(2);
  works[1]?.end();
  await expect.poll(() => works.length).toBe(3);
  expect(works[2]?.asks).toEqual([64, 65]);
  works[0]?.end();
  works[2]?.end();
  expect(await Promise.all([...first, ...later])).toEqual([...numbers, 64, 65]);
});

test('few who ask at once are one piece of work, though more could be under way', async () => {
  const sizes: number[] = [];
  const ask = together<number, number>({
    soon,
    most: 500,
    atOnce: 2,
    work: async (asks) => {
      sizes.push(asks.length);
      return asks;
    },
  });
  await Promise.all([1, 2, 3].map(ask));
  expect(sizes).toEqual([3]);
});

test('who comes alone, as those before him did, is served at once, and two who then come in one turn not both', async () => {
  const works: string[][] = [];
  const ask = together<string, string>({
    soon,
    most: 10,
    work: async (asks) => {
      works.push([...asks]);
      return asks;
    },
  });
  const turn = (): Promise<void> => new Promise((next) => setImmediate(next));
  for (const one of ['a', 'b', 'c', 'd']) {
    const answer = ask(one);
    expect(works.flat()).not.toContain(one);
    await answer;
    await turn();
  }
  const answers = [ask('e'), ask('f'), ask('g')];
  expect(works.at(-1)).toEqual(['e']);
  expect(await Promise.all(answers)).toEqual(['e', 'f', 'g']);
  expect(works.slice(-2)).toEqual([['e'], ['f', 'g']]);
});

test('who comes alone while a piece of work is under way waits for it', async () => {
  const works: string[][] = [];
  let held: Promise<void> | null = null;
  const ask = together<string, string>({
    soon,
    most: 10,
    work: async (asks) => {
      works.push([...asks]);
      await held;
      return asks;
    },
  });
  const turn = (): Promise<void> => new Promise((next) => setImmediate(next));
  for (const one of ['a', 'b', 'c', 'd', 'e']) {
    await ask(one);
    await turn();
  }
  const goOn = Promise.withResolvers<void>();
  held = goOn.promise;
  const first = ask('f');
  await turn();
  const second = ask('g');
  await turn();
  expect(works.at(-1)).toEqual(['f']);
  goOn.resolve();
  expect(await Promise.all([first, second])).toEqual(['f', 'g']);
  expect(works.at(-1)).toEqual(['g']);
});
