import { isIP } from 'node:net';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { type KeptFor, usuallyKeptFor } from './core/retention.ts';
import { type Database, databaseAt, faultOf, isInsecure } from './database.ts';
import { likelyName } from './likely-name.ts';
import { isLoopback } from './loopback.ts';
import { sharedKey } from './master-key.ts';
import type { MetricsAddress } from './metrics-server.ts';
import { areProxies, usuallyTrusted } from './trusted-proxies.ts';

const withoutEndSlash = (url: string): string => url.replace(/\/+$/, '');

/** Digits and nothing else: "1e3" and "0x10" are numbers too, and nobody's port. */
const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}, written in digits`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(least, error).max(most, error));
};

const days = whole(1, 36_500);

/** An address or a name. What ends in a number is an address; Node would take "0" for every address that there is. */
const isHost = (text: string): boolean =>
  isIP(text) !== 0 || (/^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$/i.test(text) && !/(^|\.)\d+$/.test(text));

/** HOST:PORT, an IPv6 address in brackets; null: it is none. */
function addressIn(text: string): MetricsAddress | null {
  const [, inBrackets, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = inBrackets ?? plain ?? '';
  const isRight = inBrackets === undefined ? isHost(host) : isIP(host) === 6;
  return isRight && Number(digits) <= 65_535 ? { host, port: Number(digits) } : null;
}

/** One that a path can be put behind. */
function isPublicUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\\\s?#]+[^\\\s?#]*$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const Flag = z.enum(['true', 'false'], { error: 'must be true or false' }).default('false');

const Environment = z.object({
  RELAY_PORT: whole(0, 65_535).default(8787),
  RELAY_HOST: z
    .string()
    .refine(isHost, {
      error:
        'must be an address of this machine and nothing else: 127.0.0.1, 0.0.0.0 or :: for every one; the port is RELAY_PORT',
    })
    .default('127.0.0.1'),
  RELAY_METRICS_ADDRESS: z
    .string()
    .transform(addressIn)
    .refine((address) => address !== null, {
      error: 'must be HOST:PORT, 127.0.0.1:9787 or [::1]:9787 for one',
    })
    .optional(),
  RELAY_PUBLIC_URL: z
    .string()
    .refine(isPublicUrl, {
      error: 'must be an address like https://relay.example.com, without a user, a password, ? or #',
    })
    .transform(withoutEndSlash)
    .optional(),
  RELAY_ALLOW_INSECURE_PUBLIC_URL: Flag,
  RELAY_DATABASE_URL: z
    .string()
    .default('sqlite:.konter/relay/relay.db')
    .superRefine((url, context) => {
      const message = faultOf(url);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .transform(databaseAt),
  RELAY_ALLOW_INSECURE_DATABASE: Flag,
  RELAY_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
    .optional(),
  RELAY_KEEP_ACKED_DAYS: days.default(usuallyKeptFor.ackedDays),
  RELAY_KEEP_UNACKED_DAYS: days.default(usuallyKeptFor.unackedDays),
  RELAY_TRUST_PROXY: z
    .string()
    .default(usuallyTrusted)
    .transform((text) => (text.trim() === 'none' ? false : text))
    .refine((proxies) => proxies === false || areProxies(proxies), {
      error: 'must be none, or addresses, networks, loopback, linklocal and uniquelocal between commas',
    }),
});

export interface Config {
  port: number;
  host: string;
  /** without a slash at its end; null: what the relay itself listens on */
  publicUrl: string | null;
  database: Database;
  /** 64 hex digits; null: the one in the file beside the database, which only SQLite has */
  masterKey: string | null;
  keptFor: KeptFor;
  /** whose word on the client's address counts; false: nobody's */
  trustProxy: string | false;
  /** null: metrics are not served */
  metricsAddress: MetricsAddress | null;
}

type Settings = Readonly<Record<string, string | undefined>>;

const names = Object.keys(Environment.shape);

/**
 * Names that are probably a slip of a setting's: passed over, one in RELAY_DATABASE_URL would keep webhooks where nobody looks
 * for them. Any other is somebody else's, as what a container platform tells of a service that is called "relay".
 */
const misspelt = (set: Settings): string[] =>
  Object.keys(set)
    .filter((name) => /^relay_/i.test(name) && !names.includes(name))
    .flatMap((name) => {
      const meant = /^relay_(db|database)/i.test(name) ? 'RELAY_DATABASE_URL' : likelyName(name, names);
      return meant === null ? [] : [`${name}: is no setting of the relay; is ${meant} meant?`];
    });

/** A mailbox's callback address names this machine for them. */
const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** What crosses a network in the clear, unless it is said that this is wanted. */
function insecure(set: Settings): Array<[string, string]> {
  const found: Array<[string, string]> = [];
  const { RELAY_PUBLIC_URL: url, RELAY_HOST: host, RELAY_DATABASE_URL: database } = set;
  const isPlain = url !== undefined && isPublicUrl(url) && new URL(url).protocol === 'http:';
  const allowsPlain = set.RELAY_ALLOW_INSECURE_PUBLIC_URL === 'true';
  if (isPlain && !isLoopback(new URL(url).hostname) && !allowsPlain) {
    const message = 'is plain http beyond this machine: use https, or set RELAY_ALLOW_INSECURE_PUBLIC_URL=true';
    found.push(['RELAY_PUBLIC_URL', message]);
  }
  // Callback addresses then begin with what the relay listens on.
  const isPublicHost = host !== undefined && isHost(host) && !isLoopback(host) && !everyAddress.has(host);
  if (url === undefined && isPublicHost && !allowsPlain) {
    const message =
      'is missing: it would be plain http beyond this machine, at RELAY_HOST. Set it, or RELAY_ALLOW_INSECURE_PUBLIC_URL=true';
    found.push(['RELAY_PUBLIC_URL', message]);
  }
  const isRead = database !== undefined && faultOf(database) === null;
  if (isRead && isInsecure(database) && set.RELAY_ALLOW_INSECURE_DATABASE !== 'true') {
    const message =
      'is on another machine and without TLS: add ?sslmode=verify-full, or set RELAY_ALLOW_INSECURE_DATABASE=true';
    found.push(['RELAY_DATABASE_URL', message]);
  }
  return found;
}

/** What is wrong, a line for each setting; the values are not repeated. */
function faultsOf(set: Settings): string[] {
  const blank = new Set(names.filter((name) => set[name] !== set[name]?.trim()));
  const parsed = Environment.safeParse(set);
  const wrong = new Map<string, string>();
  for (const name of blank) wrong.set(name, 'begins or ends with a space or a line break: take it away');
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join('.');
    if (!wrong.has(name)) wrong.set(name, message);
  }
  for (const [name, message] of insecure(set)) if (!wrong.has(name)) wrong.set(name, message);
  if (set.RELAY_MASTER_KEY === undefined && set.RELAY_DATABASE_URL?.startsWith('postgres')) {
    wrong.set('RELAY_MASTER_KEY', sharedKey);
  }
  return [...misspelt(set), ...[...wrong].map(([name, message]) => `${name}: ${message}`)];
}

/**
 * Reads the relay's settings. Throws ConfigError, which names every one that is wrong or misspelt. An empty one
 * counts as not set.
 */
export function readConfig(env: Settings): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const faults = faultsOf(set);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const { RELAY_PORT, RELAY_HOST, RELAY_PUBLIC_URL, RELAY_DATABASE_URL, RELAY_MASTER_KEY, ...rest } =
    Environment.parse(set);
  return {
    port: RELAY_PORT,
    host: RELAY_HOST,
    publicUrl: RELAY_PUBLIC_URL ?? null,
    database: RELAY_DATABASE_URL,
    masterKey: RELAY_MASTER_KEY ?? null,
    keptFor: { ackedDays: rest.RELAY_KEEP_ACKED_DAYS, unackedDays: rest.RELAY_KEEP_UNACKED_DAYS },
    trustProxy: rest.RELAY_TRUST_PROXY,
    metricsAddress: rest.RELAY_METRICS_ADDRESS ?? null,
  };
}
