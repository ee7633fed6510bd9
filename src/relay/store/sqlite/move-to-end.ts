import type Database from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Moving } from '../../core/mailbox-store.ts';
import { lastPlace } from '../places.ts';
import type { Tables } from '../tables.ts';

/** The + keeps SQLite from going through the whole mailbox for it: each is looked up by its place. */
const movement = `
  update webhooks set id = ? + asked.key + 1, first_place = coalesce(first_place, webhooks.id)
  from json_each(?) as asked
  where webhooks.id = asked.value and +webhooks.mailbox = ?`;

/** Moves a batch in one commit. To be called while no other transaction runs. */
export function preparedMoveToEnd(
  file: Database.Database,
  db: Kysely<Tables>,
): (mailbox: string, ask: Moving) => number | null {
  const latest = file
    .prepare<[string, number], number>(
      db
        .selectFrom('replays')
        .innerJoin('mailboxes', 'mailboxes.number', 'replays.mailbox')
        .select('replays.mailbox')
        .where('mailboxes.id', '=', '')
        .where('replays.turn', '=', 0)
        .compile().sql,
    )
    .pluck();
  const last = file.prepare<[string], number>(lastPlace(db).compile().sql).pluck();
  const move = file.prepare<[number, string, number]>(movement);
  // One writer at a time: the last place is the last until the commit.
  const moveAll = file.transaction((mailbox: string, { turn, places }: Moving): number | null => {
    const number = latest.get(mailbox, turn);
    if (number === undefined) return null;
    return move.run(last.get('place') ?? 0, JSON.stringify(places), number).changes;
  });
  return (mailbox, ask) => moveAll.immediate(mailbox, ask);
}
