import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { type Books, entryOf, type Taken } from '../world/books.ts';
import { keyOf } from '../world/key-book.ts';
import { namesProductOf } from './about-the-product.ts';

export interface Final {
  status: 'success' | 'failed';
  /** the event of the journal with which it was first applied to this sale; null: not, or quarantined */
  appliedAt: number | null;
  taken: Taken;
}

/**
 * The finals that the provider has truly reported of an order: webhooks that it has signed itself, taken by the relay at the
 * order's address, that agree with its own book on the id and the customer, and either name the product as the sale has it or
 * have the id that the order's answer has tied to the sale. So do those at another order's address, where the provider keeps one
 * for all and the answer has tied their id to this sale. The others are quarantined and shown: a product that is called
 * otherwise by now proves no order, and another number is the provider's mistake.
 */
export function finalsAbout(books: Books, sale: Transaction): Final[] {
  const entry = entryOf(books, sale);
  if (!entry) return [];
  return books.taken.flatMap((taken) => {
    if (taken.by !== 'provider' || taken.event !== 'transaction.update') return [];
    const payload = JSON.parse(taken.body) as Record<string, unknown>;
    const tied = sale.transactionIdFrom === 'answer' && sale.transactionId === payload['transaction_id'];
    const addressed = taken.ref === sale.id || (tied && taken.ref !== null && books.sales.has(taken.ref));
    if (!addressed) return [];
    const fits =
      keyOf(books.keys, taken) !== null &&
      payload['transaction_id'] === entry.transaction_id &&
      payload['customer_no'] === entry.customer_no &&
      (tied || namesProductOf(sale, payload));
    const { status } = payload;
    if (!fits || (status !== 'success' && status !== 'failed')) return [];
    const applied = books.written.find(
      ({ saleId, webhook, type }) => saleId === sale.id && webhook === taken.body && type !== 'webhook.quarantined',
    );
    return [{ status, appliedAt: applied?.seq ?? null, taken }];
  });
}
