/**
 * Decides that the sales have a table of their own beside the log (ADR 5): a start reads the newest page, and not every event.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded } from '../../scripts/build.ts';
import { benchFolder } from '../bench-folder.ts';
import { writeBenchJournal } from '../bench-journal.ts';
import { type Figure, figure, median } from '../figures.ts';
import type { Size } from '../size.ts';
import { type Started, startCounter } from '../started-counter.ts';

/**
 * From the start of a process until the live counter listens and has answered what the first screen wants, with that many receipts
 * against with none, and what it holds in memory before a page is there. The two in turns; files are warm.
 */
export async function benchStartup(size: Size): Promise<Figure[]> {
  const [rows, rounds] = [size.rows(1_000_000, 300), size.of(15, 1)];
  await buildIfNeeded('counter');
  await buildIfNeeded('pages');
  await using folder = await benchFolder();
  const [full, none] = [join(folder.path, 'full'), join(folder.path, 'none')];
  await mkdir(join(full, 'live'), { recursive: true });
  await mkdir(none);
  writeBenchJournal(join(full, 'live/journal.db'), rows);
  const starts: { full: Started[]; none: Started[] } = { full: [], none: [] };
  for (let round = 0; round <= rounds; round++) {
    const measuresMemory = round <= 3;
    const withNone = await startCounter(none, { measuresMemory });
    const withAll = await startCounter(full, { measuresMemory });
    // The first makes the databases and warms the files.
    if (round === 0) continue;
    starts.none.push(withNone);
    starts.full.push(withAll);
  }
  const middle = (of: Started[], field: keyof Started): number =>
    median(of.map((started) => started[field]).filter((value) => !Number.isNaN(value)));
  const compared = (metric: string, unit: string, field: keyof Started) => ({
    bench: 'startup',
    metric,
    unit,
    ours: middle(starts.full, field),
    baseline: middle(starts.none, field),
    against: 'with no receipt',
  });
  return [
    figure(compared(`process to first screen, ${rows} receipts`, 'ms', 'screenMs'), { maxRatio: 1.2 }),
    figure(compared('process to listening', 'ms', 'openMs')),
    ...(process.platform === 'linux' ? [figure(compared('resident memory before a page', 'MB', 'megabytes'))] : []),
  ];
}
