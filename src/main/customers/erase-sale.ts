import type Database from 'better-sqlite3';
import { isMadeOf } from '../../shared/domain/customer-no.ts';
import { erasedNo, isErased } from '../../shared/domain/erasure.ts';
import { type FieldWith, fieldsWith, type Transaction } from '../../shared/domain/transaction.ts';
import type { prepareAppend } from '../db/event-log.ts';
import type { CustomerDigest } from '../db/sale-rows.ts';
import type { Sales } from '../db/sales-repository.ts';
import { statement } from '../db/statements.ts';
import type { ErasureReason, RelayErasures } from './erasure-queue.ts';

export interface EraseSale {
  /** erases everything that names the customer and appends an event; inside a transaction */
  sale(sale: Transaction, reason: ErasureReason, at: string): Transaction;
  /** erases the body of a quarantined webhook; another customer may be named in its event */
  webhookOf(seq: number): void;
}

const clearedFields = fieldsWith('erase', ['clear']);

/**
 * Erases the customer of a sale: number, name, serial number (a token is as good as cash and often carries the name), the
 * provider's message, all bodies and snapshots of its events, and queued print jobs. Product, amounts, times, receipt number
 * and provider's id stay; `saleFields` lists every field.
 */
export function prepareEraseSale(
  db: Database.Database,
  deps: { sales: Sales; append: ReturnType<typeof prepareAppend>; digest: CustomerDigest; atRelay: RelayErasures },
): EraseSale {
  const { sales, append, digest, atRelay } = deps;
  const forget = statement(db, 'UPDATE transactions SET customer_no = ?, customer_key = ? WHERE id = ?');
  const eraseBodies = `UPDATE event_payloads SET salt = NULL, bytes = NULL
     WHERE salt IS NOT NULL AND seq = id / 100 AND id BETWEEN ? * 100 AND ? * 100 + 99`;
  const bodies = statement(db, eraseBodies);
  const webhook = statement(db, `${eraseBodies} AND role = 'webhook'`);
  const events = statement(db, 'SELECT seq FROM events WHERE sale_id = ?');
  const prints = statement(
    db,
    `UPDATE print_jobs SET payload = NULL,
       counted = CASE WHEN state IN ('queued', 'checking', 'blocked') THEN 0 ELSE counted END,
       reason = CASE WHEN state IN ('queued', 'checking', 'blocked') THEN 'sale_changed' ELSE reason END,
       state = CASE WHEN state IN ('queued', 'checking', 'blocked') THEN 'failed' ELSE state END
     WHERE sale_id = ?`,
  );
  const outbox = statement(db, 'DELETE FROM auto_print_outbox WHERE sale_id = ?');
  return {
    webhookOf(seq) {
      if (webhook().run(seq, seq).changes > 0) atRelay.addWebhook(seq);
    },
    sale(sale, reason, at) {
      let erased = 0;
      for (const seq of events().pluck().all(sale.id)) erased += bodies().run(seq, seq).changes;
      const changed: Pick<Transaction, FieldWith<'erase', 'rule'>> = {
        ...withoutNumber(sale),
        customerNo: erasedNo,
        payments: sale.payments.map((payment) => ({ ...payment, reference: null, customerId: null })),
        tabPayments: sale.tabPayments.map((payment) => ({ ...payment, reference: null })),
        // It cannot be paid without its number.
        state: sale.state === 'inquired' ? 'expired' : sale.state,
        updatedAt: at,
        revision: sale.revision + 1,
      };
      const next: Transaction = { ...sale, ...changed };
      for (const field of clearedFields) next[field] = null;
      sales.update(next);
      if (!isErased(sale)) forget().run(erasedNo, digest(sale.customerNo), sale.id);
      prints().run(sale.id);
      outbox().run(sale.id);
      atRelay.addSale(sale.id);
      append({ type: 'sale.erased', at, actor: 'system', data: { reason, bodies: erased }, bodies: [] }, next);
      return next;
    },
  };
}

/**
 * The provider's id stays, unless it contains the number or belongs to an unpaid bill: the provider may use the id of
 * an unpaid bill again, and its customer could no longer be compared.
 */
function withoutNumber({ state, customerNo, transactionId, transactionIdFrom }: Transaction) {
  const isUnpaid = state === 'inquired' || state === 'expired';
  return transactionId !== null && (isUnpaid || isMadeOf(transactionId, customerNo))
    ? { transactionId: null, transactionIdFrom: null }
    : { transactionId, transactionIdFrom };
}
