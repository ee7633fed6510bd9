import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { soakSize } from '../support/soak.ts';
import { folder } from '../support/temporary-folder.ts';
import { staysLocked, tidiesTheLog } from './mutants/journal-mutants.ts';
import { makePlan } from './plan/make-plan.ts';
import { seedAt, traceSeed } from './run-seeds.ts';
import { makeShopPlan } from './shop/make-shop-plan.ts';
import { openJournalFiles } from './world/journal-file.ts';
import { runPlan } from './world/run-plan.ts';
import type { RunResult } from './world/run-result.ts';

const all = [1, 2, 3, 5, 8, 13, -21, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const some = all.slice(-soakSize({ usual: 4, soak: all.length }));

const histories = new Map<number, RunResult>();
beforeAll(async () => {
  for (const seed of some) histories.set(seed, await traceSeed(seed));
});

test('one seed is one history, to the last byte of the journal’s chain', async () => {
  for (const [seed, one] of histories) {
    expect(one.head, `seed ${seed}`).toMatch(/^[0-9a-f]{64}$/);
    expect(await traceSeed(seed)).toEqual(one);
  }
});

test('a shop’s seed is one history too, at each of its counters', async () => {
  for (const seed of all.slice(0, soakSize({ usual: 2, soak: 4 }))) {
    const one = await traceSeed(seed, 'shop');
    expect(one.head, `seed ${seed}`).toMatch(/^[0-9a-f]{64}( [0-9a-f]{64}){1,2}$/);
    expect(await traceSeed(seed, 'shop')).toEqual(one);
  }
});

test('a world in a used file is as one in a new file, whatever was done to it before', async () => {
  using files = await openJournalFiles(1);
  for (const [seed, inNewFile] of [...histories].slice(-soakSize({ usual: 3, soak: some.length }))) {
    for (const mutant of [tidiesTheLog, staysLocked]) await runPlan(makePlan(seed), files, { mutant });
    const { head, broken } = await runPlan(makePlan(seed), files);
    expect({ seed, head, broken }).toEqual({ seed, head: inNewFile.head, broken: null });
  }
});

test('another seed is another history', () => {
  expect(new Set([...histories.values()].map(({ head }) => head)).size).toBe(some.length);
});

test('seeds go round at the end of the safe integers', () => {
  expect(seedAt(Number.MAX_SAFE_INTEGER, 1)).toBe(Number.MIN_SAFE_INTEGER);
  expect(seedAt(-2, 3)).toBe(1);
});

test('most histories are brief, many are of a whole day, and some are longer', () => {
  const bustles = Array.from({ length: 400 }, (_, seed) => makePlan(seed).bustleMs);
  const share = (fits: (ms: number) => boolean): number => bustles.filter(fits).length / bustles.length;
  expect(share((ms) => ms <= 45_000)).toBeGreaterThan(0.5);
  expect(share((ms) => ms === 90_000)).toBeGreaterThan(0.2);
  expect(share((ms) => ms > 90_000)).toBeGreaterThan(0.02);
});

test('in about one world of eight somebody has webhooks change places, and often does', async () => {
  const swapping = Array.from({ length: 400 }, (_, seed) => seed).filter((seed) => makePlan(seed).swaps);
  expect(swapping.length / 400).toBeGreaterThan(0.08);
  expect(swapping.length / 400).toBeLessThan(0.16);
  const seeds = swapping.slice(0, soakSize({ usual: 5, soak: 20 }));
  const traced = await Promise.all(seeds.map((seed) => traceSeed(seed)));
  const changed = traced.filter(({ history }) => history.some((line) => line.includes('gives the webhook of')));
  expect(changed.length / seeds.length).toBeGreaterThan(0.2);
});

test('every kind of press and fault occurs', () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) {
    for (const { do: action } of [...makePlan(seed).items, ...makeShopPlan(seed).items]) kinds.add(action);
  }
  expect([...kinds].toSorted()).toEqual([
    'batch',
    'bring_back',
    'copy_folder',
    'copy_relay',
    'correct',
    'cut',
    'drop_oldest',
    'enter_key',
    'evidence',
    'fill_disk',
    'forge',
    'give_back',
    'harm',
    'inquire',
    'jump_clock',
    'kill_counter',
    'kill_relay',
    'mood',
    'order',
    'park',
    'pay',
    'put_back_folder',
    'read_back',
    'rename',
    'replay',
    'report_bill',
    'resolve',
    'restore_relay',
    'resume_batch',
    'return_cash',
    'reverse',
    'revoke',
    'rotate_mailbox',
    'rotate_shop_key',
    'settle_claims',
    'settle_tab',
    'sign_with',
    'stop_batch',
    'stranger',
    'wake',
  ]);
});

test('files are opened, written and closed also where another test has had the schedule evaluated again', async () => {
  const secondCopy = './engine/schedule.ts?second';
  await import(secondCopy);
  const path = join(await folder(), 'file');
  const file = await open(path, 'w');
  await file.writeFile('kept');
  await file.sync();
  await file.close();
  expect(await readFile(path, 'utf8')).toBe('kept');
});
