import { type Kysely, sql } from 'kysely';
import type { Store, Variant, VariantOutcome } from '../core/store.ts';
import { maxVariants } from '../core/variants.ts';
import type { Engine } from './engine.ts';
import { lastPlace } from './places.ts';
import type { Tables } from './tables.ts';

/** Variants that came shortly before are counted themselves: the first of each instance and of each start is in no count. */
const recentPlaces = 2_000;

/** See Store.appendVariants. The counter's row is locked first, as append does, so that no two count at once. */
export const appendVariantsOver =
  (engine: Engine): Store['appendVariants'] =>
  (variants) =>
    engine.write(async (tx) => {
      await tx
        .updateTable('counters')
        .set((of) => ({ value: of.ref('value') }))
        .where('name', '=', 'place')
        .execute();
      const before = (await lastPlace(tx).executeTakeFirst())?.value ?? 0;
      const outcomes = new Map<Variant, VariantOutcome>();
      const came = new Set<string>();
      let place = before;
      for (const group of Map.groupBy(variants, (one) => `${one.mailbox} ${one.signedBody}`).values()) {
        const fresh = await keepSome(tx, group, place, outcomes);
        place += fresh;
        if (fresh > 0 && group[0]) came.add(group[0].mailbox);
      }
      if (place > before) {
        await tx.updateTable('counters').set({ value: place }).where('name', '=', 'place').execute();
        await engine.announceCame(tx, { after: before, to: place, mailboxes: [...came] });
      }
      return variants.map((one) => outcomes.get(one) ?? 'known');
    });

/** @param group variants of one body; answers how many were kept */
async function keepSome(
  tx: Kysely<Tables>,
  group: readonly Variant[],
  last: number,
  outcomes: Map<Variant, VariantOutcome>,
): Promise<number> {
  const [first] = group;
  if (!first) return 0;
  const { mailbox: id, signedBody, signature, body, receivedAt } = first;
  const mailbox = await tx.selectFrom('mailboxes').select('number').where('id', '=', id).executeTakeFirst();
  if (!mailbox) return 0;
  const { number } = mailbox;
  const counted = await tx
    .selectFrom('signed_variants')
    .select('stored')
    .where('mailbox', '=', number)
    .where('signed_body', '=', signedBody)
    .executeTakeFirst();
  const { recent } = await tx
    .selectFrom('webhooks')
    .select((of) => of.fn.countAll<number | string>().as('recent'))
    .where('mailbox', '=', number)
    .where('id', '>', last - recentPlaces)
    .where(sql<string>`lower(signature)`, '=', signature.toLowerCase())
    .where('body', '=', Buffer.from(body))
    .executeTakeFirstOrThrow();
  const fingerprints = group.map(({ fingerprint }) => fingerprint);
  const rows = await tx.selectFrom('webhooks').select('fingerprint').where('fingerprint', 'in', fingerprints).execute();
  const known = new Set(rows.map(({ fingerprint }) => fingerprint));
  // The first one may be on its way to the database still.
  let stored = Math.max(counted?.stored ?? 1, Number(recent));
  const fresh: Variant[] = [];
  for (const one of group) {
    if (known.has(one.fingerprint)) outcomes.set(one, 'known');
    else if (stored >= maxVariants) outcomes.set(one, 'full');
    else {
      known.add(one.fingerprint);
      outcomes.set(one, 'kept');
      fresh.push(one);
      stored += 1;
    }
  }
  // Before the webhooks: it keeps the mailbox from being deleted.
  await tx
    .insertInto('signed_variants')
    .values({ mailbox: number, signed_body: signedBody, stored, last_at: receivedAt })
    .onConflict((before) => before.columns(['mailbox', 'signed_body']).doUpdateSet({ stored, last_at: receivedAt }))
    .execute();
  if (fresh.length === 0) return 0;
  await tx
    .insertInto('webhooks')
    .values(
      fresh.map((one, at) => ({
        id: last + at + 1,
        mailbox: number,
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
