import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { soakSize } from '../support/soak.ts';
import { hunt } from './mutants/hunt.ts';
import { mutantsOfShops } from './mutants/mutants.ts';
import { runSeedsIn, traceSeed } from './run-seeds.ts';
import { type JournalFiles, openJournalFiles } from './world/journal-file.ts';
import { makeRealDatabase, type RealDatabase } from './world/real-database.ts';

/** Of the first three one has four counters and an office, and one's relays lose webhooks and are put back to an older copy. */
const from = 18;
const shops = soakSize({ usual: 3, soak: 20 });

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});
let files: JournalFiles;
let real: RealDatabase;
const opened = async (where: string): Promise<RealDatabase> => {
  const database = await makeRealDatabase(where);
  ends.push(database.close);
  return database;
};
beforeAll(async () => {
  files = await openJournalFiles();
  ends.push(() => files[Symbol.dispose]());
  const where = inject('engine') === 'sqlite' ? 'sqlite' : inject('postgresUrl');
  if (where !== null) real = await opened(where);
});

test(`every promise holds in ${shops} simulated shops over the relay’s real store`, {
  timeout: 1_800_000,
}, async () => {
  const worlds = () => ['shop'] as const;
  const { failures, sales, faults } = await runSeedsIn(files, from, shops, { worlds, openDatabase: real.openEmpty });
  expect(
    failures.map(({ seed, invariant, says, history }) => [`shop ${seed} (${invariant}) ${says}`, history.join('\n')]),
  ).toEqual([]);
  expect(sales / shops).toBeGreaterThan(2);
  expect(faults / shops).toBeGreaterThan(4);
});

test('one seed is one history over either database, whatever it held before', { timeout: 600_000 }, async () => {
  const { openEmpty } = await opened('sqlite');
  // Its relays are put back to an older copy, and a counter is stolen.
  for (const seed of [2, 5]) {
    const inNewFile = await traceSeed(seed, 'shop', { openDatabase: openEmpty });
    expect(inNewFile.broken).toBeNull();
    expect(await traceSeed(seed, 'shop', { openDatabase: real.openEmpty })).toEqual(inNewFile);
  }
});

test('a planted bug is found over it too', { timeout: 600_000 }, async () => {
  const mutant = mutantsOfShops.find(({ name }) => name === 'last-one-counts')!;
  const finding = await hunt(mutant, { from: 18, count: 30 }, files, { openDatabase: real.openEmpty });
  expect(finding?.invariant).toBe(mutant.breaks);
});
