import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { order, sold } from '../stored-sales.ts';

/** A process of its own that sells until it is killed: `node journal-writer.ts FILE`. Each line is a sale that is on disk. */

const path = process.argv[2] ?? '';
const journal = await openShopDatabase({ path, random: { bytes: (count) => randomBytes(count) } });
const first = (await journal.search({ limit: 1 })).items[0];
let n = first ? Number(first.id.slice(-12)) : 0;
for (;;) {
  n += 1;
  const sale = await sold(journal, order(n));
  writeSync(1, `${sale.id} ${sale.receiptNo}\n`);
}
