import type { Acked } from '../../core/store.ts';
import type { Ask } from './any-line.ts';
import { numbersArray, textArray } from './array-text.ts';

/** The rows are locked in one order, so that copies never wait for each other in a circle. */
const statement = `
  with heard as (
    select m.number, asked.place, asked.counter
    from unnest($1::text[], $2::bigint[], $3::text[]) as asked (id, place, counter)
    cross join lateral (select number from mailboxes where mailboxes.id = asked.id limit 1) m
  ), locked as (
    select number from mailboxes where number in (select number from heard) order by number for no key update
  )
  update mailboxes m set acked_to = heard.place, acked_by = heard.counter
  from heard join locked using (number)
  where m.number = heard.number and m.acked_to < heard.place`;

/** Remembers all of them in one commit. */
export function preparedAck(ask: Ask): (acks: readonly Acked[]) => Promise<void> {
  return async (acks) => {
    // Of two for one mailbox the further one.
    const furthest = new Map<string, Acked>();
    for (const ack of acks) {
      if (ack.place > (furthest.get(ack.mailbox)?.place ?? 0)) furthest.set(ack.mailbox, ack);
    }
    const all = [...furthest.values()];
    const values = [
      textArray(all.map(({ mailbox }) => mailbox)),
      numbersArray(all.map(({ place }) => place)),
      textArray(all.map(({ counter }) => counter ?? null)),
    ];
    await ask({ name: 'ack', text: statement, values });
  };
}
