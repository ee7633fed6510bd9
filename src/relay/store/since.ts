import type { Engine } from './engine.ts';

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
  const askCounter = engine.prepare(db.selectFrom('counters').select('value').where('name', '=', 'place'));
  const askMailboxes = engine.prepare(db.selectFrom('webhooks').select('mailbox_id').distinct().where('id', '>', 0));
  return {
    last: async () => (await askCounter('place'))[0]?.value ?? 0,
    version: async () => (await askCounter('directory'))[0]?.value ?? 0,
    mailboxes: async (after) => (await askMailboxes(after)).map((row) => row.mailbox_id),
  };
}
