import type { Transaction } from '../../../shared/domain/transaction.ts';
import { amend } from '../amend.ts';
import type { CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';
import { applyWebhook } from './apply.ts';
import { readWebhook } from './read.ts';

const encoder = new TextEncoder();

/**
 * A webhook that came before the order's answer and named its product otherwise was set aside, since nothing tied its id to
 * the sale. The answer has now done so: it is applied after all.
 */
export async function hearAgain(ports: CounterPorts, sale: Transaction): Promise<Transaction> {
  if (sale.transactionIdFrom !== 'answer' || sale.state === 'disputed') return sale;
  let latest = sale;
  for (const kept of (await ports.journal.setAside(recent)).toReversed()) {
    if (kept.reason !== 'product_differs' || kept.ref !== sale.id || kept.body === null) continue;
    const body = encoder.encode(kept.body);
    const read = readWebhook(body);
    if (!read || read.webhook.transaction_id !== sale.transactionId) continue;
    const heard = { ...read, body, signature: null, at: timestamp(ports) };
    latest = (await amend(ports, sale.id, (now) => applyWebhook(now, heard))) ?? latest;
  }
  return latest;
}

/** Such a webhook is at most as old as the answer took; more than this many others do not come between. */
const recent = 50;
