import { allMutants } from './mutants/mutants.ts';
import { runSeedsIn } from './run-seeds.ts';
import { openJournalFiles } from './world/journal-file.ts';

/** What one process is asked to run. */
export interface Portion {
  from: number;
  count: number;
  mutant: string | null;
}

// What it has put into memory goes with it.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => process.exit(1));

const files = openJournalFiles();

process.on('message', ({ from, count, mutant }: Portion) => {
  const planted = allMutants.find(({ name }) => name === mutant);
  void files.then((all) => runSeedsIn(all, from, count, { mutant: planted })).then((tally) => process.send?.(tally));
});
