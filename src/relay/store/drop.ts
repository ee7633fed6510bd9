import type { Kysely } from 'kysely';
import type { Store } from '../core/store.ts';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

type Ask = Parameters<Store['drop']>[0];
type Mailbox = { number: number; acked_to: number };

/** So many mailboxes are gone through in one transaction. */
const mailboxesAtOnce = 50;

/** See Store.drop. Whose oldest is too old is looked for outside the transaction, which is therefore short. */
export function dropOver(engine: Engine): Store['drop'] {
  const askOverdue = engine.prepare(overdueQuery(engine.db));
  return async (ask) => {
    const overdue = await askOverdue(ask.ackedBefore, ask.unackedBefore, mailboxesAtOnce);
    if (overdue.length === 0) return 0;
    return engine.write(async (tx) => {
      let dropped = 0;
      for (const mailbox of overdue) {
        if (dropped < ask.limit) dropped += await dropOldest(tx, mailbox, { ...ask, limit: ask.limit - dropped });
      }
      return dropped;
    });
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

/** Drops from one mailbox's oldest on, and writes down how far, so that a cursor behind it is told "gone". */
async function dropOldest(tx: Kysely<Tables>, mailbox: Mailbox, ask: Ask): Promise<number> {
  const oldest = await tx
    .selectFrom('webhooks')
    .select(['id', 'received_at'])
    .where('mailbox', '=', mailbox.number)
    .orderBy('id')
    .limit(ask.limit)
    .execute();
  const kept = oldest.findIndex(
    (one) => one.received_at >= (one.id <= mailbox.acked_to ? ask.ackedBefore : ask.unackedBefore),
  );
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (!last) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('mailbox', '=', mailbox.number)
    .where('id', '<=', last.id)
    .executeTakeFirst();
  await tx
    .updateTable('mailboxes')
    .set({ dropped_to: last.id })
    .where('number', '=', mailbox.number)
    .where('dropped_to', '<', last.id)
    .execute();
  return Number(numDeletedRows);
}
