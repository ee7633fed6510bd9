import { expect, test } from 'vitest';
import { newestUsed } from '../../../src/relay/core/newest-used.ts';

test('forgets what was not used for longest, and holds no more than it was told', () => {
  const held = newestUsed<number>(4);
  for (const [at, key] of ['a', 'b', 'c', 'd'].entries()) held.set(key, at);
  held.get('a');
  held.set('b', 5);
  held.set('e', 6);
  held.set('f', 7);
  const known = ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => held.get(key) !== undefined);
  expect(known).toEqual(['a', 'b', 'e', 'f']);
});

test('one that is used again and again stays, however many strangers come by', () => {
  const held = newestUsed<number>(10);
  held.set('ours', 1);
  for (let stranger = 0; stranger < 1_000; stranger++) {
    held.set(`stranger ${stranger}`, stranger);
    expect(held.get('ours')).toBe(1);
  }
});

test('until it is half full what is looked up keeps its place, and from then on is forgotten last', () => {
  const held = newestUsed<number>(4);
  held.set('a', 1);
  held.set('b', 2);
  held.get('a');
  held.set('c', 3);
  held.set('d', 4);
  held.set('e', 5);
  expect(held.get('a')).toBeUndefined();
  expect(held.get('b')).toBe(2);
  held.set('f', 6);
  expect(held.get('c')).toBeUndefined();
  expect(held.get('b')).toBe(2);
});
