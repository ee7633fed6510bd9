import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { ConfigError, databaseError, type ServerProgram, settingOf } from './startup-errors.ts';

/** Where a program stores what it has. The URL of a PostgreSQL contains its password: it is never shown or logged. */
export type Database = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

/** The name of a database in output and errors. */
export function nameOfDatabase(database: Database): string {
  if (database.engine === 'sqlite') return database.path;
  const { hostname, port, pathname } = new URL(database.url);
  return `PostgreSQL ${hostname}:${port || 5432}${pathname}`;
}

/** Checks the setting DATABASE_URL. The message contains nothing of the setting; null: it is valid. */
export function checkDatabaseUrl(setting: string, program: ServerProgram): string | null {
  if (/^sqlite:./.test(setting)) return checkSqlitePath(setting.slice('sqlite:'.length), program);
  if (!/^postgres(ql)?:\/\//.test(setting)) return 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE';
  if (!URL.canParse(setting))
    return 'is no valid address: characters of a password like @ / # ? must be written as %40 %2F %23 %3F';
  const { hostname, pathname, searchParams } = new URL(setting);
  if (hostname === '') return 'names no host';
  if (pathname.length < 2) return `names no database: it comes after the host, /${program} for one`;
  // The driver uses the last of two equal names.
  if (new Set(searchParams.keys()).size < searchParams.size) return 'says something twice behind the ?';
  // The driver ignores any other, and would not encrypt.
  const unknownTls = [...searchParams.keys()].some((name) => /^ssl/i.test(name) && !tlsSettings.has(name));
  const mode = searchParams.get('sslmode');
  if (unknownTls || (mode !== null && !tlsModes.has(mode)))
    return `says nothing known about TLS: it is sslmode=${[...tlsModes].join(', ')}`;
  return null;
}

const tlsSettings = new Set(['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']);
const tlsModes = new Set(['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']);

/** Whether the connection to a PostgreSQL on another machine is not encrypted. @param setting a valid one */
export function isInsecureDatabase(setting: string): boolean {
  if (setting.startsWith('sqlite:')) return false;
  const { hostname, searchParams } = new URL(setting);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return !isLoopback(host) && !host.startsWith('/') && !usesTls(searchParams);
}

/** As the driver decides it. */
function usesTls(params: URLSearchParams): boolean {
  const mode = params.get('sslmode');
  if (mode !== null) return mode !== 'disable';
  if (['0', 'false'].includes(params.get('ssl') ?? '0')) return params.has('sslrootcert') || params.has('sslcert');
  return true;
}

function checkSqlitePath(path: string, program: ServerProgram): string | null {
  if (path === ':memory:')
    return `must be a file, sqlite:/var/lib/konter-${program}/${program}.db for one: memory keeps nothing`;
  if (/^\/\/[^/]/.test(path))
    return `has no host: it is sqlite:/FOLDER/FILE, or sqlite:FOLDER/FILE from where the ${program} runs`;
  if (/^\s|\?|\0/.test(path)) return 'must be sqlite:PATH, without a space before the path or options behind it';
  if (path.endsWith('/')) return `names a folder: it must name a file in it, which the ${program} makes`;
  return null;
}

/** @param setting a valid one */
export const parseDatabaseUrl = (setting: string): Database =>
  setting.startsWith('sqlite:')
    ? { engine: 'sqlite', path: setting.slice('sqlite:'.length) }
    : { engine: 'postgres', url: setting };

/** Whether a host, with or without brackets, is this machine. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  return plain === 'localhost' || (ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback');
}

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
function createFolder(path: string, program: ServerProgram): void {
  const isDirectory = isFolder(path);
  if (isDirectory === false)
    throw new ConfigError(`${settingOf(program, 'DATABASE_URL')}: ${path} is a file, and no folder for a database`);
  if (isDirectory === true) return;
  // A missing drive is its own parent.
  if (dirname(path) !== path) createFolder(dirname(path), program);
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
export function createFolderFor(file: string, program: ServerProgram): void {
  try {
    if (isFolder(file)) {
      const example = `sqlite:${join(file, `${program}.db`)}`;
      throw new ConfigError(
        `${settingOf(program, 'DATABASE_URL')}: ${file} is a folder; name a file in it: ${example}`,
      );
    }
    createFolder(dirname(file), program);
  } catch (error) {
    throw databaseError(file, error, program);
  }
}

/** PostgreSQL has no file beside it that could hold the key. */
export const sharedKeyMissing = (program: ServerProgram): string =>
  `must be set with PostgreSQL, to the same on every instance of the ${program}`;

/** Creates the key file whole and on the disk, or not at all; never over the file of another process. */
function createKeyFile(path: string): void {
  const partPath = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    fs.writeFileSync(partPath, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    fs.linkSync(partPath, path);
  } catch (error) {
    if (!fs.existsSync(path)) throw error;
  } finally {
    fs.rmSync(partPath, { force: true });
  }
  // Otherwise a ciphertext could reach the disk before its key.
  syncFolder(dirname(path));
}

/**
 * The key that encrypts secrets at rest: the setting, else the file beside the database, which is created with the database. Throws
 * ConfigError if there is neither.
 * @param options.onCreated gets the path of a key file that did not exist
 * @returns 32 bytes
 */
export function loadMasterKey(
  setting: string | null,
  database: Database,
  options: { program: ServerProgram; onCreated(path: string): void },
): Buffer {
  const { program, onCreated } = options;
  const name = settingOf(program, 'MASTER_KEY');
  if (setting !== null) return Buffer.from(setting, 'hex');
  if (database.engine === 'postgres') throw new ConfigError(`${name}: ${sharedKeyMissing(program)}`);
  const path = `${database.path}.key`;
  createFolderFor(database.path, program);
  const isNew = !fs.existsSync(path);
  if (isNew && fs.existsSync(database.path)) {
    throw new ConfigError(`${name}: is not set, and there is no ${path} beside the database`);
  }
  let key: string;
  try {
    if (isNew) createKeyFile(path);
    key = fs.readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw databaseError(path, error, program);
  }
  if (!/^[0-9a-f]{64}$/i.test(key)) throw new ConfigError(`${path}: must hold 64 hex digits`);
  if (isNew) onCreated(path);
  return Buffer.from(key, 'hex');
}
