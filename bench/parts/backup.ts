import { copyFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { createTaskRunner } from '../../src/main/db/database-tasks.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { benchFolder } from '../bench-folder.ts';
import { writeReceipts } from '../bench-receipts.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { againstRawAppend, openRawAppend, type RawAppend } from '../raw-append.ts';
import { sellEveryMs, startSeller } from '../seller.ts';

const runTask = createTaskRunner(nodeSystem);

const rounds = 3;

/**
 * A copy of the journal while somebody sells, against the least that makes a durable copy: copying the file and fsync, with
 * nobody selling. The two in turns. What a commit of the seller takes meanwhile, against durable appends during a plain copy, and
 * against commits with no copy.
 */
export async function benchBackup(rows = 1_000_000): Promise<Figure[]> {
  await using folder = await benchFolder();
  const path = join(folder.path, 'journal.db');
  writeReceipts(path, rows);
  const journal = await openShopDatabase({ path, random: systemRandom });
  const seller = startSeller(journal, rows);
  using disk = openRawAppend(folder.path);
  const [copies, whole, raw, appends]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round++) {
    raw.push(await copyAndFsync(path, join(folder.path, 'raw')));
    await seller.for(1000, 'calm');
    const copied = copyAndFsync(path, join(folder.path, 'raw'));
    appends.push(...(await appendDuring(disk, copied)));
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
  const about = { bench: 'backup' };
  const file = { unit: 'ms', baseline: median(raw), against: 'copy of the file + fsync, nobody selling' };
  const { calm, busy } = seller.took;
  const commit = { ...about, metric: 'seller’s commit meanwhile p99', unit: 'ms', ours: p99(busy) };
  const words = `${rows} receipts`;
  return [
    figure({ ...about, ...file, metric: `copy while selling, ${words}`, ours: median(copies) }, { maxRatio: 4 }),
    figure({ ...about, ...file, metric: 'copy and check', ours: median(whole) }),
    figure(
      { ...commit, baseline: p99(appends), against: `${againstRawAppend} during a plain copy of the file` },
      { maxRatio: 0.5 },
    ),
    figure({ ...commit, baseline: p99(calm), against: 'the same with no copy being made' }),
  ];
}

/** An append every few milliseconds, as the seller commits; at least one. */
async function appendDuring(disk: RawAppend, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const done = new AbortController();
  const watched = work.finally(() => done.abort());
  do {
    times.push(disk.append());
    await pause(sellEveryMs);
  } while (!done.signal.aborted);
  await watched;
  return times;
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
