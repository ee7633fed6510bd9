import type { Engine } from '../engine.ts';
import type { Ask } from './any-line.ts';
import { numbersArray } from './array-text.ts';

/** As checkOf makes it, of the row `last`. */
const checkInSql = `translate(
  left(encode(sha256(convert_to(last.fingerprint || ' ' || last.received_at, 'UTF8')), 'base64'), 8), '+/', '-_')`;

/**
 * A batch in one statement, so that no ack of one of these mailboxes waits for the network. Of each mailbox what is old goes up
 * to the first that is not. The rows of the mailboxes are locked before anything goes, in the order in which acks lock them.
 */
const statement = `
  with asked as (
    select number, acked_to, at from unnest($1::bigint[], $2::bigint[]) with ordinality as asked (number, acked_to, at)
  ), oldest as (
    select number, at, id, fingerprint, received_at,
      bool_and(received_at < case when id <= acked_to then $3::text else $4::text end)
        over (partition by number order by id) as old
    from asked cross join lateral (
      select id, fingerprint, received_at from webhooks where mailbox = asked.number order by id limit $5
    ) w
  ), old as (
    select number, id, fingerprint, received_at from oldest where old order by at, id limit $5
  ), locked as (
    select number from mailboxes where number in (select number from old) order by number for no key update
  ), gone as (
    delete from webhooks w using old join locked using (number) where w.id = old.id
    returning 1
  ), told as (
    update mailboxes m set dropped_to = last.id, dropped_check = ${checkInSql}
    from (select distinct on (number) * from old order by number, id desc) last join locked using (number)
    where m.number = last.number and m.dropped_to < last.id
  )
  select count(*) as gone from gone`;

/** Drops a batch in one commit. */
export const preparedDrop =
  (ask: Ask): Engine['drop'] =>
  async (overdue, { ackedBefore, unackedBefore, limit }) => {
    const column = (name: 'number' | 'acked_to') => numbersArray(overdue.map((mailbox) => mailbox[name]));
    const values = [column('number'), column('acked_to'), ackedBefore, unackedBefore, limit];
    const { rows } = await ask<{ gone: number }>({ name: 'drop', text: statement, values });
    return rows[0]?.gone ?? 0;
  };
