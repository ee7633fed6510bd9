import { type Kysely, sql } from 'kysely';
import { createVault, type Vault } from './credentials.ts';
import { ConfigError, type ServerProgram, settingOf } from './startup-errors.ts';
import { systemRandom } from './system.ts';

/** Reads a value of a database's table "metadata"; the first caller creates it. */
export async function readOrCreate<Tables>(db: Kysely<Tables>, name: string, create: () => string): Promise<string> {
  await sql`insert into metadata (name, value) values (${name}, ${create()}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ value: string }>`select value from metadata where name = ${name}`.execute(db);
  if (rows[0] === undefined) throw new Error(`the metadata has no ${name}`);
  return rows[0].value;
}

const keyCheck = 'master key check';

/** The mark of a database, made with its first master key. @param masterKey 32 bytes */
export const readMark = <Tables>(db: Kysely<Tables>, masterKey: Uint8Array): Promise<string> =>
  readOrCreate(db, keyCheck, () => createVault(masterKey, systemRandom).encrypt(keyCheck, keyCheck));

/** The vault, where the key is that of a database with this mark; else ConfigError. @param masterKey 32 bytes */
export function vaultOf(mark: string, masterKey: Uint8Array, program: ServerProgram): Vault {
  const vault = createVault(masterKey, systemRandom);
  try {
    vault.decrypt(mark, keyCheck);
  } catch {
    throw new ConfigError(`${settingOf(program, 'MASTER_KEY')}: is not the key that this database was made with`);
  }
  return vault;
}
