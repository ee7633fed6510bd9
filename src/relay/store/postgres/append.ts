import type { Pool } from 'pg';
import type { NewWebhook } from '../../core/store.ts';
import { bytesArray, textArray } from './array-text.ts';
import { type Copy, channel, payloadsFor } from './notices.ts';

/**
 * A batch in one statement, which is one round trip and one commit: the counter's row is locked first, since every place is
 * computed from what it answers, and stays so until the commit. Passes over what is kept already, and what is for a mailbox
 * that was deleted meanwhile; each is looked up by its id ("lateral"), however many mailboxes the planner believes there are.
 */
const statement = `
  with place as (
    update counters set value = value + $1 where name = 'place' returning value - $1 as before, value as last
  ), kept as (
    insert into webhooks (id, mailbox, fingerprint, ref, event, signature, body, received_at)
    select place.before + came.at, m.number, came.fingerprint, came.ref, came.event, came.signature, came.body, came.received_at
    from place
    cross join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::text[])
      with ordinality as came (mailbox, fingerprint, ref, event, signature, body, received_at, at)
    cross join lateral (select number from mailboxes where id = came.mailbox limit 1) m
    on conflict (fingerprint) do nothing
    returning 1
  ), told as (
    select pg_notify('${channel}', concat_ws(' ', $9::text, place.before, place.last, payload))
    from place cross join unnest($10::text[]) payload
  )
  select (select count(*) from kept) as fresh, (select count(*) from told) as notices`;

/** What is answered when a mailbox was deleted between the look at it and the row's coming. */
const mailboxGone = '23503';

/** Appends in one durable commit, all or nothing, and tells the other copies; answers how many were new. */
export function preparedAppend(pool: Pool, copy: Copy): (webhooks: readonly NewWebhook[]) => Promise<number> {
  const append = async (webhooks: readonly NewWebhook[]): Promise<number> => {
    const column = <K extends keyof NewWebhook>(name: K): NewWebhook[K][] => webhooks.map((webhook) => webhook[name]);
    const { rows } = await pool.query<{ fresh: number }>({
      name: 'append',
      text: statement,
      values: [
        webhooks.length,
        textArray(column('mailbox')),
        textArray(column('fingerprint')),
        textArray(column('ref')),
        textArray(column('event')),
        textArray(column('signature')),
        bytesArray(column('body')),
        textArray(column('receivedAt')),
        copy,
        textArray(payloadsFor(new Set(column('mailbox')))),
      ],
    });
    return rows[0]?.fresh ?? 0;
  };
  return async (webhooks) => {
    try {
      return await append(webhooks);
    } catch (error) {
      if (codeOf(error) !== mailboxGone) throw error;
      return append(webhooks);
    }
  };
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
