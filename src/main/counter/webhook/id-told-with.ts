import { usableSn } from '../../../shared/domain/sn.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Journal } from '../../ports/journal.ts';
import { readWebhook } from './read.ts';

/**
 * What a serial number that a person records says about the sale's id at the provider, by the webhooks in its story. The one
 * that told this number has told the id; an id that only ever came with other numbers may be another sale's (`otherSn`).
 * @param sn null: none was recorded, which says nothing
 */
export async function idToldWith(
  journal: Pick<Journal, 'webhooksOf' | 'findByTransactionId'>,
  sale: Transaction,
  sn: string | null,
): Promise<{ changes: Partial<Transaction>; otherSn: boolean }> {
  const nothing = { changes: {}, otherSn: false };
  if (sn === null || sale.transactionIdFrom === 'answer') return nothing;
  const told = (await journal.webhooksOf(sale.id)).flatMap(({ type, body }) => {
    const webhook = type === 'webhook.set_aside' || body === null ? undefined : readWebhook(body)?.webhook;
    return webhook && usableSn(webhook.sn) !== null ? [webhook] : [];
  });
  if (sale.transactionId !== null) {
    const withId = told.filter((webhook) => webhook.transaction_id === sale.transactionId);
    return { ...nothing, otherSn: withId.length > 0 && withId.every((webhook) => usableSn(webhook.sn) !== sn) };
  }
  const own = told.find((webhook) => usableSn(webhook.sn) === sn);
  if (!own || (await journal.findByTransactionId(own.transaction_id))) return nothing;
  return { ...nothing, changes: { transactionId: own.transaction_id, transactionIdFrom: 'webhook' } };
}
