import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { WebhookRequest } from '../../../simulator/core/ports.ts';
import { createSimulator } from '../../../simulator/core/simulator.ts';
import { SimulatorState } from '../../../simulator/core/state.ts';
import type { Log } from '../../ports/log.ts';
import { createProvider } from '../../provider/client.ts';
import type { Connection } from '../connection.ts';
import { systemClock } from '../system/clock.ts';
import { watchTransport } from '../watched-transport.ts';
import { practiceMailbox, refOf } from './practice-mailbox.ts';
import { openPracticeRelay } from './practice-relay.ts';
import { simulatedTransport } from './simulated-transport.ts';

interface TrainingOptions {
  folder: string;
  /** multiplies every delay of the provider */
  pace: number;
  log: Log;
  /** called when the provider is first reached, or no longer */
  changed(): void;
}

/**
 * The whole world of a payment service inside the counter: simulator and relay without a socket, each remembering across
 * starts, so that yesterday's pending order still gets its webhook.
 */
export async function openTraining({ folder, pace, log, changed }: TrainingOptions): Promise<Connection> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const practice = await openPracticeRelay(folder, log);
  const statePath = join(folder, 'simulator.json');
  const state = await readState(statePath);
  const simulator = createSimulator({
    // The same bills and names on every machine: what is shown to one cashier is there for the next.
    seed: 'training',
    clock: systemClock,
    pace,
    secretKey: practice.secretKey,
    ...(state ? { state } : {}),
    async save(next) {
      try {
        await writeFileAtomic(statePath, JSON.stringify(next), { mode: 0o600 });
      } catch {
        log.error('the practice provider could not be saved');
      }
    },
    async deliver({ url, headers, body }: WebhookRequest) {
      const header = (name: string): string | null =>
        Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
      const answer = await practice.relay.receive({
        mailbox: practice.mailbox,
        ref: refOf(url),
        event: header('x-service-event'),
        signature: header('x-service-signature'),
        body,
      });
      return answer.status;
    },
  });
  const transport = watchTransport(simulatedTransport(simulator, systemClock), systemClock, changed);
  return {
    provider: createProvider({
      transport,
      clock: systemClock,
      baseUrl: 'http://training.invalid/v1',
      headers: {},
      connectTimeoutMs: 10_000,
      answerTimeoutMs: 15_000,
      refusalCodes: [200, 400, 401, 403, 404, 422],
    }),
    mailbox: practiceMailbox(practice.relay, practice.mailbox, practice.token),
    mailboxKey: `training#${practice.mailbox}`,
    keys: () => [practice.secretKey],
    proofKeys: () => ({ present: [practice.secretKey], retired: [] }),
    missing: [],
    clockAheadMs: () => null,
    providerSeen: () => transport.seen(),
    practice: {
      webhook(saleId) {
        const order = simulator.ledger().find(({ callback_url: url }) => url !== null && refOf(url) === saleId);
        if (order === undefined) return false;
        const { transaction_id, status } = order;
        return (
          simulator.control({ do: 'webhook', transaction_id, status: 'success', book: status !== 'success' }) === null
        );
      },
    },
    async close() {
      await simulator.close();
      await practice.close();
    },
  };
}

async function readState(path: string): Promise<SimulatorState | null> {
  try {
    return SimulatorState.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}
