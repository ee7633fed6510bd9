import type { Plan } from './plan/plan.ts';
import type { JournalFiles } from './world/journal-file.ts';
import { runPlan } from './world/run-plan.ts';
import type { Broken, RunOptions } from './world/run-result.ts';

/** Leaves out of a plan what the broken promise does not need: first in big pieces, then one by one, until nothing goes. */
export async function shrink(plan: Plan, broken: Broken, files: JournalFiles, options: RunOptions): Promise<Plan> {
  const stillBreaks = async (items: Plan['items']): Promise<boolean> => {
    const result = await runPlan({ ...plan, items }, files, options);
    return result.broken?.invariant === broken.invariant;
  };
  let { items } = plan;
  for (let size = Math.ceil(items.length / 2); size >= 1; ) {
    const smaller = await without(items, size, stillBreaks);
    if (smaller) items = smaller;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return { ...plan, items };
}

async function without(
  items: Plan['items'],
  size: number,
  stillBreaks: (items: Plan['items']) => Promise<boolean>,
): Promise<Plan['items'] | null> {
  for (let at = 0; at < items.length; at += size) {
    const rest = [...items.slice(0, at), ...items.slice(at + size)];
    if (await stillBreaks(rest)) return rest;
  }
  return null;
}
