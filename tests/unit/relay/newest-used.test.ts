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
