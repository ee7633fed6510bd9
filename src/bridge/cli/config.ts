import { z } from 'zod';
import { isLoopback } from '../../server/database.ts';
import { Flag, readSettings, serverSettings, wholeNumber } from '../../server/settings.ts';

const server = serverSettings('bridge');

/** An address whose traffic cannot be read on the way: https, or this machine. */
const SafeUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://relay.example.com' })
  .refine((url) => {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || isLoopback(hostname);
  }, 'must be https beyond this machine')
  .transform((url) => url.replace(/\/+$/, ''));

const Environment = z.object({
  BRIDGE_PORT: wholeNumber(0, 65_535).default(8797),
  BRIDGE_HOST: server.host,
  BRIDGE_METRICS_ADDRESS: server.metricsAddress,
  BRIDGE_PUBLIC_URL: server.publicUrl,
  BRIDGE_ALLOW_INSECURE_PUBLIC_URL: Flag,
  BRIDGE_DATABASE_URL: server.databaseUrl('sqlite:.konter/bridge/bridge.db'),
  BRIDGE_ALLOW_INSECURE_DATABASE: Flag,
  BRIDGE_MASTER_KEY: server.masterKey,
  BRIDGE_TRUST_PROXY: server.trustProxy,
  BRIDGE_RELAY_URL: SafeUrl.nullable().default(null),
  BRIDGE_PROVIDER: z.enum(['digiflazz', 'iak'], 'must be digiflazz or iak').default('digiflazz'),
  BRIDGE_PROVIDER_URL: SafeUrl.nullable().default(null),
  BRIDGE_TESTING: Flag,
});

/**
 * `relayUrl` null: only commands run. `masterKey` null: the key file beside the database, which only SQLite has. `providerUrl` null: the
 * provider's own. `testing`: with the provider's development key, or in its sandbox.
 */
export type Config = ReturnType<typeof readConfig>;

/** Reads the settings; see readSettings. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const set = readSettings('bridge', Environment, env);
  return {
    port: set.BRIDGE_PORT,
    host: set.BRIDGE_HOST,
    metricsAddress: set.BRIDGE_METRICS_ADDRESS,
    publicUrl: set.BRIDGE_PUBLIC_URL,
    database: set.BRIDGE_DATABASE_URL,
    masterKey: set.BRIDGE_MASTER_KEY,
    trustProxy: set.BRIDGE_TRUST_PROXY,
    relayUrl: set.BRIDGE_RELAY_URL,
    provider: set.BRIDGE_PROVIDER,
    providerUrl: set.BRIDGE_PROVIDER_URL,
    testing: set.BRIDGE_TESTING === 'true',
  };
}
