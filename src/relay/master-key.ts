import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config-error.ts';
import type { Database } from './database.ts';
import { folderToDisk, makeRoomFor } from './database-folder.ts';
import { cannotBeUsed } from './why-not.ts';

/** What PostgreSQL, beside which there is no file, asks for. */
export const sharedKey = 'must be set with PostgreSQL, to the same on every copy of the relay';

const shape = /^[0-9a-f]{64}$/i;

/** Whole and on the disk, or not at all, and never over one that another process made meanwhile. */
function makeOnce(path: string): void {
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(part, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(part, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(part, { force: true });
  }
  // What is sealed with it may be on the disk before it else, and could never be read again.
  folderToDisk(dirname(path));
}

function keyIn(path: string): { text: string; made: boolean } {
  try {
    const isNew = !existsSync(path);
    if (isNew) makeOnce(path);
    return { text: readFileSync(path, 'utf8').trim(), made: isNew };
  } catch (error) {
    throw cannotBeUsed(path, error);
  }
}

/**
 * The key that seals secrets at rest: the given one, else that of the file beside the database, which is made together
 * with the database. Throws ConfigError where there is neither.
 * @returns 32 bytes; `made` is the file's path when it was made just now
 */
export function masterKey(given: string | null, database: Database): { key: Buffer; made: string | null } {
  if (given !== null) return { key: Buffer.from(given, 'hex'), made: null };
  if (database.engine === 'postgres') {
    throw new ConfigError(`RELAY_MASTER_KEY: ${sharedKey}`);
  }
  const path = `${database.path}.key`;
  makeRoomFor(database.path);
  if (!existsSync(path) && existsSync(database.path)) {
    throw new ConfigError(`RELAY_MASTER_KEY: is not set, and there is no ${path} beside the database`);
  }
  const { text, made } = keyIn(path);
  if (!shape.test(text)) throw new ConfigError(`${path}: must hold 64 hex digits`);
  return { key: Buffer.from(text, 'hex'), made: made ? path : null };
}
