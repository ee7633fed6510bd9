import { join } from 'node:path';
import { z } from 'zod';
import { Flag, readSettings, serverSettings, wholeNumber } from '../../server/settings.ts';
import { defaultRetention } from '../core/retention.ts';

const days = wholeNumber(1, 36_500);
const server = serverSettings('relay');

const Environment = z.object({
  RELAY_PORT: wholeNumber(0, 65_535).default(8787),
  RELAY_HOST: server.host,
  RELAY_METRICS_ADDRESS: server.metricsAddress,
  RELAY_PUBLIC_URL: server.publicUrl,
  RELAY_ALLOW_INSECURE_PUBLIC_URL: Flag,
  RELAY_DATABASE_URL: server.databaseUrl('sqlite:.konter/relay/relay.db'),
  RELAY_ALLOW_INSECURE_DATABASE: Flag,
  RELAY_SPOOL: z.string().default('.konter/relay/spool'),
  RELAY_SPOOL_MB: wholeNumber(1, 1_000_000).default(512),
  RELAY_MASTER_KEY: server.masterKey,
  RELAY_KEEP_ACKED_DAYS: days.default(defaultRetention.ackedDays),
  RELAY_KEEP_UNACKED_DAYS: days.default(defaultRetention.unackedDays),
  RELAY_TRUST_PROXY: server.trustProxy,
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

/** Reads the settings; see readSettings. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  configOf(readSettings('relay', Environment, env));
