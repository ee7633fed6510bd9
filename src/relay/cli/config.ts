import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { defaultRetention } from '../core/retention.ts';
import { defaultTrustedProxies, isProxyList } from '../http/client-network.ts';
import type { MetricsAddress } from '../http/metrics.ts';
import { ConfigError } from '../startup-errors.ts';
import {
  checkDatabaseUrl,
  isInsecureDatabase,
  isLoopback,
  parseDatabaseUrl,
  sharedKeyMissing,
} from '../store/database.ts';

/** Digits only: "1e3" and "0x10" are numbers too. */
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}, written in digits`;
  const digits = z.string().regex(/^\d{1,9}$/, error);
  return digits.transform(Number).pipe(z.number().min(min, error).max(max, error));
};

const days = wholeNumber(1, 36_500);

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

const Flag = z.enum(['true', 'false'], { error: 'must be true or false' }).default('false');
const hostError =
  'must be an address of this machine and nothing else: 127.0.0.1, 0.0.0.0 or :: for every one; the port is RELAY_PORT';
const urlError = 'must be an address like https://relay.example.com, without a user, a password, ? or #';
const addressError = 'must be HOST:PORT, 127.0.0.1:9787 or [::1]:9787 for one';
const proxyError = 'must be none, or addresses, networks, loopback, linklocal and uniquelocal between commas';

const Environment = z.object({
  RELAY_PORT: wholeNumber(0, 65_535).default(8787),
  RELAY_HOST: z.string().refine(isHost, hostError).default('127.0.0.1'),
  RELAY_METRICS_ADDRESS: z
    .string()
    .transform(parseAddress)
    .refine((address) => address !== null, addressError)
    .nullable()
    .default(null),
  RELAY_PUBLIC_URL: z
    .string()
    .refine(isPublicUrl, urlError)
    .transform((url) => url.replace(/\/+$/, ''))
    .nullable()
    .default(null),
  RELAY_ALLOW_INSECURE_PUBLIC_URL: Flag,
  RELAY_DATABASE_URL: z
    .string()
    .default('sqlite:.konter/relay/relay.db')
    .superRefine((url, context) => {
      const message = checkDatabaseUrl(url);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .transform(parseDatabaseUrl),
  RELAY_ALLOW_INSECURE_DATABASE: Flag,
  RELAY_SPOOL: z.string().default('.konter/relay/spool'),
  RELAY_SPOOL_MB: wholeNumber(1, 1_000_000).default(512),
  RELAY_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
    .nullable()
    .default(null),
  RELAY_KEEP_ACKED_DAYS: days.default(defaultRetention.ackedDays),
  RELAY_KEEP_UNACKED_DAYS: days.default(defaultRetention.unackedDays),
  RELAY_TRUST_PROXY: z
    .string()
    .default(defaultTrustedProxies)
    .transform((text): string | false => (text.trim() === 'none' ? false : text))
    .refine((proxies) => proxies === false || isProxyList(proxies), proxyError),
  RELAY_VERIFIER_KEYS: z.string().nullable().default(null),
});

/**
 * `publicUrl` null: the address that the relay listens on. `masterKey` null: the key file beside the database, which only SQLite has.
 * `trustProxy` false: no proxy is trusted. `verifierKeys` null: the verifier page is not served. `metricsAddress` null: metrics are not served.
 * `spool` null: none is wanted.
 */
export type Config = ReturnType<typeof configOf>;

const configOf = (parsed: z.infer<typeof Environment>) => ({
  port: parsed.RELAY_PORT,
  host: parsed.RELAY_HOST,
  publicUrl: parsed.RELAY_PUBLIC_URL,
  database: parsed.RELAY_DATABASE_URL,
  masterKey: parsed.RELAY_MASTER_KEY,
  retention: { ackedDays: parsed.RELAY_KEEP_ACKED_DAYS, unackedDays: parsed.RELAY_KEEP_UNACKED_DAYS },
  trustProxy: parsed.RELAY_TRUST_PROXY,
  metricsAddress: parsed.RELAY_METRICS_ADDRESS,
  verifierKeys: parsed.RELAY_VERIFIER_KEYS,
  // Instances of one machine share their settings, and each has its own file.
  spool:
    parsed.RELAY_SPOOL === 'none'
      ? null
      : { path: join(parsed.RELAY_SPOOL, `${parsed.RELAY_PORT}.db`), maxBytes: parsed.RELAY_SPOOL_MB * 1024 * 1024 },
});

type Settings = Readonly<Record<string, string | undefined>>;
type Fault = [name: string, message: string];

const names = Object.keys(Environment.shape);

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

/**
 * Names that are probably misspelt settings: an ignored RELAY_DATABSE_URL would store webhooks in an unexpected place. One edit per
 * four characters is allowed: more would match any short name. Other RELAY_ names are ignored: container platforms set some for a
 * service that is called "relay".
 */
function misspelt(set: Settings): Fault[] {
  return Object.keys(set).flatMap((name): Fault[] => {
    if (!/^relay_/i.test(name) || names.includes(name)) return [];
    const isClose = (candidate: string): boolean =>
      editDistance(name.toUpperCase(), candidate) <= Math.floor((candidate.length - 'RELAY_'.length) / 4);
    const meant = /^relay_(db|database)/i.test(name) ? 'RELAY_DATABASE_URL' : names.find(isClose);
    return meant === undefined ? [] : [[name, `is no setting of the relay; is ${meant} meant?`]];
  });
}

/** Settings by which data would cross a network unencrypted, unless that is allowed explicitly. */
function insecure(set: Settings): Fault[] {
  const { RELAY_PUBLIC_URL: url, RELAY_HOST: host, RELAY_DATABASE_URL: database } = set;
  const allowsUrl = set.RELAY_ALLOW_INSECURE_PUBLIC_URL === 'true';
  const allowsDatabase = set.RELAY_ALLOW_INSECURE_DATABASE === 'true';
  const isPlain = (text: string): boolean =>
    isPublicUrl(text) && new URL(text).protocol === 'http:' && !isLoopback(new URL(text).hostname);
  // Without a public URL, callback URLs contain the host; instead of every address they name the loopback address.
  const isPublicHost = host !== undefined && isHost(host) && !isLoopback(host) && host !== '0.0.0.0' && host !== '::';
  const plainUrl = 'is plain http beyond this machine: use https, or set RELAY_ALLOW_INSECURE_PUBLIC_URL=true';
  const noUrl =
    'is missing: it would be plain http beyond this machine, at RELAY_HOST. Set it, or RELAY_ALLOW_INSECURE_PUBLIC_URL=true';
  const plainDatabase =
    'is on another machine and without TLS: add ?sslmode=verify-full, or set RELAY_ALLOW_INSECURE_DATABASE=true';
  const faults: Fault[] = [];
  if (!allowsUrl && url !== undefined && isPlain(url)) faults.push(['RELAY_PUBLIC_URL', plainUrl]);
  if (!allowsUrl && url === undefined && isPublicHost) faults.push(['RELAY_PUBLIC_URL', noUrl]);
  if (!allowsDatabase && database !== undefined && checkDatabaseUrl(database) === null && isInsecureDatabase(database))
    faults.push(['RELAY_DATABASE_URL', plainDatabase]);
  return faults;
}

/** Reads the settings. An empty one counts as not set. Throws ConfigError, which names every wrong or misspelt one without its value. */
export function readConfig(env: Settings): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { data: parsed, error } = Environment.safeParse(set);
  const needsKey = set.RELAY_MASTER_KEY === undefined && set.RELAY_DATABASE_URL?.startsWith('postgres') === true;
  const faults: Fault[] = [
    ...names
      .filter((name) => set[name] !== set[name]?.trim())
      .map((name): Fault => [name, 'begins or ends with a space or a line break: take it away']),
    ...(error?.issues ?? []).map(({ path, message }): Fault => [path.join('.'), message]),
    ...insecure(set),
    ...(needsKey ? [['RELAY_MASTER_KEY', sharedKeyMissing] satisfies Fault] : []),
  ];
  // One line for each setting: the first fault of it.
  const lines = [...misspelt(set), ...[...new Map(faults.toReversed())].toReversed()].map((fault) => fault.join(': '));
  if (lines.length > 0 || parsed === undefined) throw new ConfigError(lines.join('\n'));
  return configOf(parsed);
}
