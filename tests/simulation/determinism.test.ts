import { expect, test } from 'vitest';
import { makePlan } from './plan/make-plan.ts';
import { runSeeds, seedAt, traceSeed } from './run-seeds.ts';

const some = [1, 2, 3, 5, 8, 13, -21, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

test('one seed is one history, to the last byte of the journal’s chain', async () => {
  for (const seed of some) {
    const one = await traceSeed(seed);
    const other = await traceSeed(seed);
    expect(one.head, `seed ${seed}`).toMatch(/^[0-9a-f]{64}$/);
    expect(other).toEqual(one);
  }
});

test('another seed is another history', async () => {
  const heads = new Set<string>();
  for (const seed of some) heads.add((await traceSeed(seed)).head);
  expect(heads.size).toBe(some.length);
});

test('seeds go round at the end of the safe integers', () => {
  expect(seedAt(Number.MAX_SAFE_INTEGER, 1)).toBe(Number.MIN_SAFE_INTEGER);
  expect(seedAt(-2, 3)).toBe(1);
});

test('a world is busy: several sales and webhooks, and more than one fault', async () => {
  const { seeds, sales, webhooks, faults } = await runSeeds(1, 100);
  expect(sales / seeds).toBeGreaterThan(3);
  expect(webhooks / seeds).toBeGreaterThan(2);
  expect(faults / seeds).toBeGreaterThan(2);
});

test('every kind of press and fault occurs', () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) for (const { do: what } of makePlan(seed).items) kinds.add(what);
  expect([...kinds].toSorted()).toEqual([
    'cut',
    'drop_oldest',
    'evidence',
    'fill_disk',
    'forge',
    'harm',
    'inquire',
    'jump_clock',
    'kill_counter',
    'kill_relay',
    'mood',
    'order',
    'pay',
    'replay',
    'resolve',
    'return_cash',
    'reverse',
    'stranger',
    'tell_bill',
    'wake',
  ]);
});
