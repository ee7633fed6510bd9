import type { Pool } from 'pg';
import { together } from '../../core/together.ts';
import type { Ask } from './any-line.ts';
import { textArray } from './array-text.ts';
import { askedAgain } from './asked-again.ts';
import { type Copy, channel, type Taken } from './notices.ts';

const foreignKey = '23503';

/** What is answered when a mailbox was deleted between the look at it and the row's coming: the next look does not find it. */
const isMailboxGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === foreignKey;

const most = 500;

/**
 * A turn for each of some mailboxes, and a notice of those that another copy had. Each turn is made while its row is locked,
 * so that whoever took a mailbox later has the higher one; the rows are locked in one order, so that copies never wait for
 * each other in a circle. Sixty of the longest ids fit into a notice.
 */
const statement = `
  with asked as (
    select m.number, m.id
    from unnest($2::text[]) as asked (id)
    cross join lateral (select number, id from mailboxes where mailboxes.id = asked.id limit 1) m
    order by m.number
  ), taken as (
    insert into readers as before (mailbox, copy, turn)
    select number, $1::text, nextval('reading_turns') from asked
    on conflict (mailbox) do update
      set taken_from = before.copy, copy = excluded.copy, turn = nextval('reading_turns')
    returning mailbox, turn, taken_from
  ), answered as (
    select id, turn, taken_from from taken join asked on number = mailbox
  ), told as (
    select pg_notify('${channel}', $1::text || ' took ' || string_agg(id || ':' || turn, ','))
    from (
      select id, turn, (row_number() over () - 1) / 60 as notice from answered where taken_from is distinct from $1::text
    ) news
    group by notice
  )
  select id, turn, (select count(*) from told) as notices from answered`;

/**
 * Takes the reading of a mailbox for this copy; answers the turn, 0 where there is no such mailbox. Asked together, taken together.
 * Taken twice, the second turn counts.
 * @param lines that it may be asked on
 */
export function turnTaker(ask: Ask, copy: Copy, lines: number): (mailbox: string) => Promise<number> {
  const take = askedAgain(async (mailboxes: readonly string[]): Promise<number[]> => {
    const { rows } = await ask<{ id: string; turn: number }>({
      name: 'take',
      text: statement,
      values: [copy, textArray([...new Set(mailboxes)])],
    });
    const turns = new Map(rows.map(({ id, turn }) => [id, turn]));
    return mailboxes.map((id) => turns.get(id) ?? 0);
  }, lines);
  return together({
    soon: setImmediate,
    most,
    work: async (mailboxes) => {
      try {
        return await take(mailboxes);
      } catch (error) {
        if (!isMailboxGone(error)) throw error;
        return take(mailboxes);
      }
    },
  });
}

/** What other copies read now, for one that may have missed a notice. */
export async function readElsewhere(pool: Pool, copy: Copy): Promise<Taken[]> {
  const { rows } = await pool.query<Taken>(
    'select m.id as mailbox, r.turn from readers r join mailboxes m on m.number = r.mailbox where r.copy <> $1',
    [copy],
  );
  return rows;
}
