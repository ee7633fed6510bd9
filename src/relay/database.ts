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
  if (/^sqlite:.+/.test(setting)) return null;
  if (!/^postgres(ql)?:\/\//.test(setting)) return 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE';
  if (!URL.canParse(setting))
    return 'is no valid address: characters of a password like @ / # ? must be written as %40 %2F %23 %3F';
  const { hostname, pathname } = new URL(setting);
  if (hostname === '') return 'names no host';
  if (pathname.length < 2) return 'names no database: it comes after the host, /relay for one';
  return null;
}

/** @param setting one that has no fault */
export const databaseAt = (setting: string): Database =>
  setting.startsWith('sqlite:')
    ? { engine: 'sqlite', path: setting.slice('sqlite:'.length) }
    : { engine: 'postgres', url: setting };
