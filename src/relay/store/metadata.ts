import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads a value of the metadata; the first caller creates it. */
export async function readOrCreate(db: Kysely<Tables>, name: string, create: () => string): Promise<string> {
  await db
    .insertInto('metadata')
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('metadata').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
}

/** The database's epoch, created with it; see Store.epoch. */
export const readEpoch = (db: Kysely<Tables>): Promise<string> =>
  readOrCreate(db, 'epoch', () => randomBytes(16).toString('hex'));
