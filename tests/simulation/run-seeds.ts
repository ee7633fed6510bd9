import type { Mutant } from './mutants/mutant.ts';
import { makePlan } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import { makeShopPlan } from './shop/make-shop-plan.ts';
import { isOfShops } from './shop/promises.ts';
import { shrink } from './shrink.ts';
import { type JournalFiles, openJournalFiles } from './world/journal-file.ts';
import { runPlan } from './world/run-plan.ts';
import type { Broken, RunOptions, RunResult } from './world/run-result.ts';

/** A seed in which a promise was broken, with the shortest history found that breaks it too. */
export interface Failure extends Broken {
  seed: number;
  world: World;
  history: string[];
}

/** What is simulated of a seed: one counter, or a shop of several. */
export type World = 'counter' | 'shop';

const planOf = (world: World, seed: number): Plan => (world === 'shop' ? makeShopPlan(seed) : makePlan(seed));

/** Each seed has a world of one counter, and every fourth one a shop's beside it; a bug of shops alone is looked for in shops. */
export function worldsOf(seed: number, mutant?: Mutant): readonly World[] {
  if (mutant && isOfShops(mutant.breaks)) return ['shop'];
  return seed % 4 === 0 && !mutant ? ['counter', 'shop'] : ['counter'];
}

export interface Tally {
  seeds: number;
  events: number;
  sales: number;
  webhooks: number;
  faults: number;
  failures: Failure[];
}

export const noTally = (): Tally => ({ seeds: 0, events: 0, sales: 0, webhooks: 0, faults: 0, failures: [] });

interface SeedOptions extends Omit<RunOptions, 'trace'> {
  worlds?: typeof worldsOf;
}

/** Runs that many seeds one after the other, each with its own world. */
export async function runSeeds(from: number, count: number, options: SeedOptions = {}): Promise<Tally> {
  using files = await openJournalFiles();
  return await runSeedsIn(files, from, count, options);
}

/** As runSeeds, for one who runs seeds again and again. */
export async function runSeedsIn(
  files: JournalFiles,
  from: number,
  count: number,
  { worlds = worldsOf, ...options }: SeedOptions = {},
): Promise<Tally> {
  const tally = noTally();
  for (let index = 0; index < count; index++) {
    const seed = seedAt(from, index);
    tally.seeds += 1;
    for (const world of worlds(seed, options.mutant)) {
      const result = await runPlan(planOf(world, seed), files, options);
      tally.events += result.events;
      tally.sales += result.sales;
      tally.webhooks += result.webhooks;
      tally.faults += result.faults;
      if (result.broken) tally.failures.push(await failureOf(world, seed, result.broken, files, options));
    }
  }
  return tally;
}

async function failureOf(
  world: World,
  seed: number,
  broken: Broken,
  files: JournalFiles,
  options: RunOptions,
): Promise<Failure> {
  const plan = await shrink(planOf(world, seed), broken, files, options);
  const { history } = await runPlan(plan, files, { ...options, trace: true });
  return { seed, world, ...broken, history };
}

/** The history of one seed, as it is. */
export async function traceSeed(seed: number, world: World = 'counter', options: RunOptions = {}): Promise<RunResult> {
  using files = await openJournalFiles(world === 'counter' ? 1 : undefined);
  return await runPlan(planOf(world, seed), files, { ...options, trace: true });
}

/** Seeds go round at the end of the safe integers, so that any of them may be the first. */
export function seedAt(from: number, index: number): number {
  const seed = BigInt(from) + BigInt(index);
  const all = BigInt(Number.MAX_SAFE_INTEGER) * 2n + 1n;
  return Number(seed > BigInt(Number.MAX_SAFE_INTEGER) ? seed - all : seed);
}

export function add(one: Tally, other: Tally): Tally {
  return {
    seeds: one.seeds + other.seeds,
    events: one.events + other.events,
    sales: one.sales + other.sales,
    webhooks: one.webhooks + other.webhooks,
    faults: one.faults + other.faults,
    failures: [...one.failures, ...other.failures],
  };
}
