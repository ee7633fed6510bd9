import type { MailboxStore } from '../core/mailbox-store.ts';
import type { Engine } from './engine.ts';

/** What a replay asks of the store. Each is one statement, so that no lock waits for the network. */
export function replaysOver(engine: Engine): Pick<MailboxStore, 'takeReplay' | 'placesBehind' | 'moveToEnd'> {
  const { db } = engine;
  return {
    takeReplay: async (mailbox) => {
      const taken = await db
        .insertInto('replays')
        .columns(['mailbox', 'turn'])
        .expression((of) =>
          of
            .selectFrom('mailboxes')
            .select(['number', of.lit(1).as('turn')])
            .where('id', '=', mailbox),
        )
        .onConflict((before) => before.column('mailbox').doUpdateSet((of) => ({ turn: of('replays.turn', '+', 1) })))
        .returning('turn')
        .executeTakeFirst();
      return taken?.turn ?? null;
    },
    placesBehind: async (mailbox, after) => {
      const rows = await db
        .selectFrom('webhooks as w')
        .innerJoin('mailboxes as m', 'm.number', 'w.mailbox')
        .select('w.id')
        .where('m.id', '=', mailbox)
        .where('w.id', '>', after)
        .orderBy((of) => of.fn.coalesce('w.first_place', 'w.id'))
        .execute();
      return rows.map(({ id }) => id);
    },
    moveToEnd: (mailbox, ask) => engine.moveToEnd(mailbox, ask),
  };
}
