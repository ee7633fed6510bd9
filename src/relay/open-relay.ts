import type { FastifyBaseLogger } from 'fastify';
import { createMailbox } from './core/mailbox-service.ts';
import type { ErrorReporter } from './core/ports.ts';
import { createRelay } from './core/relay.ts';
import { defaultRetention, type Retention } from './core/retention.ts';
import { defaultLimits, type Limits } from './http/connections.ts';
import { defaultTrustedProxies } from './http/failed-auth-limiter.ts';
import { createMetrics, type MetricsAddress, serveMetrics } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import { cannotListen } from './startup-errors.ts';
import type { Database } from './store/database-url.ts';
import { openStore } from './store/open-store.ts';
import { systemClock, systemRandom } from './system.ts';

/** After this time the database is not waited for: a 500 is better than a closed connection. */
const abandonDatabaseMs = 3_000;
/** After this time connections are closed, whatever waits on them. */
const closeConnectionsMs = 4_000;
/**
 * Clients that may connect at once: Node's 511 overflows if ten thousand counters return together. Linux limits it to
 * net.core.somaxconn, 4,096 by default.
 */
const backlog = 16_384;

export interface RunningRelay {
  /** http://HOST:PORT */
  url: string;
  /** the base URL of /metrics; null: it is not served */
  metricsUrl: string | null;
  createMailbox(ask: { name: string; secret: string | null }): Promise<{ mailbox: string; token: string }>;
  /** Answers held polls and requests in flight within 5 s, and closes the database. */
  close(): Promise<void>;
}

const reportTo = (log: FastifyBaseLogger): ErrorReporter => ({
  report: (what, error) => log.error({ fault: error instanceof Error ? error.message : 'unknown' }, what),
});

/**
 * Starts the whole relay: database, server, retention. Rejects with ConfigError if the master key is not the database's.
 * @param options.masterKey 32 bytes
 * @param options.port 0: any free port
 */
export async function openRelay(options: {
  database: Database;
  masterKey: Uint8Array;
  host: string;
  port: number;
  log: FastifyBaseLogger;
  limits?: Limits;
  retention?: Retention;
  /** see clientAddressBehind */
  trustProxy?: string | false;
  /** null or absent: metrics are not served */
  metricsAddress?: MetricsAddress | null;
}): Promise<RunningRelay> {
  const { database, masterKey, host, port, log, limits = defaultLimits, retention = defaultRetention } = options;
  const { trustProxy = defaultTrustedProxies, metricsAddress = null } = options;
  const clock = systemClock;
  const { store, vault } = await openStore(database, masterKey);
  const metrics = createMetrics(clock);
  const relay = createRelay({ store, vault, clock, errors: reportTo(log), histograms: metrics.histograms });
  // In reverse order, also if a later step of the start fails.
  const closers = [() => store.close(), async () => metrics.close()];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const server = await createServer({ relay, store, clock, metrics, log, limits, trustProxy });
    closers.push(() => server.close());
    const metricsServer = metricsAddress && (await serveMetrics(metrics, metricsAddress));
    if (metricsServer) closers.splice(-1, 0, metricsServer.close);
    const url = await server.listen({ host, port, backlog }).catch((error: unknown) => {
      throw cannotListen(host, port, error);
    });
    const stopRetention = relay.startRetention(retention, (dropped) => log.info({ dropped }, 'old webhooks dropped'));
    return {
      url,
      metricsUrl: metricsServer?.url ?? null,
      createMailbox: (ask) => createMailbox({ store, vault, clock, random: systemRandom }, ask),
      close: async () => {
        stopRetention();
        const timers = [
          clock.after(abandonDatabaseMs, () => store.abandon?.()),
          clock.after(closeConnectionsMs, () => server.server.closeAllConnections()),
        ];
        await closeAll();
        for (const cancel of timers) cancel();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
