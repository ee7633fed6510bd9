/** Decides that each commit writes event, chain, snapshot and sale, and waits for the disk (ADR 5). */
import { join } from 'node:path';
import { systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { benchFolder } from '../bench-folder.ts';
import { benchSale } from '../bench-sale.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { againstRawAppend, openRawAppend } from '../raw-append.ts';
import type { Size } from '../size.ts';

/** One such commit against the least that is durable: a 4 KiB append with fdatasync, on the same disk, the two in turns. */
export async function benchJournal(size: Size): Promise<Figure[]> {
  const [rounds, perRound] = [size.of(5, 1), size.of(400, 5)];
  await using folder = await benchFolder();
  const db = await openShopDatabase({ path: join(folder.path, 'journal.db'), random: systemRandom });
  using raw = openRawAppend(folder.path);
  const [commits, appends]: [number[], number[]] = [[], []];
  let count = 0;
  for (let round = 0; round <= rounds; round++) {
    for (let step = 0; step < perRound; step++) {
      const appended = raw.append();
      count += 1;
      const started = performance.now();
      await db.commit(benchSale(count));
      const ended = performance.now();
      // The first round warms up files, statements and the compiler.
      if (round === 0) continue;
      appends.push(appended);
      commits.push(ended - started);
    }
  }
  await db.close();
  const about = { bench: 'journal', unit: 'ms', against: againstRawAppend };
  return [
    figure({ ...about, metric: 'durable commit', ours: median(commits), baseline: median(appends) }, { maxRatio: 1.3 }),
    figure({ ...about, metric: 'durable commit p99', ours: p99(commits), baseline: p99(appends) }),
  ];
}
