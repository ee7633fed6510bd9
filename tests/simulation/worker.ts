import { mutants } from './mutants/mutants.ts';
import { runSeeds } from './run-seeds.ts';

/** What one process is asked to run. */
export interface Portion {
  from: number;
  count: number;
  mutant: string | null;
}

// What it has put into memory goes with it.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => process.exit(1));

process.on('message', ({ from, count, mutant }: Portion) => {
  const planted = mutants.find(({ name }) => name === mutant);
  void runSeeds(from, count, planted).then((tally) => process.send?.(tally));
});
