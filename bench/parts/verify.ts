import { join } from 'node:path';
import { systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { readMeta } from '../../src/main/db/metadata.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { checkChain, prepareSpans, verifyJournal } from '../../src/main/integrity/verify.ts';
import { benchFolder } from '../bench-folder.ts';
import { writeBenchJournal } from '../bench-journal.ts';
import { type Figure, figure, median } from '../figures.ts';

const rounds = 5;
const usualEvents = 200_000;

/**
 * Walking the whole chain, every event and every body hashed, against reading the very same rows and hashing none of them;
 * the two in turns, in one thread. Beside it the whole of what the command does: chain, sales, receipts, SQLite's check.
 * @param rows events in the log
 */
export async function benchVerify(rows: number = usualEvents): Promise<Figure[]> {
  await using folder = await benchFolder();
  const path = join(folder.path, 'journal.db');
  const events = writeBenchJournal(path, rows, systemRandom);
  const db = connect(path, true);
  const [chain, reading, whole]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    readOnly(prepareSpans(db));
    const between = performance.now();
    const counts = { events: 0, sales: 0, receipts: 0, erased: 0, erasedSales: 0 };
    const flaw = checkChain(db, readMeta(db), counts, { numbered: 0, derived: [] });
    const ended = performance.now();
    if (flaw) throw new Error(`the journal of the bench is not whole: ${flaw.row} ${flaw.why}`);
    // The first round warms up the file's pages, statements and the compiler.
    if (round === 0) continue;
    reading.push(perSecond(events, between - started));
    chain.push(perSecond(events, ended - between));
    whole.push(
      perSecond(
        events,
        timed(() => verifyJournal(path)),
      ),
    );
  }
  db.close();
  const about = {
    bench: 'verify',
    unit: 'events/s',
    baseline: median(reading),
    against: 'the same rows read, not hashed',
  };
  return [
    figure({ ...about, metric: 'chain', ours: median(chain) }, { minRatio: 0.4 }),
    figure({ ...about, metric: 'chain, sales, receipts, file', ours: median(whole) }),
  ];
}

function readOnly(spanAfter: ReturnType<typeof prepareSpans>): void {
  let after = 0;
  for (;;) {
    const last = spanAfter(after).events.at(-1);
    if (last === undefined) return;
    [after] = last;
  }
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function perSecond(events: number, ms: number): number {
  return (events / ms) * 1000;
}
