import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { type KeptFor, usuallyKeptFor } from './core/retention.ts';
import { type Database, databaseAt, faultOf } from './database.ts';
import { areProxies, usuallyTrusted } from './trusted-proxies.ts';

const withoutEndSlash = (url: string): string => url.replace(/\/+$/, '');

const days = z.coerce.number('must be a number of days').int().min(1).max(36_500);

const Environment = z.object({
  RELAY_PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(8787),
  RELAY_HOST: z.string().min(1).default('127.0.0.1'),
  RELAY_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform(withoutEndSlash)
    .optional(),
  RELAY_DATABASE_URL: z
    .string()
    .default('sqlite:.konter/relay/relay.db')
    .superRefine((url, context) => {
      const message = faultOf(url);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .transform(databaseAt),
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
}

/** Reads the relay's settings. Throws ConfigError, which names every one that is wrong. An empty one counts as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(faults.join('\n'));
  }
  const { RELAY_PORT, RELAY_HOST, RELAY_PUBLIC_URL, RELAY_DATABASE_URL, RELAY_MASTER_KEY, ...rest } = parsed.data;
  return {
    port: RELAY_PORT,
    host: RELAY_HOST,
    publicUrl: RELAY_PUBLIC_URL ?? null,
    database: RELAY_DATABASE_URL,
    masterKey: RELAY_MASTER_KEY ?? null,
    keptFor: { ackedDays: rest.RELAY_KEEP_ACKED_DAYS, unackedDays: rest.RELAY_KEEP_UNACKED_DAYS },
    trustProxy: rest.RELAY_TRUST_PROXY,
  };
}
