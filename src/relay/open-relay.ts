import type { FastifyBaseLogger } from 'fastify';
import { type Limits, usualLimits } from './connections.ts';
import { createMailbox } from './core/mailboxes.ts';
import type { Complaints } from './core/ports.ts';
import { createRelay } from './core/relay.ts';
import { keepTidy } from './core/retention.ts';
import { openStore } from './open-store.ts';
import { createServer } from './server.ts';
import { systemClock, systemRandom } from './system.ts';

const drainMs = 4_000;
/** As many clients may be in the door at once; Node's 511 overflow when ten thousand come back together. */
const backlog = 4_096;

export interface RunningRelay {
  /** what it listens on, as http://HOST:PORT */
  url: string;
  createMailbox(ask: { name: string; secret: string }): Promise<{ mailbox: string; token: string }>;
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
  databasePath: string;
  masterKey: Uint8Array;
  host: string;
  port: number;
  log: FastifyBaseLogger;
  limits?: Limits;
}): Promise<RunningRelay> {
  const { databasePath, masterKey, host, port, log, limits = usualLimits } = options;
  const { store, vault } = await openStore(databasePath, masterKey);
  const complaints = complaintsTo(log);
  const relay = createRelay({ store, vault, clock: systemClock, complaints });
  const server = await createServer({ relay, store, log, limits });
  let url: string;
  try {
    url = await server.listen({ host, port, backlog });
  } catch (error) {
    await server.close();
    await store.close();
    throw error;
  }
  const stopTidying = keepTidy({ store, clock: systemClock, complaints });
  return {
    url,
    createMailbox: (ask) => createMailbox({ store, vault, clock: systemClock, random: systemRandom }, ask),
    close: async () => {
      stopTidying();
      const cancel = systemClock.after(drainMs, () => server.server.closeAllConnections());
      await server.close();
      cancel();
      await store.close();
    },
  };
}
