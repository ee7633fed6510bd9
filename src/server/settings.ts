import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultTrustedProxies, isProxyList } from './client-network.ts';
import { checkDatabaseUrl, isInsecureDatabase, isLoopback, parseDatabaseUrl, sharedKeyMissing } from './database.ts';
import type { MetricsAddress } from './metrics.ts';
import { ConfigError, type ServerProgram, settingOf } from './startup-errors.ts';

/** Digits only: "1e3" and "0x10" are numbers too. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}, written in digits`;
  const digits = z.string().regex(/^\d{1,9}$/, error);
  return digits.transform(Number).pipe(z.number().min(min, error).max(max, error));
};

/** An address or a name. A name cannot end in a number: Node would read "0" as every address. */
const isHost = (text: string): boolean =>
  isIP(text) !== 0 || (/^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$/i.test(text) && !/(^|\.)\d+$/.test(text));

/** Parses HOST:PORT, with an IPv6 address in brackets; null: it is malformed. */
function parseAddress(text: string): MetricsAddress | null {
  const [, inBrackets, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = inBrackets ?? plain ?? '';
  const isValid = inBrackets === undefined ? isHost(host) : isIP(host) === 6;
  return isValid && Number(digits) <= 65_535 ? { host, port: Number(digits) } : null;
}

/** A URL that a path can be appended to. */
function isPublicUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\\\s?#]+[^\\\s?#]*$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** true or false; absent: false */
export const Flag = z.enum(['true', 'false'], { error: 'must be true or false' }).default('false');

const proxyError = 'must be none, or addresses, networks, loopback, linklocal and uniquelocal between commas';

/** The settings of a server itself, which every program has. */
export const serverSettings = (program: ServerProgram) => {
  const hostError = `must be an address of this machine and nothing else: 127.0.0.1, 0.0.0.0 or :: for every one; the port is ${settingOf(program, 'PORT')}`;
  const urlError = `must be an address like https://${program}.example.com, without a user, a password, ? or #`;
  const addressError = 'must be HOST:PORT, 127.0.0.1:9787 or [::1]:9787 for one';
  return {
    host: z.string().refine(isHost, hostError).default('127.0.0.1'),
    metricsAddress: z
      .string()
      .transform(parseAddress)
      .refine((address) => address !== null, addressError)
      .nullable()
      .default(null),
    publicUrl: z
      .string()
      .refine(isPublicUrl, urlError)
      .transform((url) => url.replace(/\/+$/, ''))
      .nullable()
      .default(null),
    masterKey: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
      .nullable()
      .default(null),
    databaseUrl: (standard: string) =>
      z
        .string()
        .default(standard)
        .superRefine((url, context) => {
          const message = checkDatabaseUrl(url, program);
          if (message !== null) context.addIssue({ code: 'custom', message });
        })
        .transform(parseDatabaseUrl),
    trustProxy: z
      .string()
      .default(defaultTrustedProxies)
      .transform((text): string | false => (text.trim() === 'none' ? false : text))
      .refine((proxies) => proxies === false || isProxyList(proxies), proxyError),
  };
};

/** The number of characters to change, remove or add to make one text the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1];
    for (let column = 0; column < other.length; column++) {
      const substitution = (row[column] ?? 0) + (letter === other[column] ? 0 : 1);
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

type Settings = Readonly<Record<string, string | undefined>>;
type Fault = [name: string, message: string];

/**
 * Names that are probably misspelt settings: an ignored RELAY_DATABSE_URL would store webhooks in an unexpected place. One edit per
 * four characters is allowed: more would match any short name. Other names with the prefix are ignored: container platforms set some
 * for a service that is called like the program.
 */
function misspelt(program: ServerProgram, names: readonly string[], set: Settings): Fault[] {
  const prefix = settingOf(program, '');
  return Object.keys(set).flatMap((name): Fault[] => {
    const capitals = name.toUpperCase();
    if (!capitals.startsWith(prefix) || names.includes(name)) return [];
    const isClose = (candidate: string): boolean =>
      editDistance(capitals, candidate) <= Math.floor((candidate.length - prefix.length) / 4);
    const isDatabase = /^(DB|DATABASE)/.test(capitals.slice(prefix.length));
    const meant = isDatabase ? settingOf(program, 'DATABASE_URL') : names.find(isClose);
    return meant === undefined ? [] : [[name, `is no setting of the ${program}; is ${meant} meant?`]];
  });
}

/** Settings by which data would cross a network unencrypted, unless that is allowed explicitly. */
function insecure(program: ServerProgram, set: Settings): Fault[] {
  const setting = (name: string): string => settingOf(program, name);
  const [url, host, database] = [set[setting('PUBLIC_URL')], set[setting('HOST')], set[setting('DATABASE_URL')]];
  const allowsUrl = set[setting('ALLOW_INSECURE_PUBLIC_URL')] === 'true';
  const allowsDatabase = set[setting('ALLOW_INSECURE_DATABASE')] === 'true';
  const isPlain = (text: string): boolean =>
    isPublicUrl(text) && new URL(text).protocol === 'http:' && !isLoopback(new URL(text).hostname);
  // Without a public URL, callback URLs contain the host; instead of every address they name the loopback address.
  const isPublicHost = host !== undefined && isHost(host) && !isLoopback(host) && host !== '0.0.0.0' && host !== '::';
  const orAllow = `${setting('ALLOW_INSECURE_PUBLIC_URL')}=true`;
  const plainUrl = `is plain http beyond this machine: use https, or set ${orAllow}`;
  const noUrl = `is missing: it would be plain http beyond this machine, at ${setting('HOST')}. Set it, or ${orAllow}`;
  const plainDatabase = `is on another machine and without TLS: add ?sslmode=verify-full, or set ${setting('ALLOW_INSECURE_DATABASE')}=true`;
  const faults: Fault[] = [];
  if (!allowsUrl && url !== undefined && isPlain(url)) faults.push([setting('PUBLIC_URL'), plainUrl]);
  if (!allowsUrl && url === undefined && isPublicHost) faults.push([setting('PUBLIC_URL'), noUrl]);
  if (
    !allowsDatabase &&
    database !== undefined &&
    checkDatabaseUrl(database, program) === null &&
    isInsecureDatabase(database)
  )
    faults.push([setting('DATABASE_URL'), plainDatabase]);
  return faults;
}

/** Reads a program's settings. An empty one counts as not set. Throws ConfigError, which names every wrong or misspelt one without its value. */
export function readSettings<Schema extends z.ZodObject>(
  program: ServerProgram,
  schema: Schema,
  env: Settings,
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { data: parsed, error } = schema.safeParse(set);
  const masterKey = settingOf(program, 'MASTER_KEY');
  const isShared = set[settingOf(program, 'DATABASE_URL')]?.startsWith('postgres') === true;
  const faults: Fault[] = [
    ...names
      .filter((name) => set[name] !== set[name]?.trim())
      .map((name): Fault => [name, 'begins or ends with a space or a line break: take it away']),
    ...(error?.issues ?? []).map(({ path, message }): Fault => [path.join('.'), message]),
    ...insecure(program, set),
    ...(isShared && set[masterKey] === undefined ? [[masterKey, sharedKeyMissing(program)] satisfies Fault] : []),
  ];
  // One line for each setting: the first fault of it.
  const first = [...new Map(faults.toReversed())].toReversed();
  const lines = [...misspelt(program, names, set), ...first].map((fault) => fault.join(': '));
  if (lines.length > 0 || parsed === undefined) throw new ConfigError(lines.join('\n'));
  return parsed;
}
