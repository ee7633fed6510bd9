import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { maxUnverified, UnverifiedWebhook } from '../../../shared/wire/relay.ts';
import type { PollLease } from '../../core/store.ts';
import type { Tables } from '../tables.ts';

/** A random name for this process, by which it recognizes its own notifications. */
export type Instance = string;

export const channel = 'konter_relay';

/** PostgreSQL's limit is 8,000 bytes; the rest is for the instance and the sequences. */
const maxPayload = 7_800;

export type Notification = { instance: Instance } & (
  | { kind: 'webhooks'; after: number; to: number; mailboxes: string[] }
  | { kind: 'leases'; leases: PollLease[] }
  | { kind: 'mailboxes_changed' }
  | { kind: 'unverified'; mailbox: string; webhooks: UnverifiedWebhook[] }
);

/** Joins mailbox ids into as few texts as fit into notifications. */
export function splitIntoPayloads(mailboxes: Iterable<string>): string[] {
  const payloads: string[] = [];
  let current = '';
  for (const id of mailboxes) {
    if (current !== '' && current.length + 1 + id.length > maxPayload) {
      payloads.push(current);
      current = '';
    }
    current += current === '' ? id : `,${id}`;
  }
  return current === '' ? payloads : [...payloads, current];
}

const notify = async (db: Kysely<Tables>, payload: string): Promise<void> => {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
};

/** Sent with the commit of the transaction. */
export const notifyMailboxesChanged = (tx: Kysely<Tables>, instance: Instance): Promise<void> =>
  notify(tx, `${instance} changed`);

/** Sent with the commit of the transaction. */
export async function notifyWebhooks(
  tx: Kysely<Tables>,
  instance: Instance,
  { after, to, mailboxes }: { after: number; to: number; mailboxes: readonly string[] },
): Promise<void> {
  for (const ids of splitIntoPayloads(mailboxes)) await notify(tx, `${instance} ${after} ${to} ${ids}`);
}

/** 64 refs with their times are less than half of a payload. */
export function notifyUnverified(
  db: Kysely<Tables>,
  instance: Instance,
  mailbox: string,
  webhooks: readonly UnverifiedWebhook[],
): Promise<void> {
  const list = webhooks.map(({ ref, receivedAt }) => `${ref}/${receivedAt}`).join(',');
  return notify(db, `${instance} unverified ${mailbox} ${list}`);
}

const listOf = (text: string): string[] => text.split(',');
const WholeNumber = z.string().regex(/^\d+$/).transform(Number);
const WebhooksPayload = z.tuple([WholeNumber, WholeNumber, z.string().transform(listOf)]);
const LeasesPayload = z.array(
  z
    .string()
    .transform((text) => text.split(':'))
    .pipe(z.tuple([z.string(), WholeNumber]))
    .transform(([mailbox, leaseGeneration]) => ({ mailbox, leaseGeneration })),
);
const UnverifiedPayload = z
  .array(
    z
      .string()
      .transform((text) => text.split('/'))
      .pipe(z.tuple([z.string(), z.string()]))
      .transform(([ref, receivedAt]) => ({ ref, receivedAt }))
      .pipe(UnverifiedWebhook),
  )
  .max(maxUnverified);

/** Null if no relay has sent it: every user of the database can send notifications. */
export function parseNotification(payload: string): Notification | null {
  const [instance = '', ...words] = payload.split(' ');
  const [first = '', second = '', third = ''] = words;
  if (words.length === 1) return first === 'changed' ? { kind: 'mailboxes_changed', instance } : null;
  if (words.length === 2 && first === 'took') {
    const leases = LeasesPayload.safeParse(listOf(second)).data;
    return leases ? { kind: 'leases', instance, leases } : null;
  }
  if (words.length === 3 && first === 'unverified') {
    const webhooks = UnverifiedPayload.safeParse(listOf(third)).data;
    return webhooks ? { kind: 'unverified', instance, mailbox: second, webhooks } : null;
  }
  const parsed = WebhooksPayload.safeParse(words).data;
  if (!parsed) return null;
  const [after, to, mailboxes] = parsed;
  return { kind: 'webhooks', instance, after, to, mailboxes };
}
