import type { Kysely } from 'kysely';
import type { Tables } from '../../src/relay/store/tables.ts';

/**
 * Takes the next `count` places on PostgreSQL as whoever appends does: the counter's row stays locked until the transaction
 * ends. Answers the one before the first of them.
 */
export async function takePlaces(tx: Kysely<Tables>, count: number): Promise<number> {
  const { value } = await tx
    .updateTable('sequences')
    .set((of) => ({ value: of('value', '+', count) }))
    .where('name', '=', 'webhook')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count;
}
