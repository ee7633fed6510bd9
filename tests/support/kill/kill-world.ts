import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { compiledTests } from '../../../scripts/compiled-tests.ts';
import { built } from '../../../scripts/project.ts';
import type { LedgerEntry } from '../../../src/simulator/core/ledger.ts';
import type { Deliver, WebhookRequest } from '../../../src/simulator/core/ports.ts';
import { deliver, type SimulatorServer, startSimulatorServer } from '../../../src/simulator/server.ts';
import { builtCounters } from '../built-counters.ts';
import { type NodeProcess, startNode } from '../child-process.ts';
import { temporaryFolder } from '../database-files.ts';
import { relayCommandInProcess } from '../relay-process.ts';

const secret = 'a-secret-of-tests';

/** One webhook as it went out, and what the relay said; null: nothing came back. */
export interface Delivery {
  request: WebhookRequest;
  result: number | null;
}

export interface KillWorld {
  simulator: SimulatorServer;
  relayDatabase: string;
  relayUrl: string;
  /** every attempt of the provider to deliver, once it has ended */
  deliveries: Delivery[];
  /** called as each webhook is answered */
  onAnswer(listener: () => void): void;
  startRelay(): Promise<NodeProcess>;
  openShop(name: string): Promise<Shop>;
  /** the provider's book, as anybody may read it */
  ledger(): Promise<LedgerEntry[]>;
}

export interface Shop {
  name: string;
  mailbox: string;
  journal: string;
  /** Starts its counter; resolves when it is open, rejects when the start failed. */
  start(env?: Record<string, string>): Promise<NodeProcess>;
}

/**
 * A provider in this process, a relay and shops as processes of their own, all over real sockets on 127.0.0.1.
 * @param options.pace multiplies the provider's delays
 * @param options.wrap stands between the provider and the relay
 */
export async function openKillWorld(
  options: { pace?: number; wrap?: (inner: Deliver) => Deliver } = {},
): Promise<KillWorld> {
  const folder = temporaryFolder();
  const relayDatabase = join(folder, 'relay.db');
  const port = await freePort();
  const relayUrl = `http://127.0.0.1:${port}`;
  const relayEnv = {
    ...compiledTests,
    RELAY_PORT: String(port),
    RELAY_DATABASE_URL: `sqlite:${relayDatabase}`,
    RELAY_MASTER_KEY: '00'.repeat(32),
    RELAY_PUBLIC_URL: relayUrl,
  };
  const deliveries: Delivery[] = [];
  let taken = (): void => {};
  const carry = options.wrap?.(deliver) ?? deliver;
  const simulator = await startSimulatorServer({
    port: 0,
    seed: 'kill',
    secretKey: secret,
    pace: options.pace ?? 0.05,
    // Quickly again, and for longer than any relay is down: what the provider gives up, nobody can hear.
    redelivery: Array.from({ length: 10_000 }, () => 150),
    async deliver(request) {
      const result = await carry(request);
      deliveries.push({ request, result });
      if (result !== null) taken();
      return result;
    },
  });
  onTestFinished(() => simulator.close());

  return {
    simulator,
    relayDatabase,
    relayUrl,
    deliveries,
    onAnswer: (listener) => {
      taken = listener;
    },
    async startRelay() {
      const relay = startNode(built.relay, [], relayEnv);
      await relay.until((lines) => lines.some((line) => line.includes('listens on')));
      return relay;
    },
    async openShop(name) {
      const { stdout } = await relayCommandInProcess(relayEnv, 'mailbox', 'create', name, '--secret', secret, '--json');
      const { mailbox, token } = JSON.parse(stdout) as { mailbox: string; token: string };
      const dataDir = join(folder, name);
      const settings = {
        ...compiledTests,
        KONTER_PROVIDER_URL: simulator.url,
        KONTER_SECRET_KEY: secret,
        KONTER_RELAY_URL: relayUrl,
        KONTER_RELAY_MAILBOX: mailbox,
        KONTER_RELAY_TOKEN: token,
      };
      return {
        name,
        mailbox,
        journal: join(dataDir, 'live/journal.db'),
        async start(env = {}) {
          const counter = startNode(builtCounters.selling, [dataDir], { ...settings, ...env });
          await counter.until((lines) => lines.includes('open'));
          return counter;
        },
      };
    },
    async ledger() {
      const answer = await fetch(new URL('/ledger', simulator.url));
      return ((await answer.json()) as { transactions: LedgerEntry[] }).transactions;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
