import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultRetention, type Retention } from '../core/retention.ts';
import { defaultTrustedProxies, isProxyList } from '../http/failed-auth-limiter.ts';
import type { MetricsAddress } from '../http/metrics.ts';
import { ConfigError } from '../startup-errors.ts';
import { sharedKeyMissing } from '../store/database-files.ts';
import {
  checkDatabaseUrl,
  type Database,
  isInsecureDatabase,
  isLoopback,
  parseDatabaseUrl,
} from '../store/database-url.ts';

/** Digits only: "1e3" and "0x10" are numbers too. */
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}, written in digits`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
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

const Environment = z.object({
  RELAY_PORT: wholeNumber(0, 65_535).default(8787),
  RELAY_HOST: z
    .string()
    .refine(isHost, {
      error:
        'must be an address of this machine and nothing else: 127.0.0.1, 0.0.0.0 or :: for every one; the port is RELAY_PORT',
    })
    .default('127.0.0.1'),
  RELAY_METRICS_ADDRESS: z
    .string()
    .transform(parseAddress)
    .refine((address) => address !== null, { error: 'must be HOST:PORT, 127.0.0.1:9787 or [::1]:9787 for one' })
    .optional(),
  RELAY_PUBLIC_URL: z
    .string()
    .refine(isPublicUrl, {
      error: 'must be an address like https://relay.example.com, without a user, a password, ? or #',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
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
  RELAY_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
    .optional(),
  RELAY_KEEP_ACKED_DAYS: days.default(defaultRetention.ackedDays),
  RELAY_KEEP_UNACKED_DAYS: days.default(defaultRetention.unackedDays),
  RELAY_TRUST_PROXY: z
    .string()
    .default(defaultTrustedProxies)
    .transform((text) => (text.trim() === 'none' ? false : text))
    .refine((proxies) => proxies === false || isProxyList(proxies), {
      error: 'must be none, or addresses, networks, loopback, linklocal and uniquelocal between commas',
    }),
});

export interface Config {
  port: number;
  host: string;
  /** without a trailing slash; null: the address that the relay listens on */
  publicUrl: string | null;
  database: Database;
  /** 64 hex digits; null: the key file beside the database, which only SQLite has */
  masterKey: string | null;
  retention: Retention;
  /** the proxies whose word on the client's address is trusted; false: none */
  trustProxy: string | false;
  /** null: metrics are not served */
  metricsAddress: MetricsAddress | null;
}

type Settings = Readonly<Record<string, string | undefined>>;

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

/** The setting closest to an unknown name, within one edit per four characters: more would match any short name. */
function suggestSetting(name: string): string | null {
  if (/^relay_(db|database)/i.test(name)) return 'RELAY_DATABASE_URL';
  const [closest] = names
    .map((known) => ({ known, edits: editDistance(name.toUpperCase(), known) }))
    .toSorted((one, other) => one.edits - other.edits);
  return closest && closest.edits <= Math.floor(closest.known.replace('RELAY_', '').length / 4) ? closest.known : null;
}

/**
 * Names that are probably misspelt settings: an ignored RELAY_DATABSE_URL would store webhooks in an unexpected place. Other
 * RELAY_ names are ignored: container platforms set some for a service that is called "relay".
 */
const misspelt = (set: Settings): string[] =>
  Object.keys(set)
    .filter((name) => /^relay_/i.test(name) && !names.includes(name))
    .flatMap((name) => {
      const suggestion = suggestSetting(name);
      return suggestion === null ? [] : [`${name}: is no setting of the relay; is ${suggestion} meant?`];
    });

/** Callback URLs name the loopback address instead of these. */
const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Settings by which data would cross a network unencrypted, unless that is allowed explicitly. */
function insecure(set: Settings): Array<[name: string, message: string]> {
  const found: Array<[string, string]> = [];
  const { RELAY_PUBLIC_URL: url, RELAY_HOST: host, RELAY_DATABASE_URL: database } = set;
  const isPlain = url !== undefined && isPublicUrl(url) && new URL(url).protocol === 'http:';
  const allowsPlain = set.RELAY_ALLOW_INSECURE_PUBLIC_URL === 'true';
  if (isPlain && !isLoopback(new URL(url).hostname) && !allowsPlain) {
    const message = 'is plain http beyond this machine: use https, or set RELAY_ALLOW_INSECURE_PUBLIC_URL=true';
    found.push(['RELAY_PUBLIC_URL', message]);
  }
  // Without a public URL, callback URLs contain the host.
  const isPublicHost = host !== undefined && isHost(host) && !isLoopback(host) && !anyAddress.has(host);
  if (url === undefined && isPublicHost && !allowsPlain) {
    const message =
      'is missing: it would be plain http beyond this machine, at RELAY_HOST. Set it, or RELAY_ALLOW_INSECURE_PUBLIC_URL=true';
    found.push(['RELAY_PUBLIC_URL', message]);
  }
  const isReadable = database !== undefined && checkDatabaseUrl(database) === null;
  if (isReadable && isInsecureDatabase(database) && set.RELAY_ALLOW_INSECURE_DATABASE !== 'true') {
    const message =
      'is on another machine and without TLS: add ?sslmode=verify-full, or set RELAY_ALLOW_INSECURE_DATABASE=true';
    found.push(['RELAY_DATABASE_URL', message]);
  }
  return found;
}

/** A line for each wrong setting, without its value. */
function errorsIn(set: Settings): string[] {
  const wrong = new Map<string, string>();
  for (const name of names) {
    if (set[name] !== set[name]?.trim()) wrong.set(name, 'begins or ends with a space or a line break: take it away');
  }
  const issues = (Environment.safeParse(set).error?.issues ?? []).map(({ path, message }): [string, string] => [
    path.join('.'),
    message,
  ]);
  for (const [name, message] of [...issues, ...insecure(set)]) if (!wrong.has(name)) wrong.set(name, message);
  if (set.RELAY_MASTER_KEY === undefined && set.RELAY_DATABASE_URL?.startsWith('postgres')) {
    wrong.set('RELAY_MASTER_KEY', sharedKeyMissing);
  }
  return [...misspelt(set), ...[...wrong].map(([name, message]) => `${name}: ${message}`)];
}

/** Reads the settings. An empty one counts as not set. Throws ConfigError, which names every wrong or misspelt one. */
export function readConfig(env: Settings): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const errors = errorsIn(set);
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  const parsed = Environment.parse(set);
  return {
    port: parsed.RELAY_PORT,
    host: parsed.RELAY_HOST,
    publicUrl: parsed.RELAY_PUBLIC_URL ?? null,
    database: parsed.RELAY_DATABASE_URL,
    masterKey: parsed.RELAY_MASTER_KEY ?? null,
    retention: { ackedDays: parsed.RELAY_KEEP_ACKED_DAYS, unackedDays: parsed.RELAY_KEEP_UNACKED_DAYS },
    trustProxy: parsed.RELAY_TRUST_PROXY,
    metricsAddress: parsed.RELAY_METRICS_ADDRESS ?? null,
  };
}
