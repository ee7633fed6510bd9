import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { AsideWebhook } from '../../ports/journal.ts';
import { amend } from '../amend.ts';
import { keepTrying } from '../keep-trying.ts';
import type { CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';
import { applyWebhook } from './apply.ts';
import { couldBeAnothers, holderOf, isCustomerOf, whyNotAbout } from './match.ts';
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

/** The same for every sale that is not settled. */
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
  if (sale.transactionIdFrom !== 'answer' || sale.state === 'disputed') return sale;
  let latest = sale;
  for (const kept of newestFirst.toReversed()) {
    const { body } = kept;
    if (body === null || !mayBeHeardAgain(kept, sale)) continue;
    const read = readWebhook(body);
    if (!read || read.webhook.transaction_id !== sale.transactionId) continue;
    const applied = await amend(ports, sale.id, async (now) => {
      const holder = await holderOf(ports.journal, now, read.webhook, body);
      const sameCustomer = await isCustomerOf(ports.journal, now, read.webhook);
      const mayBeAnothers = await couldBeAnothers(ports.journal, now);
      if (whyNotAbout(now, holder, read.webhook, sameCustomer, mayBeAnothers) !== null) return null;
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

function mayBeHeardAgain(kept: AsideWebhook, sale: Transaction): boolean {
  if (kept.reason === 'no_such_sale') return true;
  return (kept.reason === 'product_differs' || kept.reason === 'may_be_of_another') && kept.ref === sale.id;
}
