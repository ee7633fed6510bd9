import { expect, test } from 'vitest';
import { newestUsed } from '../../../src/relay/core/newest-used.ts';

const knownOf = (held: ReturnType<typeof newestUsed<number>>, keys: readonly string[]): string[] =>
  keys.filter((key) => held.get(key) !== undefined);

test('holds as many of the newest used as it was made for, and at most twice as many', () => {
  const keys = Array.from({ length: 1_000 }, (_, at) => `key ${at}`);
  const held = newestUsed<number>(10);
  for (const [at, key] of keys.entries()) {
    held.set(key, at);
    expect(held.get(key)).toBe(at);
  }
  const known = knownOf(held, keys);
  expect(known).toEqual(expect.arrayContaining(keys.slice(-10)));
  expect(known.length).toBeLessThanOrEqual(20);
});

test('one that is used again and again stays, however many strangers come by', () => {
  const held = newestUsed<number>(10);
  held.set('ours', 1);
  for (let stranger = 0; stranger < 1_000; stranger++) {
    held.set(`stranger ${stranger}`, stranger);
    expect(held.get('ours')).toBe(1);
  }
});

test('takes the last value of a key, and forgets all when told to', () => {
  const held = newestUsed<number>(2);
  held.set('a', 1);
  held.set('b', 2);
  held.set('a', 3);
  expect(held.get('a')).toBe(3);
  held.clear();
  expect(knownOf(held, ['a', 'b'])).toEqual([]);
});
