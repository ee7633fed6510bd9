import type Database from 'better-sqlite3';
import { isMadeOf } from '../../../shared/domain/customer-no.ts';
import { erasedNo, isErased } from '../../../shared/domain/erasure.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { CustomerDigest } from '../../db/customer-digest.ts';
import type { prepareAppend } from '../../db/event-log.ts';
import type { Sales } from '../../db/sales-repository.ts';
import { statement } from '../../db/statements.ts';
import type { WhyErased } from '../customer-data-types.ts';

export interface EraseSale {
  /** everything that names the sale's customer, and an event that says so; inside a transaction */
  sale(sale: Transaction, why: WhyErased, at: string): Transaction;
  /** what a webhook said that was put aside; of whom its event tells besides is another customer */
  webhookOf(seq: number): void;
}

/**
 * Takes a sale's customer out of it: number, name, serial number (a token is as good as cash, and often carries the name), the
 * provider's words, every body and every snapshot in its story, and what waits to be printed. Product, amounts, times,
 * receipt number and provider's id stay.
 */
export function prepareEraseSale(
  db: Database.Database,
  parts: { sales: Sales; append: ReturnType<typeof prepareAppend>; digest: CustomerDigest },
): EraseSale {
  const { sales, append, digest } = parts;
  const forget = statement(db, 'UPDATE transactions SET customer_no = ?, customer_key = ? WHERE id = ?');
  const bodies = statement(
    db,
    `UPDATE bodies SET salt = NULL, bytes = NULL
     WHERE salt IS NOT NULL AND seq = id / 100 AND id BETWEEN ? * 100 AND ? * 100 + 99`,
  );
  const webhook = statement(
    db,
    `UPDATE bodies SET salt = NULL, bytes = NULL
     WHERE role = 'webhook' AND salt IS NOT NULL AND seq = id / 100 AND id BETWEEN ? * 100 AND ? * 100 + 99`,
  );
  const events = statement(db, 'SELECT seq FROM events WHERE sale_id = ?');
  const prints = statement(
    db,
    `UPDATE print_jobs SET payload = NULL,
       counted = CASE WHEN state IN ('queued', 'checking', 'blocked') THEN 0 ELSE counted END,
       reason = CASE WHEN state IN ('queued', 'checking', 'blocked') THEN 'sale_changed' ELSE reason END,
       state = CASE WHEN state IN ('queued', 'checking', 'blocked') THEN 'failed' ELSE state END
     WHERE sale_id = ?`,
  );
  const outbox = statement(db, 'DELETE FROM print_wishes WHERE sale_id = ?');
  return {
    webhookOf: (seq) => void webhook().run(seq, seq),
    sale(sale, why, at) {
      let erased = 0;
      for (const seq of events().pluck().all(sale.id)) erased += bodies().run(seq, seq).changes;
      const next: Transaction = {
        ...sale,
        ...withoutNumber(sale),
        customerNo: erasedNo,
        customerName: null,
        sn: null,
        message: null,
        // Nobody can pay it any more without its number.
        state: sale.state === 'inquired' ? 'expired' : sale.state,
        updatedAt: at,
        revision: sale.revision + 1,
      };
      sales.update(next);
      if (!isErased(sale)) forget().run(erasedNo, digest(sale.customerNo), sale.id);
      prints().run(sale.id);
      outbox().run(sale.id);
      append({ type: 'sale.erased', at, actor: 'system', data: { why, bodies: erased }, bodies: [] }, next);
      return next;
    },
  };
}

/**
 * A provider's id stays, unless it is made of the number, or is of a bill that nobody paid: the provider may name the same
 * bill under it again, and nobody could tell then that it is not another customer's.
 */
function withoutNumber({ state, customerNo, transactionId, transactionIdFrom }: Transaction) {
  const isUnpaid = state === 'inquired' || state === 'expired';
  return transactionId !== null && (isUnpaid || isMadeOf(transactionId, customerNo))
    ? { transactionId: null, transactionIdFrom: null }
    : { transactionId, transactionIdFrom };
}
