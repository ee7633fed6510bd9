import { usableSn } from '../../../shared/domain/sn.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Journal } from '../../ports/journal.ts';
import { readWebhook } from './read.ts';

/**
 * What a serial number that a person records says about the sale's id at the provider, by the webhooks in its story. The one
 * that told this number has told the id; an id that only ever came with other numbers may be another sale's.
 * @param sn null: none was recorded, which says nothing
 * @returns `sameSn`: whether the id came with that number; null where nothing was said
 */
export async function idToldWith(
  journal: Pick<Journal, 'webhooksOf' | 'findByTransactionId'>,
  sale: Transaction,
  sn: string | null,
): Promise<{ changes: Partial<Transaction>; sameSn: boolean | null }> {
  const nothing = { changes: {}, sameSn: null };
  if (sn === null || sale.transactionIdFrom === 'answer') return nothing;
  const told = (await journal.webhooksOf(sale.id)).flatMap(({ type, body }) => {
    const webhook = type === 'webhook.set_aside' || body === null ? undefined : readWebhook(body)?.webhook;
    return webhook && usableSn(webhook.sn) !== null ? [webhook] : [];
  });
  if (sale.transactionId !== null) {
    const numbers = told.flatMap((one) => (one.transaction_id === sale.transactionId ? [usableSn(one.sn)] : []));
    return numbers.length === 0 ? nothing : { changes: {}, sameSn: numbers.includes(sn) };
  }
  const own = told.find((webhook) => usableSn(webhook.sn) === sn);
  if (!own || (await journal.findByTransactionId(own.transaction_id))) return nothing;
  return { changes: { transactionId: own.transaction_id, transactionIdFrom: 'webhook' }, sameSn: true };
}
