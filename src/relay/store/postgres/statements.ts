import { createBatcher } from '../../../server/async.ts';
import type { Query } from '../../../server/postgres.ts';
import { type Ack, maxVariants, type NewWebhook, type PollLease } from '../../core/store.ts';
import type { Engine } from '../engine.ts';
import { channel, splitIntoPayloads } from './notifications.ts';

/**
 * Appends a batch in one statement: one round trip and one commit. The row of the sequence is locked first, and every sequence is
 * computed from its result, so that they become visible in order. Then each mailbox is looked up and locked: a deleted one is not
 * found, also if the statement has waited for the deletion. Duplicates are skipped. The bodies are one value that is cut up here:
 * bytes are neither written nor read as text. Variants are looked up row by row: a join could change the order of the rows.
 */
const appendStatement = `
  with seq as (
    update sequences set value = value + $1 where name = 'webhook' returning value - $1 as before, value as last
  ), known as (
    select array_agg((select number from mailboxes where id = input.id for key share) order by input.at) as numbers
    from seq cross join unnest($2::text[]) with ordinality as input (id, at)
  ), stored as (
    insert into webhooks (id, mailbox, fingerprint, ref, event, signature, body, received_at)
    select seq.before + item.at, known.numbers[item.mailbox], item.fingerprint, item.ref, item.event, item.signature,
      substring($3::bytea from item.body_start for item.body_length), item.received_at
    from seq
    cross join known
    cross join rows from (json_to_recordset($4::json) as (
      mailbox int, fingerprint text, ref text, event text, signature text, body_start int, body_length int, received_at text
    )) with ordinality as item (mailbox, fingerprint, ref, event, signature, body_start, body_length, received_at, at)
    where known.numbers[item.mailbox] is not null and ${maxVariants} > coalesce((
      select v.stored from signed_variants v
      where v.mailbox = known.numbers[item.mailbox] and v.signed_body = lower(item.signature)
    ), 0)
    on conflict (fingerprint) do nothing
    returning 1
  ), notified as (
    select pg_notify('${channel}', json_build_object(
      'kind', 'webhooks', 'instance', $5::text, 'after', seq.before, 'to', seq.last, 'mailboxes', payload
    )::text)
    from seq cross join unnest($6::json[]) payload
  )
  select (select count(*) from stored) as fresh, (select count(*) from notified) as notifications`;

/** Appends in one durable commit, all or nothing, and notifies other instances; answers how many were new. */
export function appendOn(query: Query, instance: string): Engine['append'] {
  return async (webhooks) => {
    const ids = [...new Set(webhooks.map(({ mailbox }) => mailbox))];
    // Arrays and texts in SQL begin at 1.
    const positions = new Map(ids.map((id, index) => [id, index + 1]));
    let bodyStart = 1;
    const rows = webhooks.map(({ mailbox, fingerprint, ref, event, signature, body, receivedAt }: NewWebhook) => {
      const slice = { body_start: bodyStart, body_length: body.length };
      bodyStart += body.length;
      return { mailbox: positions.get(mailbox), fingerprint, ref, event, signature, ...slice, received_at: receivedAt };
    });
    const bodies = Buffer.concat(webhooks.map(({ body }) => body));
    const [result] = await query<{ fresh: number }>({
      name: 'append',
      text: appendStatement,
      values: [
        webhooks.length,
        ids,
        bodies,
        JSON.stringify(rows),
        instance,
        splitIntoPayloads(ids).map((list) => JSON.stringify(list)),
      ],
    });
    return result?.fresh ?? 0;
  };
}

/** The mailboxes are locked in one order, so that instances do not deadlock. */
const ackStatement = `
  with input as (
    select m.number, input.sequence, input.counter
    from unnest($1::text[], $2::bigint[], $3::text[]) as input (id, sequence, counter)
    cross join lateral (select number from mailboxes where mailboxes.id = input.id limit 1) m
  ), locked as (
    select number from mailboxes where number in (select number from input) order by number for no key update
  )
  update mailboxes m set acked_through = input.sequence, acked_by = input.counter
  from input join locked using (number)
  where m.number = input.number and m.acked_through < input.sequence`;

/** Stores acknowledgements in one commit; of several for a mailbox the furthest. */
export function ackOn(query: Query): Engine['ack'] {
  return async (acks) => {
    const furthest = new Map<string, Ack>();
    for (const ack of acks) {
      if (ack.sequence > (furthest.get(ack.mailbox)?.sequence ?? 0)) furthest.set(ack.mailbox, ack);
    }
    const all = [...furthest.values()];
    const sequences = all.map(({ sequence }) => sequence);
    const counters = all.map(({ counter }) => counter ?? null);
    await query({ name: 'ack', text: ackStatement, values: [[...furthest.keys()], sequences, counters] });
  };
}

/**
 * Takes leases, and notifies the instances that had them. A generation is issued while the row is locked, so that a later lease has a
 * higher one; the rows are locked in one order, so that instances do not deadlock. Forty of the longest ids fit into a notification.
 */
const leaseStatement = `
  with input as (
    select m.number, m.id
    from unnest($2::text[]) as input (id)
    cross join lateral (select number, id from mailboxes where mailboxes.id = input.id limit 1) m
    order by m.number
  ), taken as (
    insert into poll_leases as before (mailbox, instance, generation)
    select number, $1::text, nextval('lease_generations') from input
    on conflict (mailbox) do update
      set previous_instance = before.instance, instance = excluded.instance, generation = nextval('lease_generations')
    returning mailbox, generation, previous_instance
  ), answered as (
    select id, generation, previous_instance from taken join input on number = mailbox
  ), notified as (
    select pg_notify('${channel}', json_build_object(
      'kind', 'leases', 'instance', $1::text,
      'leases', json_agg(json_build_object('mailbox', id, 'leaseGeneration', generation))
    )::text)
    from (
      select id, generation, (row_number() over () - 1) / 40 as chunk
      from answered where previous_instance is distinct from $1::text
    ) moved
    group by chunk
  )
  select id, generation, (select count(*) from notified) as notifications from answered`;

const foreignKeyViolation = '23503';
const maxLeasesPerCommit = 500;

/**
 * See Store.acquireLease; answers 0 for an unknown mailbox. Leases that are requested together are one commit. A lease that is taken
 * twice has the second generation.
 */
export function acquireLeaseOn(query: Query, instance: string): (mailbox: string) => Promise<number> {
  const acquire = async (mailboxes: readonly string[]): Promise<number[]> => {
    const leases = await query<{ id: string; generation: number }>({
      name: 'lease',
      text: leaseStatement,
      values: [instance, [...new Set(mailboxes)]],
    });
    const generations = new Map(leases.map(({ id, generation }) => [id, generation]));
    return mailboxes.map((id) => generations.get(id) ?? 0);
  };
  return createBatcher({
    soon: setImmediate,
    maxBatch: maxLeasesPerCommit,
    run: (mailboxes) =>
      acquire(mailboxes).catch((error: unknown) => {
        // A mailbox was deleted between its lookup and the insertion: the next lookup does not find it.
        const isDeleted = error instanceof Error && 'code' in error && error.code === foreignKeyViolation;
        if (isDeleted) return acquire(mailboxes);
        throw error;
      }),
  });
}

/** The leases of other instances, for one that may have missed notifications. */
export const leasesHeldElsewhere = (query: Query, instance: string): Promise<PollLease[]> =>
  query<PollLease>({
    text: `select m.id as mailbox, l.generation as "leaseGeneration"
      from poll_leases l join mailboxes m on m.number = l.mailbox where l.instance <> $1`,
    values: [instance],
  });
