import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Webhook } from '../../../shared/wire/webhook.ts';
import type { AsideWebhook } from '../../ports/journal.ts';
import { amend } from '../amend.ts';
import { keepTrying } from '../keep-trying.ts';
import type { CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';
import { applyWebhook } from './apply.ts';
import { couldBeAnothers, holderOf, isAnother, isCustomerOf, whyNotAbout } from './match.ts';
import { readWebhook } from './read.ts';

/**
 * A webhook that came before the order's answer was set aside where nothing tied it to the sale yet: it named the product
 * otherwise, could have been about another sale, or came without a ref. The answer has now tied the provider's id to the sale:
 * it is applied after all.
 */
export async function hearAgain(ports: CounterPorts, sale: Transaction): Promise<Transaction> {
  if (sale.transactionIdFrom !== 'answer') return sale;
  return hearThese(ports, sale, await ports.journal.setAside(recent, true));
}

/**
 * A webhook may have been set aside because it could as well be about this sale, which a person had settled without its id
 * (see couldBeAnothers). Now that its id is known it is applied to the sale it was sent for. Never rejects: the sale itself is
 * written down by now, and the next start makes up for it.
 */
export async function hearOthersAgain(ports: CounterPorts, sale: Transaction): Promise<void> {
  const settled = sale.state === 'success' || sale.state === 'failed';
  if (!settled || sale.transactionId === null || !sale.flags.includes('resolved_by_hand')) return;
  await keepTrying(ports, () => hearAllAgain(ports));
}

/** What was set aside, for every sale that is not settled. */
export async function hearAllAgain(ports: CounterPorts): Promise<void> {
  const kept = await ports.journal.setAside(recent, true);
  if (kept.length === 0) return;
  for (const sale of await ports.journal.unresolved()) await hearThese(ports, sale, kept);
}

async function hearThese(
  ports: CounterPorts,
  sale: Transaction,
  newestFirst: readonly AsideWebhook[],
): Promise<Transaction> {
  if (sale.state === 'disputed') return sale;
  let latest = sale;
  for (const kept of newestFirst.toReversed()) {
    const { body } = kept;
    if (body === null || !mayBeHeardAgain(kept, sale)) continue;
    const read = readWebhook(body);
    if (!read || !mayHaveId(sale, read.webhook)) continue;
    const applied = await amend(ports, sale.id, async (now) => {
      if (!mayHaveId(now, read.webhook)) return null;
      const holder = await holderOf(ports.journal, now, read.webhook, body);
      const sameCustomer = await isCustomerOf(ports.journal, now, read.webhook);
      const mayBeAnothers = await couldBeAnothers(ports.journal, now);
      if (whyNotAbout(now, holder, read.webhook, sameCustomer, mayBeAnothers) !== null) return null;
      // Only its address ties it to this sale, and it came to another's as well.
      if (now.transactionIdFrom !== 'answer' && isAnother(now, holder)) return null;
      if (await ports.journal.hasWebhook(now.id, body)) return null;
      // Its signature stands with the event that put it aside.
      return applyWebhook(now, holder, { ...read, body }, timestamp(ports), { setAside: kept.seq });
    });
    latest = applied ?? latest;
  }
  return latest;
}

/** The sale is written down by now: a fault in looking for webhooks that came early must not hide it. */
export async function withEarlyWebhooks(ports: CounterPorts, sale: Transaction): Promise<Transaction> {
  return (await keepTrying(ports, () => hearAgain(ports, sale))) ?? sale;
}

/** Such a webhook is at most as old as the answer took; more than this many others that are signed do not come between. */
const recent = 50;

function mayBeHeardAgain({ reason, ref }: AsideWebhook, sale: Transaction): boolean {
  if (reason === 'may_be_of_another') return ref === sale.id;
  if (sale.transactionIdFrom !== 'answer') return false;
  return reason === 'no_such_sale' || (reason === 'product_differs' && ref === sale.id);
}

const mayHaveId = (sale: Transaction, webhook: Webhook): boolean =>
  sale.transactionId === null || sale.transactionId === webhook.transaction_id;
