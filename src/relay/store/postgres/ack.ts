import type { Acked } from '../../core/store.ts';
import type { Ask } from './any-line.ts';
import { numbersArray, textArray } from './array-text.ts';

/** The rows are locked in one order, so that copies never wait for each other in a circle. */
const statement = `
  with heard as (
    select m.number, asked.place
    from unnest($1::text[], $2::bigint[]) as asked (id, place)
    cross join lateral (select number from mailboxes where mailboxes.id = asked.id limit 1) m
  ), locked as (
    select number from mailboxes where number in (select number from heard) order by number for no key update
  )
  update mailboxes m set acked_to = heard.place
  from heard join locked using (number)
  where m.number = heard.number and m.acked_to < heard.place`;

/** Remembers all of them in one commit. */
export function preparedAck(ask: Ask): (acks: readonly Acked[]) => Promise<void> {
  return async (acks) => {
    // Of two for one mailbox the further one.
    const places = new Map<string, number>();
    for (const { mailbox, place } of acks) places.set(mailbox, Math.max(place, places.get(mailbox) ?? 0));
    const values = [textArray([...places.keys()]), numbersArray([...places.values()])];
    await ask({ name: 'ack', text: statement, values });
  };
}
