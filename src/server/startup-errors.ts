/** A setting is missing or wrong; the message names it and never contains a secret. */
export class ConfigError extends Error {}

/** A program on a server; its settings begin with its name in capitals. */
export type ServerProgram = 'relay' | 'bridge';

/** The name of a setting, as the environment has it. */
export const settingOf = (program: ServerProgram, name: string): string => `${program.toUpperCase()}_${name}`;

/** Advice for error codes; the first match counts. `SETTING_` and `PROGRAM` stand for those of the program. */
type Advice = ReadonlyArray<readonly [code: RegExp, advice: string]>;

const databaseAdvice: Advice = [
  [
    /^(SQLITE_(CANTOPEN|PERM|READONLY)|EACCES|EPERM)/,
    'it must belong to the user that the PROGRAM runs as, and its folder too',
  ],
  [/^(SQLITE_FULL|EDQUOT|ENOSPC)/, 'make room on its disk'],
  [/^(SQLITE_IOERR|EIO)/, 'look whether its disk is full or broken'],
  [/^SQLITE_BUSY/, 'another program holds it: end that'],
  [/^SQLITE_CORRUPT/, 'put a copy back'],
  [/^SQLITE_NOTADB/, 'name another file in SETTING_DATABASE_URL, or put a copy back'],
  [/^EISDIR/, 'it is a folder: take it away, or name another file in SETTING_DATABASE_URL'],
  [/^(ENOENT|ENOTDIR)/, 'correct SETTING_DATABASE_URL'],
  [/^EROFS/, 'its disk is not to be written: name a file on another in SETTING_DATABASE_URL'],
  [/^EAI_AGAIN/, 'correct the host in SETTING_DATABASE_URL, or the name service'],
  [/^ECONNREFUSED/, 'start PostgreSQL, or correct the host and the port in SETTING_DATABASE_URL'],
  [/^ECONNRESET/, 'look what PostgreSQL logs'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)/, 'look after the network, or correct the host in SETTING_DATABASE_URL'],
  [/^ENOTFOUND/, 'correct the host in SETTING_DATABASE_URL'],
  // PostgreSQL's own codes and their classes.
  [/^25006/, 'it is a standby that only reads: name the server that is written to in SETTING_DATABASE_URL'],
  [/^28/, 'correct the user and the password in SETTING_DATABASE_URL, or what pg_hba.conf lets in'],
  [/^3D/, 'make it with createdb, or correct its name in SETTING_DATABASE_URL'],
  [/^42501/, 'make the user in SETTING_DATABASE_URL the owner of the database'],
  [/^(42P05|26000)/, 'a pooler in front of it must keep sessions: PgBouncer with pool_mode = session'],
  [
    /^(42P|SQLITE_ERROR)/,
    'it may be another program’s, or damaged: name another in SETTING_DATABASE_URL, or put a copy back',
  ],
  [/^53100/, 'make room on the disk of PostgreSQL'],
  [/^53300/, 'raise max_connections of PostgreSQL'],
  [/^57P/, 'wait until PostgreSQL is up'],
];

const listenAdvice: Advice = [
  [
    /^EACCES/,
    'this user may not listen on that port: set SETTING_PORT to one above 1023 and put a web server in front',
  ],
  [
    /^EADDRINUSE/,
    'another program listens there, a PROGRAM that still runs perhaps: end it, or set another SETTING_PORT',
  ],
  [/^EADDRNOTAVAIL/, 'this machine has no such address: correct SETTING_HOST'],
  [/^EAI_AGAIN/, 'correct SETTING_HOST, or the name service'],
  [/^ENOTFOUND/, 'no such name is known: correct SETTING_HOST'],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

/** A refused connection to a name with several addresses has no message of its own; the causes follow their effect. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${messageOf(error.cause)}` : error.message;
}

/** One line that says what failed, why, and what to do. */
class ExplainedError extends Error {}

function explain(summary: string, error: unknown, advice: Advice, program: ServerProgram): Error {
  if (error instanceof ExplainedError || error instanceof ConfigError) return error;
  const hints = advice
    .filter(([code]) => code.test(codeOf(error)))
    .map(([, text]) => text.replaceAll('SETTING_', settingOf(program, '')).replaceAll('PROGRAM', program));
  const parts = [`${summary}: ${messageOf(error)}`, ...hints.slice(0, 1)];
  return new ExplainedError(parts.join('; ').replaceAll(/\s+/g, ' '), { cause: error });
}

/** Explains in one line why a file or a database fails. A ConfigError is returned as it is. */
export const databaseError = (name: string, error: unknown, program: ServerProgram): Error =>
  explain(`${name} cannot be used`, error, databaseAdvice, program);

/** A host as a URL writes it. */
export const withBrackets = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Explains in one line why a program cannot listen there. */
export const cannotListen = (host: string, port: number, error: unknown, program: ServerProgram): Error =>
  explain(`Cannot listen on ${withBrackets(host)}:${port}`, error, listenAdvice, program);
