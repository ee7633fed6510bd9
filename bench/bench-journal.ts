import { systemRandom } from '../src/main/base/system/clock-and-random.ts';
import { prepareAppend } from '../src/main/db/event-log.ts';
import { createMeta } from '../src/main/db/metadata.ts';
import { migrate } from '../src/main/db/migrate.ts';
import { connect } from '../src/main/db/open-database.ts';
import { prepareReceipts, prepareSales } from '../src/main/db/sales-repository.ts';
import type { NewEvent } from '../src/main/db/sales-store.ts';
import type { Transaction } from '../src/shared/domain/transaction.ts';
import { benchSale } from './bench-sale.ts';
import { createLedgerRebuild } from './make-books.ts';

const encoder = new TextEncoder();

/**
 * A journal with that many receipts, of orders that went well, three events each: sending, answered, success by webhook, with
 * the bodies they have in a shop. Written in large transactions; row by row it is what the counter writes.
 */
export function writeBenchJournal(path: string, rows: number): void {
  const db = connect(path, false);
  migrate(db, () => createMeta(db, systemRandom));
  const append = prepareAppend(db, systemRandom);
  const sales = prepareSales(db);
  const receipts = prepareReceipts(db, 'BNCH');
  const oneSale = (count: number): void => {
    const { sale, event } = benchSale(count);
    if (!sale) return;
    const begun = sale.next;
    sales.insert(begun);
    append({ ...event, bodies: [] }, begun);
    const pending: Transaction = { ...begun, state: 'pending', transactionId: `T${count}`, revision: 2 };
    append(
      newEvent('sale.response_received', { faults: [] }, [
        ...event.bodies,
        { role: 'answer', bytes: answerOf(pending) },
      ]),
      pending,
    );
    const done: Transaction = {
      ...pending,
      state: 'success',
      sn: `SN${count}`,
      settledAt: begun.createdAt,
      revision: 3,
    };
    const stored = { ...done, receiptNo: receipts.issue(done.id) };
    sales.update(stored);
    const signature = 'a'.repeat(64);
    const report = { signature, status: 'success', verdict: 'applied', productDiffers: false, faults: [] };
    append(newEvent('webhook.applied', report, [{ role: 'webhook', bytes: webhookOf(stored) }]), stored);
  };
  const many = db.transaction((from: number, to: number) => {
    for (let count = from; count < to; count++) oneSale(count);
  });
  for (let from = 0; from < rows; from += 10_000) many(from, Math.min(rows, from + 10_000));
  createLedgerRebuild(db);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function newEvent(type: NewEvent['type'], data: NewEvent['data'], bodies: NewEvent['bodies']): NewEvent {
  return { type, at: '2026-01-05T03:00:01.000Z', actor: 'provider', data, bodies };
}

function answerOf(sale: Transaction): Uint8Array {
  const { transactionId, productCode, productName } = sale;
  const data = {
    transaction_id: transactionId,
    product_code: productCode,
    product_name: productName,
    status: 'pending',
  };
  return encoder.encode(JSON.stringify({ status: 'success', message: 'OK', data: { ...data, message: 'Diproses' } }));
}

function webhookOf(sale: Transaction): Uint8Array {
  const { transactionId, productName, customerNo, sn } = sale;
  const about = { transaction_id: transactionId, product_name: productName, customer_no: customerNo };
  return encoder.encode(JSON.stringify({ ...about, sn, status: 'success', message: 'Transaksi sukses' }));
}
