import type { Engine } from './engine.ts';
import { lastPlace } from './places.ts';

/** Asks cheaply what came in any mailbox since a place was the last one. */
export interface Since {
  /** the last place that was given; 0: none */
  last(): Promise<number>;
  /** of the directory of mailboxes */
  version(): Promise<number>;
  /** whose webhooks lie behind a place */
  mailboxes(after: number): Promise<string[]>;
}

export function sinceOf(engine: Pick<Engine, 'db' | 'prepare'>): Since {
  const { db } = engine;
  const askLast = engine.prepare(lastPlace(db));
  const askVersion = engine.prepare(db.selectFrom('counters').select('value').where('name', '=', 'directory'));
  const askMailboxes = engine.prepare(
    db
      .selectFrom('webhooks as w')
      .innerJoin('mailboxes as m', 'm.number', 'w.mailbox')
      .select('m.id')
      .distinct()
      .where('w.id', '>', 0),
  );
  return {
    last: async () => (await askLast('place'))[0]?.value ?? 0,
    version: async () => (await askVersion('directory'))[0]?.value ?? 0,
    mailboxes: async (after) => (await askMailboxes(after)).map((row) => row.id),
  };
}
