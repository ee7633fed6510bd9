import { saysSomethingElse } from '../../../shared/domain/contradiction.ts';
import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { SetAsideReason } from '../../../shared/domain/sale-event.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Webhook } from '../../../shared/wire/webhook.ts';
import type { Journal } from '../../ports/journal.ts';

export type Match =
  | { kind: 'sale'; sale: Transaction }
  | { kind: 'set_aside'; reason: SetAsideReason; sale: Transaction | null };

/**
 * The sale that a notification is about: by ref first (the signature covers the body, not the address, so the ref alone
 * proves nothing), then by the provider's id. What does not agree is set aside and never applied.
 */
export async function matchSale(
  journal: Pick<Journal, 'get' | 'findByTransactionId'>,
  ref: string | null,
  webhook: Webhook,
): Promise<Match> {
  const [byRef, byId] = [
    ref === null ? null : await journal.get(ref),
    await journal.findByTransactionId(webhook.transaction_id),
  ];
  const sale = byRef ?? byId;
  if (!sale) return { kind: 'set_aside', reason: 'no_such_sale', sale: null };
  const reason = whyNotAbout(sale, byId, webhook);
  return reason === null ? { kind: 'sale', sale } : { kind: 'set_aside', reason, sale };
}

function whyNotAbout(sale: Transaction, byId: Transaction | null, webhook: Webhook): SetAsideReason | null {
  if (byId && byId.id !== sale.id) return 'id_of_another_sale';
  // Only an answer binds an id to a sale; two webhooks that disagree make a dispute instead.
  if (sale.transactionIdFrom === 'answer' && sale.transactionId !== webhook.transaction_id) return 'id_differs';
  if (!sameCustomerNo(sale.customerNo, webhook.customer_no)) return 'customer_differs';
  const idMatches = sale.transactionId === webhook.transaction_id;
  if (!idMatches && productDiffers(sale, webhook)) return 'product_differs';
  const neverSent = sale.state === 'inquired' || sale.state === 'expired';
  if (neverSent && webhook.status !== 'success') return 'not_sent_by_us';
  return null;
}

/** Where the id matches this only warns. */
export function productDiffers(sale: Transaction, webhook: Webhook): boolean {
  return (
    saysSomethingElse(webhook.product_name, sale.productName) ||
    saysSomethingElse(webhook.product_code, sale.productCode)
  );
}
