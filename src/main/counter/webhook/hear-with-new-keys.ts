import type { Transaction } from '../../../shared/domain/transaction.ts';
import { webhookEvent } from '../../../shared/wire/webhook.ts';
import { type Amendment, amend } from '../amend.ts';
import type { CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';
import { adopt } from './adopt.ts';
import { applyWebhook } from './apply.ts';
import { hearAllAgain } from './hear-again.ts';
import { findSale, matchWith, repeatsErased } from './match.ts';
import { readWebhook } from './read.ts';
import { type Came, keptAside } from './set-aside.ts';

/** More than are kept in two days; forged ones may stand among them. */
const recent = 5000;

/**
 * Webhooks that were set aside for their signature may only have met a wrong key in the settings, and nobody sends them again.
 * With the right key they are applied after all, or taken over where a restore lost their orders. Where so many came that not
 * all were kept, the mailbox is read again from its oldest. To be called when the counter opens and its keys are known, before
 * it listens.
 * @param isSigned whether one of the shop's keys signed exactly these bytes
 * @param mailbox the one that is listened at; left out, there is none
 * @returns how many were applied
 */
export async function hearWithNewKeys(
  ports: CounterPorts,
  isSigned: (body: Uint8Array, signature: string | null) => boolean,
  mailbox?: string,
): Promise<number> {
  let applied = 0;
  const genuine: number[] = [];
  for (const { seq, ref, event, signature, receivedAt, body } of await ports.journal.unverified(recent)) {
    if (body === null || event !== webhookEvent || !isSigned(body, signature)) continue;
    genuine.push(seq);
    const read = readWebhook(body);
    if (!read) continue;
    const found = await findSale(ports.journal, ref, read.webhook);
    if (!found) {
      if (await adopt(ports, { ref, body, signature, receivedAt, setAside: seq }, read.webhook)) applied += 1;
      continue;
    }
    if (await ports.journal.hasWebhook(found.id, body)) continue;
    await amend(ports, found.id, async (sale) => {
      const { whyNot, ...match } = await matchWith(ports.journal, sale, read.webhook, body);
      const came = { event: { ref, event, signature, receivedAt }, body };
      if (whyNot === 'may_be_of_another') return asideInItsStory(ports, sale, came);
      if (whyNot !== null) return null;
      if (repeatsErased(sale, read.webhook)) return null;
      applied += 1;
      const facts = { signature, ref, receivedAt, setAside: seq };
      return applyWebhook(ports.journal, sale, match, { ...read, body, ref }, timestamp(ports), facts);
    });
  }
  // One that was heard of now may be what another webhook was taken to be about.
  if (applied > 0) await hearAllAgain(ports);
  const [first, last] = [genuine[0], genuine.at(-1)];
  if (mailbox === undefined || first === undefined || last === undefined) return applied;
  if (await ports.journal.passedOver(first, last)) await readAgain(ports, mailbox);
  return applied;
}

/** It is signed, as is known by now, and waits for the other sale to be heard of: see hear-again.ts. Put there once. */
async function asideInItsStory(ports: CounterPorts, { id }: Transaction, came: Came): Promise<Amendment | null> {
  const kept = await ports.journal.webhooksOf(id);
  if (kept.some(({ body }) => body !== null && Buffer.compare(body, came.body) === 0)) return null;
  return { changes: {}, event: keptAside(ports, came, 'may_be_of_another') };
}

/** What was applied already does nothing when it comes again. */
async function readAgain(ports: CounterPorts, mailbox: string): Promise<void> {
  ports.log.warn('the mailbox is read again: the key was wrong when more came than could be kept');
  await ports.journal.commit({
    sale: null,
    event: {
      type: 'webhook.passed_over',
      at: timestamp(ports),
      actor: 'system',
      data: { count: 0, readAgain: true },
      bodies: [],
    },
    cursor: { mailbox, cursor: null },
  });
}
