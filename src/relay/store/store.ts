import { type Kysely, sql } from 'kysely';
import type { Store } from '../core/store.ts';
import { appendVariantsOver } from './append-variants.ts';
import type { Engine } from './engine.ts';
import { epochOf } from './epoch.ts';
import { hotQueries } from './hot-queries.ts';
import { mailboxStore } from './mailboxes.ts';
import type { Tables } from './tables.ts';

/** So many mailboxes are gone through in one commit. */
const mailboxesAtOnce = 50;

/**
 * The store over a migrated database.
 * @param opened the database's epoch when it was opened
 */
export function createStore(engine: Engine, opened: string): Store {
  const { db } = engine;
  const { directoryVersion, ...hot } = hotQueries(engine);
  let epoch = opened;
  let version: number | null = null;
  return {
    get epoch() {
      return epoch;
    },
    createMailbox: mailboxStore(engine).createMailbox,
    ...hot,
    directoryVersion: async () => {
      const found = await directoryVersion();
      if (found !== version) epoch = await epochOf(db);
      version = found;
      return found;
    },
    appendsAtOnce: engine.appendsAtOnce,
    append: (webhooks) => engine.append(webhooks),
    appendVariants: appendVariantsOver(engine),
    ack: (acks) => engine.ack(acks),
    take: (mailbox) => engine.take(mailbox),
    tellUnverified: engine.tellUnverified,
    listen: (ears, complaints) => engine.listen(ears, complaints),
    drop: dropOver(engine),
    check: async () => {
      await sql`select 1 from webhooks limit 1`.execute(db);
    },
    giveUp: () => engine.giveUp?.(),
    close: () => engine.close(),
  };
}

/** See Store.drop. Whose oldest is too old is looked for before the commit, which is therefore short. */
function dropOver(engine: Engine): Store['drop'] {
  const askOverdue = engine.prepare(overdueQuery(engine.db));
  return async (ask) => {
    await engine.db.deleteFrom('signed_variants').where('last_at', '<', ask.unackedBefore).execute();
    const overdue = await askOverdue(ask.ackedBefore, ask.unackedBefore, mailboxesAtOnce);
    return overdue.length === 0 ? 0 : engine.drop(overdue, ask);
  };
}

/** In one order, so that copies of the relay that do this at once never wait for each other in a circle. */
const overdueQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('mailboxes as m')
    .innerJoin('webhooks as w', (join) =>
      join.on('w.id', '=', (of) =>
        of
          .selectFrom('webhooks as o')
          .select((each) => each.fn.min('o.id').as('oldest'))
          .whereRef('o.mailbox', '=', 'm.number'),
      ),
    )
    .select(['m.number', 'm.acked_to'])
    .where((is) =>
      is.or([
        is.and([is('w.id', '<=', is.ref('m.acked_to')), is('w.received_at', '<', 'acked')]),
        is.and([is('w.id', '>', is.ref('m.acked_to')), is('w.received_at', '<', 'unacked')]),
      ]),
    )
    .orderBy('m.number')
    .limit(1);
