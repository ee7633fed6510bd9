import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import type { System, Transport, TransportOutcome, TransportRequest } from '../../src/main/base/system.ts';
import { newShopKey, readShopKey } from '../../src/main/shop/shop-key.ts';
import type { SecretName } from '../../src/shared/contract/secret-name.ts';
import { startSimulatorServer } from '../../src/simulator/server.ts';
import { type AppWorld, appWorld, memorySecrets } from './app-world.ts';
import { temporaryFolder } from './database-files.ts';
import { keptThreads } from './kept-threads.ts';
import { type RelayUnderTest, secret, startRelay } from './relay.ts';
import { askShop, shopAt } from './shop.ts';

const patient = { timeout: 60_000, interval: 20 };
/** What happens to one request of a counter to the relay. */
export interface Fate {
  /** before it leaves, and before its answer comes */
  beforeMs?: number;
  afterMs?: number;
  lost?: 'request' | 'answer';
}

/** One counter of a shop, on a folder that can be copied and put back, secrets included. */
export interface ShopCounter {
  name: string;
  mailbox: string;
  token: string;
  secrets: ReturnType<typeof memorySecrets>;
  /** what becomes of its requests to the relay from now on */
  line: {
    fate(request: TransportRequest): Fate;
    /** the provider's answer to a request reaches it no sooner */
    answered?(request: TransportRequest): Promise<void> | undefined;
  };
  open(): Promise<AppWorld>;
  /** while it is closed */
  copy(): FolderCopy;
  putBack(copy: FolderCopy): void;
  /** A counter on a copy of the folder. */
  beside(copy: FolderCopy): Omit<ShopCounter, 'beside'>;
}

/** Of a data folder and its secrets. */
export interface FolderCopy {
  folder: string;
  secrets: ReadonlyMap<SecretName, string>;
}

/** The clocks of the others show what ours does, which a test may have moved. */
const inOurTime = (outcome: TransportOutcome): TransportOutcome =>
  outcome.kind === 'answered'
    ? { ...outcome, headers: { ...outcome.headers, date: new Date(Date.now()).toUTCString() } }
    : outcome;

/** Counters of one shop at a real relay, each the shipped app, and one provider that all of them reach. */
export async function countersOfShop(names: readonly string[], start: () => Promise<RelayUnderTest> = startRelay) {
  const opened = await shopAt(start, []);
  const provider = await startSimulatorServer({ port: 0, seed: 'shop', secretKey: secret, pace: 0.05 });
  onTestFinished(() => provider.close());
  const shopKey = newShopKey(randomBytes(32));
  const counterAt = (
    name: string,
    { mailbox, token }: { mailbox: string; token: string },
    secrets: ReturnType<typeof memorySecrets>,
    dataDir = temporaryFolder(),
  ): Omit<ShopCounter, 'beside'> => {
    const line: ShopCounter['line'] = { fate: () => ({}) };
    const isRelay = ({ url }: TransportRequest): boolean => url.startsWith(opened.under.relay.url);
    const through = (real: Transport): Transport => ({
      async exchange(request) {
        if (!isRelay(request)) {
          const outcome = inOurTime(await real.exchange(request));
          await line.answered?.(request);
          return outcome;
        }
        const { beforeMs = 0, afterMs = 0, lost } = line.fate(request);
        await pause(beforeMs);
        if (lost === 'request') return { kind: 'lost', reason: 'timeout' };
        const outcome = inOurTime(await real.exchange(request));
        await pause(afterMs);
        return lost === 'answer' ? { kind: 'lost', reason: 'timeout' } : outcome;
      },
    });
    const system: System = {
      ...keptThreads,
      network: { ...keptThreads.network, transport: (...args) => through(keptThreads.network.transport(...args)) },
    };
    const env = {
      KONTER_PROVIDER_URL: provider.url,
      KONTER_SECRET_KEY: secret,
      KONTER_RELAY_URL: opened.under.relay.url,
      KONTER_RELAY_MAILBOX: mailbox,
      KONTER_RELAY_TOKEN: token,
    };
    return {
      name,
      mailbox,
      token,
      secrets,
      line,
      open: () => appWorld({ dataDir, secrets, env, system }),
      copy() {
        const folder = temporaryFolder();
        cpSync(dataDir, folder, { recursive: true });
        return { folder, secrets: new Map(secrets.stored) };
      },
      putBack({ folder, secrets: then }) {
        rmSync(dataDir, { recursive: true, force: true });
        cpSync(folder, dataDir, { recursive: true });
        secrets.stored.clear();
        for (const [key, value] of then) secrets.stored.set(key, value);
      },
    };
  };
  const counters: ShopCounter[] = [];
  for (const name of names) {
    const mailbox = await opened.join(name);
    if (counters.length === 0) await askShop(mailbox, 'shop-key', { keyId: readShopKey(shopKey)?.id ?? '' });
    counters.push({
      ...counterAt(name, mailbox, memorySecrets(new Map<SecretName, string>([['shopKey', shopKey]]))),
      beside({ folder, secrets }) {
        return counterAt(name, mailbox, memorySecrets(new Map(secrets)), folder);
      },
    });
  }
  return {
    ...opened,
    provider,
    counters,
    /** how often the provider was asked for money for this number */
    sent: (number: string): number => provider.simulator.ledger().filter((one) => one.customer_no === number).length,
  };
}

/** Until the counter reaches the relay and knows its shop. */
export const isReady = ({ call }: AppWorld, { secrets }: Pick<ShopCounter, 'secrets'>): Promise<void> =>
  vi.waitFor(async () => {
    const { relay } = (await call('status')).value;
    if (relay.state !== 'listening' || !secrets.stored.has('knownShop')) throw new Error(`it is ${relay.state}`);
  }, patient);

/** Until the relay has all of its log. */
export const isShipped = ({ call }: AppWorld): Promise<void> =>
  vi.waitFor(async () => {
    const { seq } = (await call('journal.chainHead')).value;
    const { state, events } = (await call('backups.shipped')).value;
    if (state !== 'matches' || events !== seq) throw new Error(`${state} ${events} of ${seq}`);
  }, patient);
