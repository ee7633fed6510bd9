import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { order, sold } from '../stored-sales.ts';

/** A process of its own that sells in short shifts until it is killed: `node shift-writer.ts FILE`. A line for each sale. */

const journal = await openShopDatabase({
  path: process.argv[2] ?? '',
  random: { bytes: (count) => randomBytes(count) },
});
const first = (await journal.search({ limit: 1 })).items[0];
let n = first ? Number(first.id.slice(-12)) : 0;
const said = { actor: 'cashier', at: '2026-03-02T03:04:05.000Z' };
for (;;) {
  n += 1;
  await journal.shifts.open({ ...said, counted: 50_000, day: '2026-03-02' });
  const sale = await sold(journal, order(n));
  await journal.shifts.move({ ...said, direction: 'out', amount: 1000, reason: 'water' });
  if (n % 3 === 0) await journal.shifts.close({ ...said, counted: 50_000 });
  writeSync(1, `${sale.id}\n`);
}
