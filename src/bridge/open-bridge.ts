import { hash } from 'node:crypto';
import { z } from 'zod';
import { note } from '../server/command.ts';
import { loadMasterKey } from '../server/database.ts';
import type { Log } from '../server/log.ts';
import { readMark, vaultOf } from '../server/metadata.ts';
import { serveMetrics } from '../server/metrics.ts';
import { sendOnce } from '../server/send-once.ts';
import { ConfigError } from '../server/startup-errors.ts';
import { systemClock as clock, systemRandom as random } from '../server/system.ts';
import type { Config } from './cli/config.ts';
import { Bridge } from './core/bridge.ts';
import { CounterRepository } from './core/counter-repository.ts';
import { OrderRepository } from './core/order-repository.ts';
import type { ProviderAdapter } from './core/provider-adapter.ts';
import { providerTimeoutMs } from './core/purchases.ts';
import { BridgeServer } from './http/server.ts';
import { openEngine } from './open-engine.ts';
import { digiflazz } from './providers/digiflazz.ts';
import { iak } from './providers/iak.ts';

const maxAnswerBytes = 32 * 1024 * 1024;
const postTimeoutMs = 15_000;

/** As "provider set" stores them. */
const Credentials = z.object({ username: z.string(), apiKey: z.string(), webhookSecret: z.string().nullable() });

/**
 * Under which name a sale is stored. Each account has its own, and so has its trial: under another one a sale must not be checked, which
 * may buy it, or paid. The user name is hashed, because IAK's is a phone number.
 */
export const providerName = ({ provider, testing }: Config, username: string): string =>
  `${provider}${testing ? '-testing' : ''}-${hash('sha256', username).slice(0, 12)}`;

/** The adapter of the settings' provider, at its own addresses unless another is set. */
function adapterOf(config: Config, stored: string): ProviderAdapter {
  const credentials = Credentials.parse(JSON.parse(stored));
  return { ...adapterNamed(config, credentials), name: providerName(config, credentials.username) };
}

function adapterNamed(
  { provider, providerUrl, testing }: Config,
  credentials: z.output<typeof Credentials>,
): ProviderAdapter {
  if (provider === 'digiflazz')
    return digiflazz({ ...credentials, testing, baseUrl: providerUrl ?? 'https://api.digiflazz.com/v1' });
  const prepaid = providerUrl ?? (testing ? 'https://prepaid.iak.dev' : 'https://prepaid.iak.id');
  const postpaid = providerUrl ?? (testing ? 'https://testpostpaid.mobilepulsa.net' : 'https://mobilepulsa.net');
  return iak({ ...credentials, prepaidUrl: `${prepaid}/api`, postpaidUrl: `${postpaid}/api/v1/bill/check` });
}

/** The database with its vault. Rejects with ConfigError if the master key is not the database's. */
export async function openDatabase({ database, masterKey: setting }: Pick<Config, 'database' | 'masterKey'>) {
  const onCreated = (path: string): void =>
    note(`BRIDGE_MASTER_KEY is not set: made a key in ${path}. Without that file no secret can be read.`);
  const masterKey = loadMasterKey(setting, database, { program: 'bridge', onCreated });
  const engine = await openEngine(database);
  try {
    const vault = vaultOf(await readMark(engine.db, masterKey), masterKey, 'bridge');
    return { engine, vault, counters: new CounterRepository(engine.db, vault, random) };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Starts the whole bridge. Rejects with ConfigError where a setting or the credentials are missing. */
export async function openBridge(config: Config, log: Log) {
  const { relayUrl, provider, metricsAddress, host, port, trustProxy } = config;
  if (relayUrl === null)
    throw new ConfigError('BRIDGE_RELAY_URL: must be set to the address of the relay that takes the results');
  const { engine, vault, counters } = await openDatabase(config);
  const closers = [() => engine.close()];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const stored = await counters.readSecret(provider);
    if (stored === null)
      throw new ConfigError(`BRIDGE_PROVIDER: there are no credentials of ${provider}: "provider set" stores them`);
    const onError = (error: unknown): void =>
      log.error({ fault: error instanceof Error ? error.message : 'unknown' }, 'the bridge failed at something');
    const store = new OrderRepository(engine);
    const bridge = new Bridge({
      store,
      adapter: adapterOf(config, stored),
      vault,
      clock,
      monotonic: () => performance.now(),
      random,
      relayUrl,
      sendToProvider: ({ url, body }) =>
        sendOnce({
          url,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(body)),
          timeoutMs: providerTimeoutMs,
          maxAnswerBytes,
        }),
      post: async (request) =>
        (await sendOnce({ ...request, timeoutMs: postTimeoutMs, maxAnswerBytes: 64 * 1024 }))?.status ?? null,
      log: (fields, message) => log.info(fields, message),
      onError,
    });
    const metrics =
      metricsAddress && (await serveMetrics({ text: () => metricsText(bridge) }, metricsAddress, 'bridge'));
    if (metrics) closers.push(metrics.close);
    const server = new BridgeServer({
      bridge,
      provider,
      findCounter: (token) => counters.findByToken(token),
      check: bridge.figures,
      clock,
      trustProxy,
      onError,
    });
    const url = await server.listen({ host, port });
    closers.push(() => bridge.close());
    await bridge.open();
    return {
      url,
      metricsUrl: metrics?.url ?? null,
      /** Answers the requests in flight within that time, and closes the database. */
      close: async (maxMs: number): Promise<void> => {
        await server.close(maxMs);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What the bridge has counted, and what waits in its database, in the Prometheus text format. */
async function metricsText({ counters, figures }: Pick<Bridge, 'counters' | 'figures'>): Promise<string> {
  const { pending, stopped, undelivered } = await figures();
  const metrics: Array<[name: string, value: number, help: string]> = [
    ['bridge_orders_total', counters.orders, 'Prepaid orders that were committed.'],
    ['bridge_bills_total', counters.bills, 'Payments of bills that were committed.'],
    ['bridge_refused_total', counters.refused, 'Orders and payments that were refused before anything was sent.'],
    ['bridge_words_total', counters.words, 'Answers and webhooks about a purchase.'],
    ['bridge_unclear_total', counters.unclear, 'Of them those that say nothing that is believed.'],
    ['bridge_delivered_total', counters.delivered, 'Results that a mailbox has taken.'],
    ['bridge_failed_posts_total', counters.failedPosts, 'Posts of a result that were not answered 200.'],
    ['bridge_webhooks_total', counters.webhooks, 'Webhooks of the provider that were taken.'],
    ['bridge_pending', pending, 'Purchases without an outcome.'],
    [
      'bridge_stopped',
      stopped,
      'Of them those that only a webhook or a person ends: they are not asked about any more.',
    ],
    ['bridge_undelivered', undelivered, 'Results that no mailbox has taken yet.'],
  ];
  const typeOf = (name: string): string => (name.endsWith('_total') ? 'counter' : 'gauge');
  return metrics
    .map(([name, value, help]) => `# HELP ${name} ${help}\n# TYPE ${name} ${typeOf(name)}\n${name} ${value}\n`)
    .join('');
}
