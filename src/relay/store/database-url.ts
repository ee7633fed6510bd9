import ipaddr from 'ipaddr.js';

/** Where webhooks are stored. The URL of a PostgreSQL contains its password: it is never shown or logged. */
export type Database = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

/** The name of a database in output and errors. */
export function nameOfDatabase(database: Database): string {
  if (database.engine === 'sqlite') return database.path;
  const { hostname, port, pathname } = new URL(database.url);
  return `PostgreSQL ${hostname}:${port || 5432}${pathname}`;
}

/** Checks RELAY_DATABASE_URL. The message contains nothing of the setting; null: it is valid. */
export function checkDatabaseUrl(setting: string): string | null {
  if (/^sqlite:./.test(setting)) return checkSqlitePath(setting.slice('sqlite:'.length));
  if (!/^postgres(ql)?:\/\//.test(setting)) return 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE';
  if (!URL.canParse(setting))
    return 'is no valid address: characters of a password like @ / # ? must be written as %40 %2F %23 %3F';
  const { hostname, pathname, searchParams } = new URL(setting);
  if (hostname === '') return 'names no host';
  if (pathname.length < 2) return 'names no database: it comes after the host, /relay for one';
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

function checkSqlitePath(path: string): string | null {
  if (path === ':memory:') return 'must be a file, sqlite:/var/lib/konter-relay/relay.db for one: memory keeps nothing';
  if (/^\/\/[^/]/.test(path))
    return 'has no host: it is sqlite:/FOLDER/FILE, or sqlite:FOLDER/FILE from where the relay runs';
  if (/^\s|\?|\0/.test(path)) return 'must be sqlite:PATH, without a space before the path or options behind it';
  if (path.endsWith('/')) return 'names a folder: it must name a file in it, which the relay makes';
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
