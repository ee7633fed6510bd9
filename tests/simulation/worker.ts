import { allMutants } from './mutants/mutants.ts';
import { runSeedsIn } from './run-seeds.ts';
import { openJournalFiles } from './world/journal-file.ts';

/** What one process is asked to run. */
export interface Portion {
  from: number;
  count: number;
  mutant: string | null;
  shopsAlone: boolean;
}

// What it has put into memory goes with it.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(signal, () => process.exit(1));

/** Where the relays store: see makeRealDatabase, or "memory". */
const [, , where = 'memory'] = process.argv;
const files = openJournalFiles();
// Loaded where it is needed: the drivers take longer than dozens of seeds.
const real =
  where === 'memory' ? null : import('./world/real-database.ts').then((they) => they.makeRealDatabase(where));

async function run({ from, count, mutant: named, shopsAlone }: Portion): Promise<void> {
  const mutant = allMutants.find(({ name }) => name === named);
  const openDatabase = (await real)?.openEmpty;
  const worlds = shopsAlone ? { worlds: () => ['shop'] as const } : {};
  process.send?.(await runSeedsIn(await files, from, count, { mutant, openDatabase, ...worlds }));
}

process.on('message', (portion: Portion) => void run(portion));
