import { makePlan } from '../plan/make-plan.ts';
import { makeShopPlan } from '../shop/make-shop-plan.ts';
import { isOfShops } from '../shop/promises.ts';
import type { JournalFiles } from '../world/journal-file.ts';
import { runPlan } from '../world/run-plan.ts';
import type { RunOptions } from '../world/run-result.ts';
import type { Mutant } from './mutant.ts';

export interface Finding {
  seed: number;
  invariant: string;
  says: string;
}

/** The first seed in which the invariant that the mutant breaks does not hold; null when none of them shows it. */
export async function hunt(
  mutant: Mutant,
  seeds: { from: number; count: number },
  files: JournalFiles,
  options: RunOptions = {},
): Promise<Finding | null> {
  const planOf = isOfShops(mutant.breaks) ? makeShopPlan : makePlan;
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed++) {
    const { broken } = await runPlan(planOf(seed), files, { ...options, mutant });
    if (broken?.invariant === mutant.breaks) return { seed, ...broken };
  }
  return null;
}
