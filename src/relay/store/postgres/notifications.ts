import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { maxUnverified, UnverifiedWebhook } from '../../../shared/wire/relay.ts';
import type { Tables } from '../tables.ts';

export const channel = 'konter_relay';

/** PostgreSQL's limit is 8,000 bytes; the rest is for the instance and the sequences. */
const maxPayload = 7_700;

const Sequence = z.number().int().min(0);
/** `instance` is a random name of the process, by which it recognizes its own notifications. */
const Notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('webhooks'),
    instance: z.string(),
    after: Sequence,
    to: Sequence,
    mailboxes: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('leases'),
    instance: z.string(),
    leases: z.array(z.object({ mailbox: z.string(), leaseGeneration: Sequence })),
  }),
  z.object({ kind: z.literal('mailboxes_changed'), instance: z.string() }),
  z.object({ kind: z.literal('shop'), instance: z.string(), mailboxes: z.array(z.string()) }),
  // 64 refs with their times are three quarters of a payload.
  z.object({
    kind: z.literal('unverified'),
    instance: z.string(),
    mailbox: z.string(),
    webhooks: z.array(UnverifiedWebhook).max(maxUnverified),
  }),
]);
type Notification = z.infer<typeof Notification>;

/** Null if no relay has sent it: every user of the database can send notifications. */
export function parseNotification(payload: string): Notification | null {
  try {
    return Notification.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Puts mailbox ids into as few lists as fit into notifications. */
export function splitIntoPayloads(mailboxes: Iterable<string>): string[][] {
  const payloads: string[][] = [];
  let length = maxPayload;
  for (const id of mailboxes) {
    length += id.length + 3;
    if (length > maxPayload) {
      payloads.push([]);
      length = id.length + 3;
    }
    payloads.at(-1)?.push(id);
  }
  return payloads;
}

/** Sent with the commit, if it is in a transaction. */
export async function notify(db: Kysely<Tables>, notification: Notification): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(notification)})`.execute(db);
}
