import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { maxUnverified, UnverifiedWebhook } from '../../../shared/wire/relay.ts';
import type { Tables } from '../tables.ts';

/** The name of one running copy of the relay, which tells its own notices from the others'. */
export type Copy = string;

export const channel = 'konter_relay';

/** PostgreSQL's limit is 8,000 bytes; the rest is for the copy and the places. */
const longest = 7_800;

/** A copy reads a mailbox since that turn. */
export interface Taken {
  mailbox: string;
  turn: number;
}

export type Notice =
  | { kind: 'came'; by: Copy; after: number; to: number; mailboxes: string[] }
  | { kind: 'took'; by: Copy; taken: Taken[] }
  | { kind: 'changed'; by: Copy }
  | { kind: 'unverified'; by: Copy; mailbox: string; webhooks: UnverifiedWebhook[] };

/** Mailbox ids, in as few texts as fit into notices. */
export function payloadsFor(mailboxes: Iterable<string>): string[] {
  const payloads: string[] = [];
  let open = '';
  for (const id of mailboxes) {
    if (open !== '' && open.length + 1 + id.length > longest) {
      payloads.push(open);
      open = '';
    }
    open += open === '' ? id : `,${id}`;
  }
  return open === '' ? payloads : [...payloads, open];
}

/** Told with the transaction's commit. */
export async function announceChange(tx: Kysely<Tables>, copy: Copy): Promise<void> {
  await sql`select pg_notify(${channel}, ${`${copy} changed`})`.execute(tx);
}

/** 64 refs with their times are less than half of a notice. */
export async function tellUnverified(
  db: Kysely<Tables>,
  copy: Copy,
  mailbox: string,
  webhooks: readonly UnverifiedWebhook[],
): Promise<void> {
  const all = webhooks.map(({ ref, receivedAt }) => `${ref}/${receivedAt}`).join(',');
  await sql`select pg_notify(${channel}, ${`${copy} unverified ${mailbox} ${all}`})`.execute(db);
}

const Unverified = z.tuple([
  z.string(),
  z.literal('unverified'),
  z.string(),
  z
    .string()
    .transform((all) =>
      all.split(',').map((one) => {
        const [ref, receivedAt] = one.split('/');
        return { ref, receivedAt };
      }),
    )
    .pipe(z.array(UnverifiedWebhook).max(maxUnverified)),
]);

/** The same of webhooks that came. */
export async function announceCame(
  tx: Kysely<Tables>,
  copy: Copy,
  { after, to, mailboxes }: { after: number; to: number; mailboxes: readonly string[] },
): Promise<void> {
  for (const ids of payloadsFor(mailboxes)) {
    await sql`select pg_notify(${channel}, ${`${copy} ${after} ${to} ${ids}`})`.execute(tx);
  }
}

const Place = z.string().regex(/^\d+$/).transform(Number);
const Came = z.tuple([z.string(), Place, Place, z.string().transform((ids) => ids.split(','))]);

const Took = z.tuple([z.string(), z.literal('took'), z.string().transform((all) => all.split(','))]);
const Turn = z.tuple([z.string(), Place]);

function takenIn(all: readonly string[]): Taken[] | null {
  const taken = all.map((one) => Turn.safeParse(one.split(':')));
  return taken.every((one) => one.success) ? taken.map(({ data: [mailbox, turn] }) => ({ mailbox, turn })) : null;
}

/** Null for what no copy of the relay said: anybody who may log in to the database can send notices. */
export function readNotice(payload: string): Notice | null {
  const words = payload.split(' ');
  const [by = '', what] = words;
  if (words.length === 2 && what === 'changed') return { kind: 'changed', by };
  const took = Took.safeParse(words);
  if (took.success) {
    const taken = takenIn(took.data[2]);
    return taken && { kind: 'took', by, taken };
  }
  const unverified = Unverified.safeParse(words);
  if (unverified.success) {
    const [, , mailbox, webhooks] = unverified.data;
    return { kind: 'unverified', by, mailbox, webhooks };
  }
  const came = Came.safeParse(words);
  if (!came.success) return null;
  const [, after, to, mailboxes] = came.data;
  return { kind: 'came', by, after, to, mailboxes };
}
