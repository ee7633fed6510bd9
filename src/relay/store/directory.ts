import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

/** To be called in every transaction that changes a mailbox or its secrets: relays that know it look again. */
export async function directoryChanged(engine: Engine, tx: Kysely<Tables>): Promise<void> {
  await tx
    .updateTable('counters')
    .set((counter) => ({ value: counter('value', '+', 1) }))
    .where('name', '=', 'directory')
    .execute();
  await engine.announceChange(tx);
}
