import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Random } from '../../src/main/base/system.ts';
import { prepareAppend } from '../../src/main/db/event-log.ts';
import { createMeta } from '../../src/main/db/metadata.ts';
import { migrate } from '../../src/main/db/migrate.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { prepareReceipts, prepareSales } from '../../src/main/db/sales-repository.ts';
import { prepareRebuild } from '../../src/main/ledger/ledger-rows.ts';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { event, order, sold } from './stored-sales.ts';

export const realRandom: Random = { bytes: (count) => randomBytes(count) };

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'konter-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function journalPath(): string {
  return join(temporaryFolder(), 'konter.db');
}

/** A journal on a real file, closed and removed with the test. */
export async function aJournal(path = journalPath()): Promise<ShopDatabase> {
  const db = await openShopDatabase({ path, random: realRandom });
  onTestFinished(() => db.close());
  return db;
}

/** A closed journal of three sales: events 1 and 2 are the first one's, and so on; the nth sale is order(n). */
export async function threeSales(): Promise<string> {
  const path = journalPath();
  const db = await aJournal(path);
  for (const n of [1, 2, 3]) await sold(db, order(n));
  await db.close();
  return path;
}

/** A database whose ledger is still to be made: that number of sales, every fifth failed with its cash still there. */
export function journalWithoutLedger(path: string, sales: number): void {
  const db = connect(path, false);
  migrate(db, () => createMeta(db, realRandom));
  const append = prepareAppend(db, realRandom);
  const list = prepareSales(db);
  const receipts = prepareReceipts(db, 'OLD3');
  db.transaction(() => {
    for (let n = 1; n <= sales; n++) {
      const begun = order(n);
      list.insert(begun);
      append(event('sale.submitted', { actor: 'cashier' }), begun);
      const failed = n % 5 === 0;
      const ended = { ...begun, state: failed ? ('failed' as const) : ('success' as const), revision: 2 };
      const stored = failed ? ended : { ...ended, receiptNo: receipts.issue(ended.id) };
      list.update(stored);
      append(event('sale.response_received', { actor: 'provider' }), stored);
    }
  })();
  prepareRebuild(db).startOver();
  db.close();
}
