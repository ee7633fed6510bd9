import type { FastifyBaseLogger } from 'fastify';
import { type Limits, usualLimits } from './connections.ts';
import { createMailbox } from './core/mailboxes.ts';
import type { Complaints } from './core/ports.ts';
import { createRelay } from './core/relay.ts';
import { type KeptFor, usuallyKeptFor } from './core/retention.ts';
import type { Database } from './database.ts';
import { createMetrics } from './metrics.ts';
import { type MetricsAddress, serveMetrics } from './metrics-server.ts';
import { openStore } from './open-store.ts';
import { createServer } from './server.ts';
import { systemClock, systemRandom } from './system.ts';
import { usuallyTrusted } from './trusted-proxies.ts';
import { cannotListen } from './why-not.ts';

const drainMs = 4_000;
/** From then on nothing is waited for but that answers are read: 500 is better than a line that is cut without a word. */
const giveUpMs = 3_000;
/**
 * As many clients may be in the door at once; Node's 511 overflow when ten thousand come back together. Linux takes no more than
 * net.core.somaxconn, 4,096 where nobody has raised it.
 */
const backlog = 16_384;

export interface RunningRelay {
  /** what it listens on, as http://HOST:PORT */
  url: string;
  /** where /metrics is; null: nowhere */
  metricsUrl: string | null;
  createMailbox(ask: { name: string; secret: string | null }): Promise<{ mailbox: string; token: string }>;
  /** Answers what is held and in flight, within 5 s, and lets go of the database. */
  close(): Promise<void>;
}

const complaintsTo = (log: FastifyBaseLogger): Complaints => ({
  failed: (what, error) => log.error({ fault: error instanceof Error ? error.message : 'unknown' }, what),
});

/**
 * The whole relay: database, server, tidying. Rejects with ConfigError when the key is not the database's.
 * @param options.masterKey 32 bytes
 * @param options.port 0: any
 */
export async function openRelay(options: {
  database: Database;
  masterKey: Uint8Array;
  host: string;
  port: number;
  log: FastifyBaseLogger;
  limits?: Limits;
  keptFor?: KeptFor;
  /** see createServer */
  trustProxy?: string | false;
  /** null or left out: metrics are not served */
  metricsAddress?: MetricsAddress | null;
}): Promise<RunningRelay> {
  const { database, masterKey, host, port, log } = options;
  const {
    limits = usualLimits,
    keptFor = usuallyKeptFor,
    trustProxy = usuallyTrusted,
    metricsAddress = null,
  } = options;
  const { store, vault } = await openStore(database, masterKey);
  const complaints = complaintsTo(log);
  const metrics = createMetrics(systemClock);
  const relay = createRelay({ store, vault, clock: systemClock, complaints, gauges: metrics.gauges });
  const letGo = async (): Promise<void> => {
    metrics.close();
    await store.close();
  };
  const parts = { relay, store, clock: systemClock, metrics, log, limits, trustProxy };
  const server = await createServer(parts).catch(async (error: unknown) => {
    await letGo();
    throw error;
  });
  let url: string;
  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> | null = null;
  try {
    if (metricsAddress !== null) metricsServer = await serveMetrics(metrics, metricsAddress);
    url = await server.listen({ host, port, backlog });
  } catch (error) {
    await metricsServer?.close();
    await server.close();
    await letGo();
    throw cannotListen(host, port, error);
  }
  const stopTidying = relay.keepTidy(keptFor, (dropped) => log.info({ dropped }, 'old webhooks dropped'));
  return {
    url,
    metricsUrl: metricsServer?.url ?? null,
    createMailbox: (ask) => createMailbox({ store, vault, clock: systemClock, random: systemRandom }, ask),
    close: async () => {
      stopTidying();
      const stopWaiting = systemClock.after(giveUpMs, () => store.giveUp?.());
      const cancel = systemClock.after(drainMs, () => server.server.closeAllConnections());
      await server.close();
      stopWaiting();
      cancel();
      await metricsServer?.close();
      await letGo();
    },
  };
}
