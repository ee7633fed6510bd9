import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The last place that was given, 0: none. That of the newest webhook, or the counter's where that is higher: PostgreSQL
 * counts each place; on SQLite, where that were one more page in each commit, the counter learns of those that go.
 */
function last(of: ExpressionBuilder<Tables, 'counters'>) {
  const newest = of.selectFrom('webhooks').select((each) => each.fn.max('webhooks.id').as('newest'));
  const counted = of.ref('counters.value');
  return of.case().when(newest, '>', counted).then(newest).else(counted).end();
}

/** The last place that was given in any mailbox, as `value`; its parameter is "place". */
export const lastPlace = (db: Kysely<Tables>) =>
  db
    .selectFrom('counters')
    .select((of) => last(of).as('value'))
    .where('name', '=', 'place');
