import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '../../src/main/app/system/random.ts';
import { openJournal } from '../../src/main/journal/open.ts';
import { benchSale } from '../bench-sale.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';

const rounds = 5;
const perRound = 400;

/**
 * One durable commit of a sale (event, chain, snapshot, sale) against the least that is durable: a 4 KiB append with
 * fdatasync, on the same disk, the two in turns.
 */
export async function benchJournal(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'konter-bench-'));
  try {
    const journal = await openJournal({ path: join(folder, 'journal.db'), random: systemRandom });
    const raw = openSync(join(folder, 'raw'), 'a');
    const page = new Uint8Array(4096).fill(7);
    const [commits, appends]: [number[], number[]] = [[], []];
    let count = 0;
    for (let round = 0; round <= rounds; round++) {
      for (let step = 0; step < perRound; step++) {
        const started = performance.now();
        writeSync(raw, page);
        fdatasyncSync(raw);
        const between = performance.now();
        count += 1;
        await journal.commit(benchSale(count));
        const ended = performance.now();
        // The first round warms up files, statements and the compiler.
        if (round === 0) continue;
        appends.push(between - started);
        commits.push(ended - between);
      }
    }
    closeSync(raw);
    await journal.close();
    const about = { bench: 'journal', unit: 'ms', against: 'raw 4 KiB append + fdatasync' };
    return [
      figure(
        { ...about, metric: 'durable commit', ours: median(commits), baseline: median(appends) },
        { words: '<= 1.3x', meets: (ratio) => ratio <= 1.3 },
      ),
      figure({ ...about, metric: 'durable commit p99', ours: p99(commits), baseline: p99(appends) }),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
