import { sql } from 'kysely';
import type { Store } from '../core/store.ts';
import { appendVariantsOver } from './append-variants.ts';
import { dropOver } from './drop.ts';
import type { Engine } from './engine.ts';
import { epochOf } from './epoch.ts';
import { hotQueries } from './hot-queries.ts';
import { mailboxStore } from './mailboxes.ts';

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
