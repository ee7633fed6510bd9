import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Takes the next `count` places, and answers the one before the first of them. The counter's row stays locked until the
 * commit, so that places become visible in their order: a reader that has seen one never misses an earlier one
 * (docs/adr/0014-places-and-notices.md).
 */
export async function takePlaces(tx: Kysely<Tables>, count: number): Promise<number> {
  const { value } = await tx
    .updateTable('counters')
    .set((counter) => ({ value: counter('value', '+', count) }))
    .where('name', '=', 'place')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count;
}
