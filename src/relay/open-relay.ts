import { defaultTrustedProxies } from '../server/client-network.ts';
import type { Database } from '../server/database.ts';
import type { Log } from '../server/log.ts';
import { type MetricsAddress, serveMetrics } from '../server/metrics.ts';
import { systemClock as clock, systemRandom as random } from '../server/system.ts';
import { startPrefix } from '../shared/wire/shop.ts';
import { createMailbox } from './core/mailbox-service.ts';
import { createRelay } from './core/relay.ts';
import { defaultRetention, type Retention } from './core/retention.ts';
import { defaultLimits, type Limits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { HttpServer } from './http/server.ts';
import { loadVerifierPage } from './http/verifier-page.ts';
import { openStore } from './store/open-store.ts';
import { openOverSpool, type SpoolSettings } from './store/spool/open-over-spool.ts';

/** After this time the database is not waited for: a 500 is better than a closed connection. */
const abandonDatabaseMs = 3_000;
/** After this time connections are closed, whatever waits on them. */
const closeConnectionsMs = 4_000;

export interface RunningRelay {
  /** http://HOST:PORT */
  url: string;
  /** the base URL of /metrics; null: it is not served */
  metricsUrl: string | null;
  createMailbox(request: { name: string; secret: string | null }): Promise<{ mailbox: string; token: string }>;
  /** Answers held polls and requests in flight within 5 s, and closes the database. */
  close(): Promise<void>;
}

/** `mailboxes` null: not a file, whose starts are stored. */
async function open({
  settings = null,
  ...options
}: Omit<Parameters<typeof openOverSpool>[0], 'settings'> & { settings: SpoolSettings | null | undefined }) {
  const { database, masterKey } = options;
  if (database.engine === 'postgres' && settings !== null)
    return { ...(await openOverSpool({ ...options, settings })), mailboxes: null };
  const { store, vault, mailboxes } = await openStore(database, masterKey);
  return { store, vault, spool: null, mailboxes: database.engine === 'sqlite' ? mailboxes : null };
}

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
  log: Log;
  limits?: Limits;
  retention?: Retention;
  /** see clientNetworkBehind */
  trustProxy?: string | false;
  /** null or absent: metrics are not served */
  metricsAddress?: MetricsAddress | null;
  /** see loadVerifierPage; null or absent: no page is served */
  verifierKeys?: string | null;
  /** for webhooks while a PostgreSQL is away; null or absent: none, they get 500 */
  spool?: SpoolSettings | null;
}): Promise<RunningRelay> {
  const { database, masterKey, host, port, log, limits = defaultLimits, retention = defaultRetention } = options;
  const { trustProxy = defaultTrustedProxies, metricsAddress = null, verifierKeys = null } = options;
  const verifierPage = verifierKeys === null ? null : await loadVerifierPage(verifierKeys);
  const errors = {
    report: (message: string, error: unknown) =>
      log.error({ fault: error instanceof Error ? error.message : 'unknown' }, message),
  };
  const { store, vault, mailboxes, spool } = await open({
    database,
    masterKey,
    settings: options.spool,
    clock,
    errors,
  });
  // In reverse order, also if a later step of the start fails.
  const closers = [() => store.close()];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const metrics = createMetrics(clock);
    closers.push(async () => metrics.close());
    let isStartStored = database.engine !== 'sqlite';
    const relay = createRelay({
      store,
      vault,
      clock,
      errors,
      histograms: metrics.histograms,
      mayClaim: () => isStartStored,
    });
    metrics.register(relay);
    if (spool !== null) metrics.registerSpool(spool);
    // A server's database is put back by its operator, who says so; a file may be one of a folder or a machine.
    if (mailboxes !== null) {
      const id = `${startPrefix}${Buffer.from(random.bytes(8)).toString('hex')}`;
      let [cancel, isClosing] = [(): void => {}, false];
      /** Again each second until it is stored: the disk may be full, or another process may hold the file. */
      const untilStored = async (work: () => Promise<void>): Promise<void> => {
        try {
          await work();
        } catch (error) {
          errors.report('the start of the relay could not be stored', error);
          if (!isClosing) cancel = clock.after(1000, () => void untilStored(work));
        }
      };
      await untilStored(async () => {
        await mailboxes.beginStart(id);
        isStartStored = true;
        const end = () => mailboxes.endStart(id, relay.hasPolled);
        cancel = clock.after(limits.compareMs, () => void untilStored(end));
      });
      closers.push(async () => {
        isClosing = true;
        cancel();
      });
    }
    const metricsServer = metricsAddress && (await serveMetrics(metrics, metricsAddress, 'relay'));
    if (metricsServer) closers.push(metricsServer.close);
    const server = new HttpServer({ relay, store, clock, log, limits, trustProxy, verifierPage, spool });
    const url = await server.listen({ host, port });
    closers.push(() => server.close());
    closers.push(async () => stopRetention());
    const stopRetention = relay.startRetention(retention, (pruned) => log.info({ pruned }, 'old webhooks pruned'));
    return {
      url,
      metricsUrl: metricsServer?.url ?? null,
      createMailbox: (request) => createMailbox({ store, vault, clock, random }, request),
      close: async () => {
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
