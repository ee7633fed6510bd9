import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariants } from './invariants/all.ts';
import { hunt } from './mutants/hunt.ts';
import type { Mutant } from './mutants/mutant.ts';
import { mutants, mutantsOfShops } from './mutants/mutants.ts';
import { makePlan } from './plan/make-plan.ts';
import { shopInvariants } from './shop/promises.ts';
import { shrink } from './shrink.ts';
import { type JournalFiles, openJournalFiles } from './world/journal-file.ts';
import { runPlan } from './world/run-plan.ts';

/**
 * The bugs that take more than the first five seeds, and seeds that show them. A hunt that begins there is short; once the simulation
 * changes it is longer, and no less strict. `npm test` leaves them to `npm run test:full`.
 */
const firstSeeds: Readonly<Record<string, number>> = {
  'address-is-enough': 60,
  'answers-before-keeping': 58,
  'any-name-will-do': 150,
  'any-spelling-is-known': 150,
  'any-word-is-no': 31,
  'believes-itself': 7,
  'deaf-after-the-limit': 49,
  'deaf-to-rotation': 69,
  'doubt-does-not-lock': 17,
  'early-is-quarantined': 945,
  'erases-here-alone': 22,
  'erases-unacked': 198,
  'forgets-one-sale': 354,
  'forgets-the-old-key': 17,
  'forgets-webhooks': 57,
  'gives-back-too-much': 162,
  'last-number-wins': 60,
  'last-one-counts': 18,
  'loses-the-ref': 5,
  'overlooks-a-changed-key': 6,
  'place-is-enough': 92,
  'prunes-too-much': 47,
  'recovers-nothing': 18,
  'remembers-the-latest': 57,
  'repeats-by-day-alone': 176,
  'repeats-unasked': 4,
  'retired-is-trusted': 8,
  'returned-as-paid': 80,
  'sends-a-line-again': 11,
  'sends-lines-side-by-side': 224,
  'quarantined-for-good': 8,
  'settled-as-cash': 5,
  'settles-twice': 619,
  'starts-afresh': 4,
  'three-places': 37,
  'takes-back-the-unknown': 17,
  'tidies-the-log': 714,
  'trusts-any-ref': 77,
  'two-bills-at-once': 325,
};

const soon = (all: readonly Mutant[]): Mutant[] => all.filter(({ name }) => !(name in firstSeeds));
const late = (all: readonly Mutant[]): Mutant[] => all.filter(({ name }) => name in firstSeeds);

/** The promise that a bug breaks. @param count seeds to look at, from the first that shows it */
async function brokenBy(mutant: Mutant, count: number): Promise<string | undefined> {
  const finding = await hunt(mutant, { from: firstSeeds[mutant.name] ?? 1, count }, files);
  if (finding) console.log(`${mutant.name}: seed ${finding.seed} breaks (${finding.invariant}): ${finding.says}`);
  return finding?.invariant;
}

let files: JournalFiles;
beforeAll(async () => {
  files = await openJournalFiles();
});
afterAll(() => files[Symbol.dispose]());

test('each of the promises but (h) has a planted bug', () => {
  const broken = new Set(mutants.map(({ breaks }) => breaks));
  expect(Object.keys(invariants).filter((name) => !broken.has(name as keyof typeof invariants))).toEqual(['h']);
});

test.each(soon(mutants))('the planted bug "$name" is found soon ($about)', { timeout: 300_000 }, async (mutant) => {
  expect(await brokenBy(mutant, 2000)).toBe(mutant.breaks);
});

test.each(late(mutants))(
  'the planted bug "$name" is found within 2,000 seeds ($about)',
  { timeout: 300_000, tags: ['full'] },
  async (mutant) => {
    expect(await brokenBy(mutant, 2000)).toBe(mutant.breaks);
  },
);

test('each of the promises of a shop has a planted bug', () => {
  expect(new Set(mutantsOfShops.map(({ breaks }) => breaks))).toEqual(new Set(Object.keys(shopInvariants)));
});

test.each(soon(mutantsOfShops))(
  'the planted bug "$name" is found soon in shops ($about)',
  { timeout: 300_000 },
  async (mutant) => {
    expect(await brokenBy(mutant, 300)).toBe(mutant.breaks);
  },
);

test.each(late(mutantsOfShops))(
  'the planted bug "$name" is found within 300 shops ($about)',
  { timeout: 300_000, tags: ['full'] },
  async (mutant) => {
    expect(await brokenBy(mutant, 300)).toBe(mutant.breaks);
  },
);

test('a broken history is shrunk to what it needs, and still breaks the same promise', async () => {
  const mutant = mutants.find(({ name }) => name === 'loses-the-ref')!;
  const finding = (await hunt(mutant, { from: 1, count: 2000 }, files))!;
  const plan = makePlan(finding.seed);
  const small = await shrink(plan, { invariant: mutant.breaks, says: finding.says }, files, { mutant });
  const result = await runPlan(small, files, { mutant, trace: true });
  expect(small.items.length).toBeLessThan(plan.items.length);
  expect(result.broken?.invariant).toBe(mutant.breaks);
  expect(result.history.length).toBeLessThan(25);
  for (const left of small.items) {
    const without = { ...small, items: small.items.filter((item) => item !== left) };
    expect((await runPlan(without, files, { mutant })).broken?.invariant).not.toBe(mutant.breaks);
  }
});
