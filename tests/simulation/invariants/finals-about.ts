import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { type Books, entryOf, type Taken } from '../world/books.ts';

export interface Final {
  status: 'success' | 'failed';
  /** the event of the journal with which it was first heard for this sale; null: not, or set aside */
  heardAt: number | null;
  taken: Taken;
}

/**
 * The finals that the provider has truly told of an order: webhooks of its own, taken by the relay at the order's address,
 * that agree with the provider's own book on the id, the customer and the product. Those with another name or number are the
 * provider's mistakes, which are set aside and shown.
 */
export function finalsAbout(books: Books, sale: Transaction): Final[] {
  const entry = entryOf(books, sale);
  if (!entry) return [];
  return books.taken.flatMap((taken) => {
    if (taken.ref !== sale.id || taken.by !== 'provider' || taken.event !== 'transaction.update') return [];
    const said = JSON.parse(taken.body) as Record<string, unknown>;
    const fits =
      said['transaction_id'] === entry.transaction_id &&
      said['customer_no'] === entry.customer_no &&
      said['product_name'] === entry.product_name;
    const { status } = said;
    if (!fits || (status !== 'success' && status !== 'failed')) return [];
    const heard = books.written.find(
      ({ saleId, webhook, type }) => saleId === sale.id && webhook === taken.body && type !== 'webhook.set_aside',
    );
    return [{ status, heardAt: heard?.seq ?? null, taken }];
  });
}
