import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createMailbox } from '../../relay/core/mailbox-service.ts';
import { createRelay, type Relay } from '../../relay/core/relay.ts';
import { openSqlite } from '../../relay/store/sqlite/engine.ts';
import { createVerifiedStore } from '../../relay/store/store.ts';
import type { Clock as RelayClock } from '../../server/ports.ts';
import { suggestedBills, suggestedPrices } from '../../simulator/core/catalogue.ts';
import { SimulatorState } from '../../simulator/core/ledger.ts';
import type { SimulatedAnswer, WebhookRequest } from '../../simulator/core/ports.ts';
import { createSimulator, type Simulator } from '../../simulator/core/simulator.ts';
import { jsonFile } from '../base/json-file.ts';
import {
  type Clock,
  errorName,
  type Log,
  randomHex,
  type System,
  type Transport,
  type TransportOutcome,
  type TransportRequest,
} from '../base/system.ts';
import type { Connection } from '../connection/index.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { createProvider, watchTransport } from '../provider/index.ts';
import type { RelayMailbox } from '../relay-client/index.ts';
import { type SalesService } from '../sales/index.ts';

/** Of training only: nothing that is worth a secret's care. */
const Practice = z.object({
  masterKey: z.string().regex(/^[0-9a-f]{64}$/),
  secretKey: z.string().min(1),
  mailbox: z.string().min(1),
  token: z.string().min(1),
});

/** Never looked up: it only carries the mailbox and the ref from the order to the practice relay. */
const origin = 'http://training.invalid';

const nothing = new Uint8Array(0);

interface TrainingOptions {
  system: Pick<System, 'clock' | 'random'>;
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
export async function openTraining({ system, folder, pace, log, changed }: TrainingOptions): Promise<Connection> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { clock } = system;
  const practice = await openPracticeRelay(system, folder, log);
  const stateFile = jsonFile(join(folder, 'simulator.json'), SimulatorState);
  const state = await stateFile.read();
  const simulator = createSimulator({
    // The same bills and names on every machine, so that cashiers can show them to each other.
    seed: 'training',
    clock,
    pace,
    secretKey: practice.secretKey,
    ...(state ? { state } : {}),
    async save(next) {
      try {
        await stateFile.write(next);
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
  const transport = watchTransport(simulatedTransport(simulator, clock), clock, changed);
  return {
    provider: createProvider({
      transport,
      clock,
      baseUrl: 'http://training.invalid/v1',
      headers: {},
      connectTimeoutMs: 10_000,
      answerTimeoutMs: 15_000,
      refusalCodes: [200, 400, 401, 403, 404, 422],
    }),
    mailbox: practiceMailbox(practice.relay, practice.mailbox, practice.token),
    mailboxKey: `training#${practice.mailbox}`,
    keys: () => [practice.secretKey],
    verificationKeys: () => ({ present: [practice.secretKey], retired: [] }),
    missing: [],
    clockAheadMs: () => null,
    providerSeen: () => transport.seen(),
    practice: {
      webhook(saleId) {
        const order = simulator.ledger().find(({ callback_url: url }) => url !== null && refOf(url) === saleId);
        if (order === undefined) return false;
        const { transaction_id, status } = order;
        return (
          simulator.control({ do: 'webhook', transaction_id, status: 'success', ledger: status !== 'success' }) === null
        );
      },
    },
    async close() {
      await simulator.close();
      await practice.close();
    },
  };
}

/** The practice provider behind the same port as the network: no socket, the same outcomes. */
function simulatedTransport(simulator: Simulator, clock: Clock): Transport {
  return {
    async exchange(request) {
      const answer = await simulator.handle({
        method: request.method,
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: request.body ?? nothing,
      });
      await clock.sleep(Math.min(answer.afterMs, request.answerTimeoutMs), request.signal);
      return outcomeOf(request, answer);
    },
  };
}

function outcomeOf(request: TransportRequest, answer: SimulatedAnswer): TransportOutcome {
  if (answer.afterMs >= request.answerTimeoutMs) return { kind: 'lost', reason: 'answer_timeout' };
  if (answer.kind !== 'answer') return { kind: 'lost', reason: answer.kind };
  return { kind: 'answered', status: answer.status, headers: answer.headers, body: answer.body };
}

/** The relay's own core behind the port of its client. */
function practiceMailbox(relay: Relay, mailbox: string, token: string): RelayMailbox {
  return {
    async poll({ waitSeconds, ...query }) {
      const answer = await relay.poll({ ...query, mailbox, token, waitMs: waitSeconds * 1000 });
      switch (answer.kind) {
        case 'page':
          return { kind: 'page', ...answer.page };
        case 'gone':
          return answer;
        case 'taken':
          return { kind: 'taken' };
        case 'unauthorised':
          return { kind: 'refused', status: 401 };
        case 'bad_cursor':
          return { kind: 'refused', status: 400 };
      }
    },
    async ack(cursor, counter) {
      await relay.ack({ mailbox, token, cursor, counter });
      return true;
    },
    async erase(names) {
      const answer = await relay.erase(mailbox, token, names);
      return answer.kind === 'erased' ? answer : null;
    },
    callbackUrl: (ref) => `${origin}/hooks/${mailbox}/${ref}`,
  };
}

/** The ref in an address that this mailbox gave out; null in any other. */
function refOf(url: string): string | null {
  return /\/hooks\/[^/]+\/([A-Za-z0-9_-]{1,64})$/.exec(url)?.[1] ?? null;
}

type Practice = z.infer<typeof Practice>;

interface PracticeRelay extends Practice {
  relay: Relay;
  close(): Promise<void>;
}

/** The public relay's core with a database of its own, inside the counter, for training. */
async function openPracticeRelay(
  { clock, random }: Pick<System, 'clock' | 'random'>,
  folder: string,
  log: Log,
): Promise<PracticeRelay> {
  const relayClock: RelayClock = { ...clock, soon: (run) => void clock.sleep(0).then(run) };
  // With the database beside it; a practice kept in older shapes, under other names, is left where it is.
  const practiceFile = jsonFile(join(folder, 'practice.json'), Practice);
  let storedPractice = await practiceFile.read();
  let masterKey = storedPractice?.masterKey ?? randomHex(random, 32);
  let opened: Awaited<ReturnType<typeof openStore>>;
  try {
    opened = await openStore(folder, masterKey);
  } catch (error) {
    if (storedPractice === null) throw error;
    // Of another version, or damaged: a practice is worth nothing, and must not keep the counter from opening.
    log.warn('the practice relay is rebuilt', { error: errorName(error) });
    storedPractice = null;
    masterKey = randomHex(random, 32);
    opened = await openStore(folder, masterKey);
  }
  const { store, vault } = opened;
  const practice = storedPractice ?? (await makePractice());
  const relay = createRelay({
    store,
    vault,
    clock: relayClock,
    errors: { report: (message) => log.error('the practice relay failed', { message }) },
  });
  return {
    ...practice,
    relay,
    async close() {
      relay.releasePolls();
      await store.close();
    },
  };

  async function makePractice(): Promise<Practice> {
    const secretKey = randomHex(random, 16);
    const parts = { store, vault, clock: relayClock, random };
    const mailbox = await createMailbox(parts, { name: 'training', secret: secretKey });
    const practice = { masterKey, secretKey, ...mailbox };
    await practiceFile.write(practice);
    return practice;
  }
}

/** A new key opens nothing of an old database: where the key is gone, so is the practice. */
async function openStore(folder: string, masterKey: string) {
  const path = join(folder, `practice-${masterKey.slice(0, 8)}.db`);
  return createVerifiedStore(await openSqlite(path), Buffer.from(masterKey, 'hex'));
}

/** Gives a new training counter its first buttons: the products that a shop would look up and price in its first week. */
export async function stockPractice(counter: SalesService, db: SalesStore, now: number): Promise<void> {
  if ((await db.knownProducts()).length > 0) return;
  const wanted = [...suggestedBills.map((productCode) => ({ productCode, sellingPrice: null })), ...suggestedPrices];
  const looked = await Promise.all(wanted.map(({ productCode }) => counter.product({ productCode })));
  for (const [index, result] of looked.entries()) {
    const sellingPrice = wanted[index]?.sellingPrice ?? null;
    if (!result.ok) continue;
    // A second apart, so that the buttons keep this order.
    const at = new Date(now - index * 1000).toISOString();
    await db.saveProduct(result.value, at, sellingPrice ?? undefined);
  }
}
