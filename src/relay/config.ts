import { z } from 'zod';
import { type Database, databaseAt, faultOf } from './database.ts';

/** A setting is missing or wrong; the message names it and never repeats a secret. */
export class ConfigError extends Error {}

const withoutEndSlash = (url: string): string => url.replace(/\/+$/, '');

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
});

export interface Config {
  port: number;
  host: string;
  /** without a slash at its end; null: what the relay itself listens on */
  publicUrl: string | null;
  database: Database;
  /** 64 hex digits; null: the one in the file beside the database, which only SQLite has */
  masterKey: string | null;
}

/** Reads the relay's settings. Throws ConfigError, which names every one that is wrong. An empty one counts as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(faults.join('\n'));
  }
  const { RELAY_PORT, RELAY_HOST, RELAY_PUBLIC_URL, RELAY_DATABASE_URL, RELAY_MASTER_KEY } = parsed.data;
  return {
    port: RELAY_PORT,
    host: RELAY_HOST,
    publicUrl: RELAY_PUBLIC_URL ?? null,
    database: RELAY_DATABASE_URL,
    masterKey: RELAY_MASTER_KEY ?? null,
  };
}
