import { webhookEvent } from '../../../shared/wire/webhook.ts';
import { amend } from '../amend.ts';
import type { CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';
import { adopt } from './adopt.ts';
import { applyWebhook } from './apply.ts';
import { findSale, isCustomerOf, repeatsErased, whyNotAbout } from './match.ts';
import { readWebhook } from './read.ts';

/** More than a shop takes in a day with a wrong key; forged ones may stand among them. */
const recent = 500;

/**
 * Webhooks that were set aside for their signature may only have met a wrong key in the settings, and nobody sends them again.
 * With the right key they are applied after all, or taken over where a restore lost their orders. To be called when the counter opens and its keys are known.
 * @param isSigned whether one of the shop's keys signed exactly these bytes
 * @returns how many were applied
 */
export async function hearWithNewKeys(
  ports: CounterPorts,
  isSigned: (body: Uint8Array, signature: string | null) => boolean,
): Promise<number> {
  let applied = 0;
  for (const { seq, ref, event, signature, receivedAt, body } of await ports.journal.unverified(recent)) {
    if (body === null || event !== webhookEvent || !isSigned(body, signature)) continue;
    const read = readWebhook(body);
    if (!read) continue;
    const found = await findSale(ports.journal, ref, read.webhook);
    if (!found) {
      if (await adopt(ports, { ref, body, signature, receivedAt, setAside: seq }, read.webhook)) applied += 1;
      continue;
    }
    if (await ports.journal.hasWebhook(found.id, body)) continue;
    await amend(ports, found.id, async (sale) => {
      const holder = await ports.journal.findByTransactionId(read.webhook.transaction_id);
      const sameCustomer = await isCustomerOf(ports.journal, sale, read.webhook);
      if (whyNotAbout(sale, holder, read.webhook, sameCustomer) !== null) return null;
      if (repeatsErased(sale, read.webhook)) return null;
      applied += 1;
      const facts = { signature, ref, receivedAt, setAside: seq };
      return applyWebhook(sale, holder, { ...read, body }, timestamp(ports), facts);
    });
  }
  return applied;
}
