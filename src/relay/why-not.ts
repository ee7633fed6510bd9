import { ConfigError } from './config-error.ts';

const access = 'it must belong to the user that the relay runs as, and its folder too';
const room = 'make room on its disk';
const foreign = 'it may be another program’s, or damaged: name another in RELAY_DATABASE_URL, or put a copy back';
const disk = 'look whether its disk is full or broken';

/** What can be done, by the code of a fault; the longest that it begins with counts. */
const advice: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another program holds it: end that',
  SQLITE_CANTOPEN: access,
  SQLITE_CORRUPT: 'put a copy back',
  SQLITE_ERROR: foreign,
  SQLITE_FULL: room,
  SQLITE_IOERR: disk,
  SQLITE_NOTADB: 'name another file in RELAY_DATABASE_URL, or put a copy back',
  SQLITE_PERM: access,
  SQLITE_READONLY: access,
  EACCES: access,
  EDQUOT: room,
  EIO: disk,
  EISDIR: 'it is a folder: take it away, or name another file in RELAY_DATABASE_URL',
  ENOENT: 'correct RELAY_DATABASE_URL',
  ENOSPC: room,
  ENOTDIR: 'correct RELAY_DATABASE_URL',
  EPERM: access,
  EROFS: 'its disk is not to be written: name a file on another in RELAY_DATABASE_URL',
  EAI_AGAIN: 'correct the host in RELAY_DATABASE_URL, or the name service',
  ECONNREFUSED: 'start PostgreSQL, or correct the host and the port in RELAY_DATABASE_URL',
  ECONNRESET: 'look what PostgreSQL logs',
  EHOSTUNREACH: 'look after the network, or correct the host in RELAY_DATABASE_URL',
  ENETUNREACH: 'look after the network, or correct the host in RELAY_DATABASE_URL',
  ENOTFOUND: 'correct the host in RELAY_DATABASE_URL',
  ETIMEDOUT: 'look after the network, or correct the host in RELAY_DATABASE_URL',
  // PostgreSQL's own codes, by their classes.
  '25006': 'it is a standby that only reads: name the server that is written to in RELAY_DATABASE_URL',
  '28': 'correct the user and the password in RELAY_DATABASE_URL, or what pg_hba.conf lets in',
  '3D': 'make it with createdb, or correct its name in RELAY_DATABASE_URL',
  '42P': foreign,
  '42501': 'make the user in RELAY_DATABASE_URL the owner of the database',
  '53100': 'make room on the disk of PostgreSQL',
  '53300': 'raise max_connections of PostgreSQL',
  '57P': 'wait until PostgreSQL is up',
};

const listening: Readonly<Record<string, string>> = {
  EACCES: 'this user may not listen on that port: set RELAY_PORT to one above 1023 and put a web server in front',
  EADDRINUSE: 'another program listens there, a relay that still runs perhaps: end it, or set another RELAY_PORT',
  EADDRNOTAVAIL: 'this machine has no such address: correct RELAY_HOST',
  EAI_AGAIN: 'correct RELAY_HOST, or the name service',
  ENOTFOUND: 'no such name is known: correct RELAY_HOST',
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

function adviceOn(error: unknown, known: Readonly<Record<string, string>>): string | null {
  const code = codeOf(error);
  const [nearest] = Object.keys(known)
    .filter((each) => code.startsWith(each))
    .toSorted((one, other) => other.length - one.length);
  return (nearest === undefined ? undefined : known[nearest]) ?? null;
}

/** A refused connection has no words of its own where a name stands for several addresses; of what was caused, the cause tells. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return wordsOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${wordsOf(error.cause)}` : error.message;
}

/** Says in one line why something cannot be used, and what to do. */
class Explained extends Error {}

const explained = (what: string, error: unknown, known: Readonly<Record<string, string>>): Error => {
  if (error instanceof Explained || error instanceof ConfigError) return error;
  const words = [`${what}: ${wordsOf(error)}`, adviceOn(error, known)].filter((part) => part !== null);
  return new Explained(words.join('; ').replaceAll(/\s+/g, ' '), { cause: error });
};

/** Why a file or a database cannot be used, and what to do, in one line; a wrong setting stays one. */
export const cannotBeUsed = (name: string, error: unknown): Error => explained(`${name} cannot be used`, error, advice);

/** Why nobody can be listened to there, and what to do, in one line. */
export const cannotListen = (host: string, port: number, error: unknown): Error =>
  explained(`${host}, port ${port}, cannot be listened on`, error, listening);
