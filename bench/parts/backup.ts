import { copyFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemRandom } from '../../src/main/app/system/random.ts';
import { openJournal } from '../../src/main/journal/open.ts';
import { runTask } from '../../src/main/journal/worker/run-task.ts';
import { benchFolder } from '../bench-folder.ts';
import { writeReceipts } from '../bench-receipts.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { startSeller } from '../seller.ts';

const rounds = 3;

/**
 * A copy of the journal while somebody sells, against the least that makes a durable copy: copying the file and fsync, with
 * nobody selling. The two in turns. What a commit of the seller takes meanwhile, against what it takes otherwise.
 */
export async function benchBackup(rows = 1_000_000): Promise<Figure[]> {
  await using folder = await benchFolder();
  const path = join(folder.path, 'journal.db');
  writeReceipts(path, rows);
  const journal = await openJournal({ path, random: systemRandom });
  const seller = startSeller(journal, rows);
  const [copies, whole, raw]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    raw.push(await copyAndFsync(path, join(folder.path, 'raw')));
    await seller.for(1000, 'calm');
    const begun = performance.now();
    const copying = runTask(
      { task: 'copy', journal: path, folder: folder.path, makeFolder: false, at: new Date().toISOString() },
      { withinMs: 30 * 60_000 },
    );
    const answer = await seller.during(copying);
    if (answer.kind !== 'copied') throw new Error('the bench could not copy');
    whole.push(performance.now() - begun);
    copies.push(answer.tookMs.copy);
    await rm(join(folder.path, answer.file.file));
  }
  await journal.close();
  const { calm, busy } = seller.took;
  const about = { bench: 'backup' };
  const file = { unit: 'ms', baseline: median(raw), against: 'copy of the file + fsync, nobody selling' };
  const words = `${rows} receipts`;
  return [
    figure(
      { ...about, ...file, metric: `copy while selling, ${words}`, ours: median(copies) },
      { words: '<= 4x', meets: (ratio) => ratio <= 4 },
    ),
    figure({ ...about, ...file, metric: 'copy and check', ours: median(whole) }),
    figure(
      {
        ...about,
        metric: 'seller’s commit meanwhile p99',
        unit: 'ms',
        ours: p99(busy),
        baseline: p99(calm),
        against: 'the same with no copy being made',
      },
      { words: '<= 20 ms', meets: (_ratio, ours) => ours <= 20 },
    ),
  ];
}

async function copyAndFsync(from: string, to: string): Promise<number> {
  const begun = performance.now();
  await copyFile(from, to);
  const file = await open(to, 'r+');
  await file.sync();
  await file.close();
  const took = performance.now() - begun;
  await rm(to);
  return took;
}
