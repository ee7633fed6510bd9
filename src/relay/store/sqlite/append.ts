import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { NewWebhook } from '../../core/store.ts';
import { maxVariants } from '../../core/webhook-writer.ts';
import { lastSequence } from '../prepared-queries.ts';
import type { Tables } from '../tables.ts';

const columns = 'fingerprint, ref, event, signature, body, received_at';
type Columns = [string, string | null, string | null, string, Uint8Array, string, mailbox: string, signedBody: string];

const valuesOf = ({ fingerprint, ref, event, signature, body, receivedAt, mailbox }: NewWebhook): Columns => [
  fingerprint,
  ref,
  event,
  signature,
  body,
  receivedAt,
  mailbox,
  signature.toLowerCase(),
];

/** The mailbox of a webhook, unless it is deleted or the body has the maximum of variants. */
const mailboxNumber = `
  select number from mailboxes where id = ? and not exists (
    select 1 from signed_variants v where v.mailbox = mailboxes.number and v.signed_body = ? and v.stored >= ${maxVariants}
  )`;

/** Appends in one durable commit, all or nothing; answers how many were new. To be called while no transaction is active. */
export function prepareAppend(
  file: Database.Database,
  db: Kysely<Tables>,
): (webhooks: readonly NewWebhook[]) => number {
  const last = lastSequence.compile(db).sql;
  const readLast = file.prepare<[], number>(last).pluck();
  const setLast = file.prepare<[number]>(`update sequences set value = ? where name = 'webhook'`);
  // Without a mailbox the row violates "not null", and is ignored like a duplicate.
  const insert = file.prepare<[number, ...Columns]>(
    `insert or ignore into webhooks (id, ${columns}, mailbox) values (?, ?, ?, ?, ?, ?, ?, (${mailboxNumber}))`,
  );
  const insertNext = file.prepare<Columns>(
    `insert or ignore into webhooks (id, ${columns}, mailbox) values ((${last}) + 1, ?, ?, ?, ?, ?, ?, (${mailboxNumber}))`,
  );
  const appendAll = file.transaction((webhooks: readonly NewWebhook[]): number => {
    let sequence = readLast.get() ?? 0;
    let fresh = 0;
    for (const webhook of webhooks) {
      sequence += 1;
      fresh += insert.run(sequence, ...valuesOf(webhook)).changes;
    }
    // A skipped webhook uses up a sequence too, as on PostgreSQL.
    if (fresh < webhooks.length) setLast.run(sequence);
    return fresh;
  });
  return (webhooks) => {
    const [first, ...others] = webhooks;
    // A single statement is its own commit, without the three more statements of a transaction.
    if (first && others.length === 0 && insertNext.run(...valuesOf(first)).changes === 1) return 1;
    return appendAll.immediate(webhooks);
  };
}
