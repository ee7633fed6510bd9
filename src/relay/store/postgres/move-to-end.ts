import type { Moving } from '../../core/mailbox-store.ts';
import type { Ask } from './any-line.ts';
import { numbersArray } from './array-text.ts';
import { type Copy, channel } from './notices.ts';

/**
 * A batch in one statement, as in append.ts: the counter's row is locked first, and nothing waits for the network while it is.
 * Then the replay's own row is locked, as it is by then: where a later replay has taken its turn, also while this statement
 * waited for the counter, nothing is moved, and while this one moves, none takes it. No counter's ack or poll touches that row.
 */
const statement = `
  with place as (
    update counters set value = value + cardinality($4::bigint[]) where name = 'place'
    returning value - cardinality($4::bigint[]) as before, value as last
  ), replay as (
    select before, last, (
      select mailbox from replays
      where mailbox = (select number from mailboxes where id = $2::text) and turn = $3 for update
    ) as mailbox
    from place
  ), moved as (
    update webhooks set id = replay.before + asked.at, first_place = coalesce(first_place, webhooks.id)
    from replay cross join unnest($4::bigint[]) with ordinality as asked (id, at)
    where webhooks.id = asked.id and webhooks.mailbox = replay.mailbox
    returning 1
  ), told as (
    select pg_notify('${channel}', concat_ws(' ', $1::text, before, last, $2::text)) from replay
  )
  select mailbox, (select count(*) from moved) as moved, (select count(*) from told) as notices from replay`;

/** Moves a batch in one commit, and tells the copies that hold polls. */
export function preparedMoveToEnd(ask: Ask, copy: Copy): (mailbox: string, ask: Moving) => Promise<number | null> {
  return async (mailbox, { turn, places }) => {
    const { rows } = await ask<{ mailbox: number | null; moved: number }>({
      name: 'move',
      text: statement,
      values: [copy, mailbox, turn, numbersArray(places)],
    });
    const [done] = rows;
    return done && done.mailbox !== null ? done.moved : null;
  };
}
