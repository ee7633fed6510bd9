import { isLoopback } from './loopback.ts';

/** Where webhooks are kept. The address of a PostgreSQL holds its password: it is never shown or logged. */
export type Database = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

/** What to call it in a log. */
export function nameOf(database: Database): string {
  if (database.engine === 'sqlite') return database.path;
  const { hostname, port, pathname } = new URL(database.url);
  return `PostgreSQL ${hostname}:${port || 5432}${pathname}`;
}

/** What is wrong with a setting of RELAY_DATABASE_URL, in words that repeat nothing of it; null: nothing. */
export function faultOf(setting: string): string | null {
  if (/^sqlite:./.test(setting)) return faultOfPath(setting.slice('sqlite:'.length));
  if (!/^postgres(ql)?:\/\//.test(setting)) return 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE';
  if (!URL.canParse(setting))
    return 'is no valid address: characters of a password like @ / # ? must be written as %40 %2F %23 %3F';
  const { hostname, pathname, searchParams } = new URL(setting);
  if (hostname === '') return 'names no host';
  if (pathname.length < 2) return 'names no database: it comes after the host, /relay for one';
  // The driver takes the last of two, whatever the first promises.
  if (new Set(searchParams.keys()).size < searchParams.size) return 'says something twice behind the ?';
  // The driver knows no other, and would say all in the clear.
  const unknownTls = [...searchParams.keys()].some((name) => /^ssl/i.test(name) && !tlsSettings.has(name));
  const mode = searchParams.get('sslmode');
  if (unknownTls || (mode !== null && !tlsModes.has(mode)))
    return `says nothing known about TLS: it is sslmode=${[...tlsModes].join(', ')}`;
  return null;
}

const tlsSettings = new Set(['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']);
const tlsModes = new Set(['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']);

/** A PostgreSQL on another machine to which everything would be said in the clear. @param setting one that has no fault */
export function isInsecure(setting: string): boolean {
  if (setting.startsWith('sqlite:')) return false;
  const { hostname, searchParams: said } = new URL(setting);
  const host = said.get('host') ?? decodeURIComponent(hostname);
  return !isLoopback(host) && !host.startsWith('/') && !usesTls(said);
}

/** As the driver reads it. */
function usesTls(said: URLSearchParams): boolean {
  const mode = said.get('sslmode');
  if (mode !== null) return mode !== 'disable';
  if (['0', 'false'].includes(said.get('ssl') ?? '0')) return said.has('sslrootcert') || said.has('sslcert');
  return true;
}

function faultOfPath(path: string): string | null {
  if (path === ':memory:') return 'must be a file, sqlite:/var/lib/konter-relay/relay.db for one: memory keeps nothing';
  if (/^\/\/[^/]/.test(path))
    return 'has no host: it is sqlite:/FOLDER/FILE, or sqlite:FOLDER/FILE from where the relay runs';
  if (/^\s|\?|\0/.test(path)) return 'must be sqlite:PATH, without a space before the path or options behind it';
  if (path.endsWith('/')) return 'names a folder: it must name a file in it, which the relay makes';
  return null;
}

/** @param setting one that has no fault */
export const databaseAt = (setting: string): Database =>
  setting.startsWith('sqlite:')
    ? { engine: 'sqlite', path: setting.slice('sqlite:'.length) }
    : { engine: 'postgres', url: setting };
