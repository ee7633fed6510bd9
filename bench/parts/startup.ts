/**
 * Decides that the sales have a table of their own beside the log (ADR 5): a start reads the newest page, and not every event.
 */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { benchFolder } from '../bench-folder.ts';
import { writeBenchJournal } from '../bench-journal.ts';
import { type Figure, figure, median } from '../figures.ts';
import type { Size } from '../size.ts';

const run = promisify(execFile);
const StartReport = z.object({ ms: z.number() });

/**
 * From the start of a process until the live counter is open and has answered what the first screen asks (status, newest page,
 * products), with that many receipts against with none. The two in turns; files are warm.
 */
export async function benchStartup(size: Size): Promise<Figure[]> {
  const [rows, rounds] = [size.rows(1_000_000, 300), size.of(15, 1)];
  await using folder = await benchFolder();
  const [full, none] = [join(folder.path, 'full'), join(folder.path, 'none')];
  await mkdir(join(full, 'live'), { recursive: true });
  await mkdir(none);
  writeBenchJournal(join(full, 'live/journal.db'), rows);
  const times: { full: Taken[]; none: Taken[] } = { full: [], none: [] };
  for (let round = 0; round <= rounds; round++) {
    const [withNone, withAll] = [await startOn(none), await startOn(full)];
    // The first makes the databases and warms the files.
    if (round === 0) continue;
    times.none.push(withNone);
    times.full.push(withAll);
  }
  const about = { bench: 'startup', unit: 'ms', against: 'with no receipt' };
  const middle = (of: Taken[], field: keyof Taken): number => median(of.map((taken) => taken[field]));
  return [
    figure(
      {
        ...about,
        metric: `process to first screen, ${rows} receipts`,
        ours: middle(times.full, 'whole'),
        baseline: middle(times.none, 'whole'),
      },
      { maxRatio: 1.2 },
    ),
    figure({
      ...about,
      metric: 'opening alone',
      ours: middle(times.full, 'openMs'),
      baseline: middle(times.none, 'openMs'),
    }),
  ];
}

interface Taken {
  /** from the start of the process until it has said so */
  whole: number;
  /** inside of it, without loading the program */
  openMs: number;
}

async function startOn(folder: string): Promise<Taken> {
  const begun = performance.now();
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, '../start-once.ts'), folder]);
  return { whole: performance.now() - begun, openMs: StartReport.parse(JSON.parse(stdout)).ms };
}
