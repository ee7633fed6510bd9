/**
 * Decides that sums are kept beside the sales, in the commit that settles (ADR 15): without them every question of the books is
 * one of all sales.
 */
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { createMeta } from '../../src/main/db/metadata.ts';
import { migrate } from '../../src/main/db/migrate.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { prepareSales } from '../../src/main/db/sales-repository.ts';
import { prepareSlices } from '../../src/main/ledger/sales-report.ts';
import { benchFolder } from '../bench-folder.ts';
import { benchSale } from '../bench-sale.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { createLedgerRebuild } from '../make-books.ts';
import type { Size } from '../size.ts';

/** A busy shop, open for fourteen hours, with sixty products. */
const salesPerDay = 3000;
const productCount = 60;
const firstDay = Date.parse('2024-01-01T00:00:00.000Z');
const dayMs = 24 * 60 * 60_000;

/**
 * The kept sums against the same question asked of all sales, in turns, in one thread: all days, a month by product and by hour,
 * one day. And how fast the sums of an older database are made, against one pass over its sales.
 */
export async function benchBooks(size: Size): Promise<Figure[]> {
  const [rows, rounds] = [size.rows(100_000, 3_000), size.of(20, 1)];
  await using folder = await benchFolder();
  const db = connect(join(folder.path, 'journal.db'), false);
  migrate(db, () => createMeta(db, systemRandom));
  const days = writeSales(db, rows);
  const filling = timed(() => createLedgerRebuild(db));
  const slices = prepareSlices(db);
  const [from = '', to = ''] = [days.at(0), days.at(-1)];
  const month = { from: days.at(-30) ?? from, to };
  const questions = [
    { metric: 'all days', by: 'day', column: 'day', span: { from, to }, goal: true },
    { metric: 'a month, by product', by: 'product', column: 'product_code', span: month, goal: false },
    { metric: 'a month, by hour', by: 'slot', column: 'unixepoch(sent_at) / 900', span: month, goal: false },
    { metric: 'one day', by: 'day', column: 'day', span: { from: to, to }, goal: true },
  ] as const;
  const figures = questions.flatMap(({ metric, by, column, span, goal }) => {
    const full = fullAggregate(db, column);
    const [ours, baseline]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const sumMs = timed(() => slices({ ...span, by }));
      const summed = timed(() => full.all(span.from, span.to));
      // The first round warms up pages, statements and the compiler.
      if (round === 0) continue;
      ours.push(sumMs);
      baseline.push(summed);
    }
    const about = { bench: 'books', unit: 'ms', against: 'full aggregate of all sales' };
    return [
      figure(
        { ...about, metric, ours: median(ours), baseline: median(baseline) },
        goal ? { maxRatio: 1 / 20 } : undefined,
      ),
      figure({ ...about, metric: `${metric} p99`, ours: p99(ours), baseline: p99(baseline) }),
    ];
  });
  const pass = timed(() => fullAggregate(db, 'day').all(from, to));
  db.close();
  const perSecond = (ms: number): number => (rows / ms) * 1000;
  return [
    ...figures,
    figure({
      bench: 'books',
      metric: 'rebuilt',
      unit: 'sales/s',
      ours: perSecond(filling),
      baseline: perSecond(pass),
      against: 'one full aggregate',
    }),
  ];
}

/** @returns the business days, ascending */
function writeSales(db: Database.Database, rows: number): string[] {
  const sales = prepareSales(db);
  const days = new Set<string>();
  const some = db.transaction((first: number, last: number) => {
    for (let n = first; n < last; n++) {
      const begun = benchSale(n).sale?.next;
      if (!begun) return;
      const open = 8 * 60 * 60_000 + (n % salesPerDay) * ((14 * 60 * 60_000) / salesPerDay);
      const at = new Date(firstDay + Math.floor(n / salesPerDay) * dayMs + open).toISOString();
      const day = at.slice(0, 10);
      days.add(day);
      const product = n % productCount;
      const sale = { ...begun, productCode: `P${product}`, brand: `B${product % 12}`, day, createdAt: at, sentAt: at };
      sales.insert(
        n % 40 === 0
          ? { ...sale, state: 'failed', cashReturnedAt: at, settledAt: at }
          : { ...sale, state: 'success', sn: `SN${n}`, price: product % 3 === 0 ? 11_000 : null, settledAt: at },
      );
    }
  });
  for (let first = 0; first < rows; first += 10_000) some(first, Math.min(rows, first + 10_000));
  return [...days];
}

/** What the books hold, asked of the sales themselves. */
function fullAggregate(db: Database.Database, column: string): Database.Statement {
  const success = `FILTER (WHERE state = 'success')`;
  return db.prepare(
    `SELECT ${column}, count(*) ${success}, count(*) FILTER (WHERE state = 'failed'),
       count(*) FILTER (WHERE state = 'unsent'), sum(total) ${success}, count(total) ${success}, sum(price) ${success},
       count(price) ${success}, sum(fee) ${success}, sum(total - price) ${success}, count(total - price) ${success},
       sum(total) FILTER (WHERE state = 'success' AND tendered IS NOT NULL AND cash_returned_at IS NULL),
       sum(total) FILTER (WHERE state IN ('failed', 'unsent') AND tendered IS NOT NULL AND cash_returned_at IS NULL),
       sum(total) FILTER (WHERE state IN ('failed', 'unsent') AND cash_returned_at IS NOT NULL)
     FROM transactions WHERE day BETWEEN ? AND ? AND sent_at IS NOT NULL GROUP BY 1`,
  );
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
