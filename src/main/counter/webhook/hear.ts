import type { SetAsideReason } from '../../../shared/domain/sale-event.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { webhookEvent } from '../../../shared/wire/webhook.ts';
import type { HeardWebhook } from '../../ports/heard-webhook.ts';
import type { Change, NewEvent } from '../../ports/journal.ts';
import { amend } from '../amend.ts';
import type { CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';
import { applyWebhook } from './apply.ts';
import { matchSale } from './match.ts';
import { readWebhook } from './read.ts';

type Cursor = NonNullable<Change['cursor']>;

/**
 * Takes one webhook out of the mailbox (spec, Events): verified, matched, applied or set aside, and in the same commit the
 * place in the mailbox moves on, so that a crash between the two cannot be.
 */
export async function hear(ports: CounterPorts, heard: HeardWebhook, cursor: Cursor): Promise<void> {
  const { event, body } = heard;
  if (!heard.signed) return setAside(ports, heard, cursor, 'bad_signature', null);
  if (event.event !== webhookEvent) return setAside(ports, heard, cursor, 'other_event', null);
  const read = readWebhook(body);
  if (!read) return setAside(ports, heard, cursor, 'not_readable', null);

  const match = await matchSale(ports.journal, event.ref, read.webhook);
  if (match.kind === 'set_aside') return setAside(ports, heard, cursor, match.reason, match.sale);
  if (await ports.journal.hasWebhook(match.sale.id, body)) return repeated(ports, match.sale, cursor);
  await amend(ports, match.sale.id, (sale) => ({
    ...applyWebhook(sale, { ...read, body, signature: event.signature, at: timestamp(ports) }),
    cursor,
  }));
}

/** Kept and shown, never applied. One that names a sale of ours stands in that sale's story. */
async function setAside(
  ports: CounterPorts,
  heard: HeardWebhook,
  cursor: Cursor,
  reason: SetAsideReason,
  sale: Transaction | null,
): Promise<void> {
  const kept: Omit<NewEvent, 'at'> = {
    type: 'webhook.set_aside',
    actor: 'provider',
    data: {
      reason,
      ref: heard.event.ref,
      event: heard.event.event,
      signature: heard.event.signature,
      receivedAt: heard.event.receivedAt,
    },
    bodies: [{ role: 'webhook', bytes: heard.body }],
  };
  ports.log.warn('a webhook was set aside', { reason });
  if (sale) await amend(ports, sale.id, () => ({ changes: {}, event: kept, cursor }));
  else await ports.journal.commit({ sale: null, event: { ...kept, at: timestamp(ports) }, cursor });
}

/** The same notification again: it moves the place in the mailbox and nothing else. */
async function repeated(ports: CounterPorts, sale: Transaction, cursor: Cursor): Promise<void> {
  await ports.journal.commit({
    sale: null,
    event: { type: 'webhook.repeated', at: timestamp(ports), actor: 'provider', data: { sale: sale.id }, bodies: [] },
    cursor,
  });
}
