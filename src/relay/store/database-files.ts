import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError, databaseError } from '../startup-errors.ts';
import type { Database } from './database-url.ts';

const isFolder = (path: string): boolean | null => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;

/** Writes a folder's entries to the disk. Windows does so itself, and opens no folders. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/** Folder by folder: Node's recursive mkdir does not end if a folder cannot be created, below /proc for one. */
function createFolder(path: string): void {
  const found = isFolder(path);
  if (found === false) throw new ConfigError(`RELAY_DATABASE_URL: ${path} is a file, and no folder for a database`);
  if (found === true) return;
  // A missing drive is its own parent.
  if (dirname(path) !== path) createFolder(dirname(path));
  try {
    fs.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it at the same time.
    if (isFolder(path) !== true) throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Creates the folder of a database file and its parents, for the owner only. Throws ConfigError if the path cannot be a file, else
 * an error that explains the failure.
 */
export function createFolderFor(file: string): void {
  try {
    if (isFolder(file)) {
      const example = `sqlite:${join(file, 'relay.db')}`;
      throw new ConfigError(`RELAY_DATABASE_URL: ${file} is a folder; name a file in it: ${example}`);
    }
    createFolder(dirname(file));
  } catch (error) {
    throw databaseError(file, error);
  }
}

/** PostgreSQL has no file beside it that could hold the key. */
export const sharedKeyMissing = 'must be set with PostgreSQL, to the same on every instance of the relay';

/** Creates the key file whole and on the disk, or not at all; never over the file of another process. */
function createKeyFile(path: string): void {
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    fs.writeFileSync(part, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    fs.linkSync(part, path);
  } catch (error) {
    if (!fs.existsSync(path)) throw error;
  } finally {
    fs.rmSync(part, { force: true });
  }
  // Otherwise a ciphertext could reach the disk before its key.
  syncFolder(dirname(path));
}

/**
 * The key that encrypts secrets at rest: the setting, else the file beside the database, which is created with the database. Throws
 * ConfigError if there is neither.
 * @param onCreated gets the path of a key file that did not exist
 * @returns 32 bytes
 */
export function loadMasterKey(setting: string | null, database: Database, onCreated: (path: string) => void): Buffer {
  if (setting !== null) return Buffer.from(setting, 'hex');
  if (database.engine === 'postgres') throw new ConfigError(`RELAY_MASTER_KEY: ${sharedKeyMissing}`);
  const path = `${database.path}.key`;
  createFolderFor(database.path);
  const isNew = !fs.existsSync(path);
  if (isNew && fs.existsSync(database.path)) {
    throw new ConfigError(`RELAY_MASTER_KEY: is not set, and there is no ${path} beside the database`);
  }
  let key: string;
  try {
    if (isNew) createKeyFile(path);
    key = fs.readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw databaseError(path, error);
  }
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new ConfigError(`${path}: must hold 64 hex digits`);
  if (isNew) onCreated(path);
  return Buffer.from(key, 'hex');
}
