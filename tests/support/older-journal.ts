import { prepareAppend } from '../../src/main/db/event-log.ts';
import { createMeta } from '../../src/main/db/metadata.ts';
import { salesAndLog } from '../../src/main/db/migrations/0001-sales-and-log.ts';
import { kindAndRestore } from '../../src/main/db/migrations/0002-kind-and-restore.ts';
import { prints } from '../../src/main/db/migrations/0003-prints.ts';
import { applicationId } from '../../src/main/db/migrations/migrate.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { prepareReceipts, prepareSales } from '../../src/main/db/sales-repository.ts';
import { realRandom } from './journal-folder.ts';
import { event, order } from './sale-changes.ts';

/** A database as it was before there were books: so many sales, every fifth failed with its cash still there; one print. */
export function olderJournal(path: string, sales: number): void {
  const db = connect(path, false);
  db.exec(`${salesAndLog}${kindAndRestore}${prints}`);
  db.pragma('user_version = 3');
  db.pragma(`application_id = ${applicationId}`);
  createMeta(db, realRandom);
  const append = prepareAppend(db, realRandom);
  const list = prepareSales(db);
  const receipts = prepareReceipts(db, 'OLD3');
  db.transaction(() => {
    for (let n = 1; n <= sales; n++) {
      const begun = order(n);
      list.insert(begun);
      append(event('sale.sending', { actor: 'cashier' }), begun);
      const failed = n % 5 === 0;
      const ended = { ...begun, state: failed ? ('failed' as const) : ('success' as const), revision: 2 };
      const stored = failed ? ended : { ...ended, receiptNo: receipts.issue(ended.id) };
      list.update(stored);
      append(event('sale.answered', { actor: 'provider' }), stored);
    }
  })();
  db.prepare(
    `INSERT INTO print_jobs (id, kind, sale_id, printer, copy, counted, state, asked_by, format, created_at, updated_at)
     VALUES ('one', 'receipt', @sale, 'till', 1, 1, 'unknown', 'cashier', 'escpos', @at, @at),
       ('two', 'receipt', @sale, 'till', 2, 1, 'sent', 'cashier', 'escpos', @at, @at)`,
  ).run({ sale: order(1).id, at: order(1).createdAt });
  db.exec(`UPDATE print_jobs SET again = 'one' WHERE id = 'two'`);
  db.close();
}
