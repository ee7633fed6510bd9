import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The database's epoch, made together with it. */
export async function epochOf(db: Kysely<Tables>): Promise<string> {
  const fresh = randomBytes(16).toString('hex');
  await db
    .insertInto('facts')
    .values({ name: 'epoch', value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('facts').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow()).value;
}
