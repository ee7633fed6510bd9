import type { NewWebhook } from '../../core/store.ts';
import { maxVariants } from '../../core/variants.ts';
import type { Ask } from './any-line.ts';
import { numbersArray, textArray } from './array-text.ts';
import { type Copy, channel, payloadsFor } from './notices.ts';

/**
 * A batch in one statement, which is one round trip and one commit: the counter's row is locked first, since every place is
 * computed from what it answers, and stays so until the commit. Then each mailbox is looked up and locked once: one that was
 * deleted meanwhile is none any more, also where this statement has waited for that deletion, and one that is there stays until
 * the commit. Passes over what is kept already, and what is for no mailbox. The bodies are one value, cut up there: as bytes
 * they are neither written nor read as text. Variants are looked up row by row: a join might change the order of the rows.
 */
const statement = `
  with place as (
    update counters set value = value + $1 where name = 'place' returning value - $1 as before, value as last
  ), known as (
    select array_agg((select number from mailboxes where id = asked.id for key share) order by asked.at) as numbers
    from place cross join unnest($2::text[]) with ordinality as asked (id, at)
  ), kept as (
    insert into webhooks (id, mailbox, fingerprint, ref, event, signature, body, received_at)
    select place.before + came.at, known.numbers[came.mailbox], came.fingerprint, came.ref, came.event, came.signature,
      substring($3::bytea from came.begins for came.bytes), came.received_at
    from place
    cross join known
    cross join unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::int[], $11::text[])
      with ordinality as came (mailbox, fingerprint, ref, event, signature, begins, bytes, received_at, at)
    where known.numbers[came.mailbox] is not null and ${maxVariants} > coalesce((
      select v.stored from signed_variants v
      where v.mailbox = known.numbers[came.mailbox] and v.signed_body = lower(came.signature)
    ), 0)
    on conflict (fingerprint) do nothing
    returning 1
  ), told as (
    select pg_notify('${channel}', concat_ws(' ', $12::text, place.before, place.last, payload))
    from place cross join unnest($13::text[]) payload
  )
  select (select count(*) from kept) as fresh, (select count(*) from told) as notices`;

/** Each mailbox once, and for each webhook where its own stands among them, from 1 on. */
function mailboxesOf(webhooks: readonly NewWebhook[]): { ids: string[]; positions: number[] } {
  const at = new Map<string, number>();
  const positions = webhooks.map(({ mailbox }) => {
    const position = at.get(mailbox) ?? at.size + 1;
    at.set(mailbox, position);
    return position;
  });
  return { ids: [...at.keys()], positions };
}

/** Where each body begins in all of them together, from 1 on. */
function beginsOf(bodies: readonly Uint8Array[]): number[] {
  let next = 1;
  return bodies.map(({ length }) => {
    const begins = next;
    next += length;
    return begins;
  });
}

/** Appends in one durable commit, all or nothing, and tells the other copies; answers how many were new. */
export function preparedAppend(ask: Ask, copy: Copy): (webhooks: readonly NewWebhook[]) => Promise<number> {
  return async (webhooks) => {
    const column = <K extends keyof NewWebhook>(name: K): NewWebhook[K][] => webhooks.map((webhook) => webhook[name]);
    const { ids, positions } = mailboxesOf(webhooks);
    const bodies = column('body');
    const { rows } = await ask<{ fresh: number }>({
      name: 'append',
      text: statement,
      values: [
        webhooks.length,
        textArray(ids),
        Buffer.concat(bodies),
        numbersArray(positions),
        textArray(column('fingerprint')),
        textArray(column('ref')),
        textArray(column('event')),
        textArray(column('signature')),
        numbersArray(beginsOf(bodies)),
        numbersArray(bodies.map(({ length }) => length)),
        textArray(column('receivedAt')),
        copy,
        textArray(payloadsFor(ids)),
      ],
    });
    return rows[0]?.fresh ?? 0;
  };
}
