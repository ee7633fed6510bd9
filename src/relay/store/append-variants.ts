import { type Kysely, sql } from 'kysely';
import type { VariantOutcome, WebhookVariant } from '../core/store.ts';
import { maxVariants } from '../core/webhook-writer.ts';
import type { Engine } from './engine.ts';
import { lastSequence } from './prepared-queries.ts';
import type { Tables } from './tables.ts';

/** The first variant of each instance and of each start is in no count: recent webhooks are counted themselves. */
const recentWebhooks = 2_000;

/** See Store.appendVariants. Locks the sequence first, as append does: no two transactions count at once. */
export function appendVariants(engine: Engine, variants: readonly WebhookVariant[]): Promise<VariantOutcome[]> {
  return engine.write(async (tx) => {
    await sql`update sequences set value = value where name = 'webhook'`.execute(tx);
    const after = (await lastSequence.execute(tx)).rows[0]?.value ?? 0;
    const outcomes = new Map<WebhookVariant, VariantOutcome>();
    const mailboxes = new Set<string>();
    let to = after;
    for (const group of Map.groupBy(variants, (one) => `${one.mailbox} ${one.signedBody}`).values()) {
      const added = await appendGroup(tx, group, to, outcomes);
      to += added;
      if (added > 0 && group[0]) mailboxes.add(group[0].mailbox);
    }
    if (to > after) {
      await sql`update sequences set value = ${to} where name = 'webhook'`.execute(tx);
      await engine.notifyWebhooks(tx, { after, to, mailboxes: [...mailboxes] });
    }
    return variants.map((one) => outcomes.get(one) ?? 'duplicate');
  });
}

/**
 * Stores variants of one body, up to its limit.
 * @param last the last sequence in use
 * @returns how many were stored
 */
async function appendGroup(
  tx: Kysely<Tables>,
  group: readonly WebhookVariant[],
  last: number,
  outcomes: Map<WebhookVariant, VariantOutcome>,
): Promise<number> {
  const [first] = group;
  if (!first) return 0;
  const { mailbox: id, signedBody, signature, body, receivedAt } = first;
  const mailbox = (await tx.selectFrom('mailboxes').select('number').where('id', '=', id).executeTakeFirst())?.number;
  if (mailbox === undefined) return 0;
  const counted = await tx
    .selectFrom('signed_variants')
    .select('stored')
    .where('mailbox', '=', mailbox)
    .where('signed_body', '=', signedBody)
    .executeTakeFirst();
  const { recent } = await tx
    .selectFrom('webhooks')
    .select((of) => of.fn.countAll<number | string>().as('recent'))
    .where('mailbox', '=', mailbox)
    .where('id', '>', last - recentWebhooks)
    .where(sql<string>`lower(signature)`, '=', signature.toLowerCase())
    .where('body', '=', Buffer.from(body))
    .executeTakeFirstOrThrow();
  const fingerprints = group.map(({ fingerprint }) => fingerprint);
  const rows = await tx.selectFrom('webhooks').select('fingerprint').where('fingerprint', 'in', fingerprints).execute();
  const known = new Set(rows.map(({ fingerprint }) => fingerprint));
  // At least 1: the first variant may not be stored yet.
  let stored = Math.max(counted?.stored ?? 1, Number(recent));
  const fresh: WebhookVariant[] = [];
  for (const one of group) {
    const outcome = known.has(one.fingerprint) ? 'duplicate' : stored >= maxVariants ? 'over_limit' : 'stored';
    outcomes.set(one, outcome);
    if (outcome !== 'stored') continue;
    known.add(one.fingerprint);
    fresh.push(one);
    stored += 1;
  }
  // Before the webhooks: the row keeps the mailbox from being deleted.
  await tx
    .insertInto('signed_variants')
    .values({ mailbox, signed_body: signedBody, stored, last_at: receivedAt })
    .onConflict((row) => row.columns(['mailbox', 'signed_body']).doUpdateSet({ stored, last_at: receivedAt }))
    .execute();
  if (fresh.length === 0) return 0;
  await tx
    .insertInto('webhooks')
    .values(
      fresh.map((one, index) => ({
        id: last + index + 1,
        mailbox,
        fingerprint: one.fingerprint,
        ref: one.ref,
        event: one.event,
        signature: one.signature,
        body: Buffer.from(one.body),
        received_at: one.receivedAt,
      })),
    )
    .execute();
  return fresh.length;
}
