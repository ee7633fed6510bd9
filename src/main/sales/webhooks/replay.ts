import type { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { webhookEvent } from '../../../shared/wire/provider.ts';
import { isoNow } from '../../base/system.ts';
import type { StoredQuarantinedWebhook } from '../../db/webhook-queries.ts';
import { retryWrite, type SaleUpdate, updateSale } from '../sale.ts';
import type { SalesPorts } from '../sales-ports.ts';
import { applyWebhook, createSaleFromWebhook, readWebhook } from './apply.ts';
import { findSale, isAnother, isManuallyResolved, matchWith, ownerOfProviderId, repeatsErased } from './match.ts';
import { type QuarantineInput, quarantineEvent } from './quarantine.ts';

/**
 * Applies quarantined webhooks once the order's answer has named the provider's id. They came before that answer and nothing tied
 * them to the sale: another name for the product, a second sale they fit, no ref, or another order's address.
 */
export async function replayQuarantined(ports: SalesPorts, sale: Transaction): Promise<Transaction> {
  if (!isAnswered(sale)) return sale;
  return replayThese(ports, sale, await ports.db.quarantined(maxQuarantined, true));
}

/**
 * A webhook may be in quarantine because it could as well be about this sale, which a person had settled or put in doubt
 * without its id (see match.ts). Now that its id is known it is applied to the sale it was sent for. Never rejects: the sale itself is
 * written down by now, and the next start makes up for it.
 */
export async function replayForOthers(ports: SalesPorts, sale: Transaction): Promise<void> {
  if (sale.transactionId === null || !isManuallyResolved(sale)) return;
  await retryWrite(ports, () => replayAll(ports));
}

/** Applies quarantined webhooks to every sale that is not settled. */
export async function replayAll(ports: SalesPorts): Promise<void> {
  const webhooks = await ports.db.quarantined(maxQuarantined, true);
  if (webhooks.length === 0) return;
  for (const sale of await ports.db.unresolved()) await replayThese(ports, sale, webhooks);
}

async function replayThese(
  ports: SalesPorts,
  sale: Transaction,
  newestFirst: readonly StoredQuarantinedWebhook[],
): Promise<Transaction> {
  if (sale.state === 'disputed' || (await isContested(ports, sale, newestFirst))) return sale;
  let latest = sale;
  for (const webhook of newestFirst.toReversed()) {
    const { body } = webhook;
    if (body === null || !mayBeReplayed(webhook, sale)) continue;
    const read = readWebhook(body);
    if (!read || (isAnswered(sale) && sale.transactionId !== read.webhook.transaction_id)) continue;
    const applied = await updateSale(ports, sale.id, async (now) => {
      const { refusal, ...match } = await matchWith(ports.db, now, read.webhook, body);
      if (refusal !== null) return null;
      // Only its address ties it to this sale, and it came to another's as well, or a person has decided meanwhile.
      if (!isAnswered(now) && (isAnother(now, match.holder) || isManuallyResolved(now))) return null;
      if (await ports.db.hasWebhook(now.id, body)) return null;
      // Its signature is in the event that quarantined it.
      const came = { ...read, body, ref: webhook.ref };
      return applyWebhook(ports.db, now, match, came, isoNow(ports.clock), { quarantined: webhook.seq });
    });
    latest = applied ?? latest;
  }
  return latest;
}

/** The sale is written down by now: a fault in looking for webhooks that came early must not hide it. */
export async function applyEarlyWebhooks(ports: SalesPorts, sale: Transaction): Promise<Transaction> {
  return (await retryWrite(ports, () => replayQuarantined(ports, sale))) ?? sale;
}

/** Such a webhook is at most as old as the answer took; more than this many others that are signed do not come between. */
const maxQuarantined = 50;

/** It was about another sale than the one it was taken for, or nothing tied it to one. An answer's id says which it is about. */
const tiedByAnswer: ReadonlySet<QuarantineReason> = new Set([
  'no_such_sale',
  'product_differs',
  'customer_differs',
  'id_differs',
  'provider_id_taken',
  'ambiguous_sale',
]);

function mayBeReplayed({ reason, ref }: StoredQuarantinedWebhook, sale: Transaction): boolean {
  if (isAnswered(sale)) return tiedByAnswer.has(reason);
  // "no_such_sale": it came before the sale was recovered from its claim.
  return ref === sale.id && (reason === 'ambiguous_sale' || reason === 'no_such_sale');
}

/** Whether several came to its address that are no other sale's and name different ids: the first may be the wrong one. */
async function isContested(
  ports: SalesPorts,
  sale: Transaction,
  webhooks: readonly StoredQuarantinedWebhook[],
): Promise<boolean> {
  if (isAnswered(sale)) return false;
  const ids = new Set<string>();
  for (const one of webhooks) {
    const { body } = one;
    if (!mayBeReplayed(one, sale) || body === null) continue;
    const webhook = readWebhook(body)?.webhook;
    if (!webhook || isAnother(sale, await ownerOfProviderId(ports.db, sale, webhook, body))) continue;
    ids.add(webhook.transaction_id);
  }
  return ids.size > 1;
}

/** An answer has tied the provider's id to it: only a webhook with that id is about it. */
const isAnswered = (sale: Transaction): boolean => sale.transactionIdFrom === 'answer';

/** More than are kept in two days; forged ones may stand among them. */
const maxUnverified = 5000;

/**
 * Webhooks that were quarantined for their signature may only have met a wrong key in the settings, and the provider does not send them again.
 * With the right key they are applied after all, or taken over where a restore lost their orders. Where there are too many, so that not
 * all were kept, the mailbox is read again from its oldest. To be called when the counter opens and its keys are known, before
 * it listens.
 * @param isSigned whether one of the shop's keys signed exactly these bytes
 * @param mailbox the one that is listened at; left out, there is none
 * @returns how many were applied
 */
export async function reverifyWithRotatedKeys(
  ports: SalesPorts,
  isSigned: (body: Uint8Array, signature: string | null) => boolean,
  mailbox?: string,
): Promise<number> {
  let applied = 0;
  const genuine: number[] = [];
  for (const { seq, ref, event, signature, receivedAt, body } of await ports.db.unverified(maxUnverified)) {
    if (body === null || event !== webhookEvent || !isSigned(body, signature)) continue;
    genuine.push(seq);
    const read = readWebhook(body);
    if (!read) continue;
    const sale = await findSale(ports.db, ref, read.webhook);
    if (!sale) {
      if (await createSaleFromWebhook(ports, { ref, body, signature, receivedAt, quarantined: seq }, read.webhook))
        applied += 1;
      continue;
    }
    if (await ports.db.hasWebhook(sale.id, body)) continue;
    await updateSale(ports, sale.id, async (sale) => {
      const { refusal, ...match } = await matchWith(ports.db, sale, read.webhook, body);
      const came = { event: { ref, event, signature, receivedAt }, body };
      if (refusal === 'ambiguous_sale') return quarantineWithSale(ports, sale, came);
      if (refusal !== null) return null;
      if (repeatsErased(sale, read.webhook)) return null;
      applied += 1;
      const facts = { signature, ref, receivedAt, quarantined: seq };
      return applyWebhook(ports.db, sale, match, { ...read, body, ref }, isoNow(ports.clock), facts);
    });
  }
  // A sale that has its webhook now may free another webhook that could have been about it.
  if (applied > 0) await replayAll(ports);
  const [first, last] = [genuine[0], genuine.at(-1)];
  if (mailbox === undefined || first === undefined || last === undefined) return applied;
  if (await ports.db.discardedBetween(first, last)) await rereadMailbox(ports, mailbox);
  return applied;
}

/** Its signature is right after all, but it could be about another sale: quarantined with this one, once, until that one's id is known. */
async function quarantineWithSale(
  ports: SalesPorts,
  { id }: Transaction,
  came: QuarantineInput,
): Promise<SaleUpdate | null> {
  const webhooks = await ports.db.webhooksOf(id);
  if (webhooks.some(({ body }) => body !== null && Buffer.compare(body, came.body) === 0)) return null;
  return { changes: {}, event: quarantineEvent(ports, came, 'ambiguous_sale') };
}

/** What was applied already does nothing when it comes again. */
async function rereadMailbox(ports: SalesPorts, mailbox: string): Promise<void> {
  ports.log.warn('the mailbox is read again: the key was wrong when more came than could be kept');
  await ports.db.commit({
    sale: null,
    event: {
      type: 'webhook.discarded',
      at: isoNow(ports.clock),
      actor: 'system',
      data: { count: 0, readAgain: true },
      bodies: [],
    },
    cursor: { mailbox, cursor: null },
  });
}
