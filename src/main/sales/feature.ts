import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { Provider } from '../provider/index.ts';
import { digestOf, keyIdOf, type RelayMailbox, verifySignature } from '../relay-client/index.ts';
import { salesHandlers } from './api.ts';
import type { Claims, SalesDatabase, SalesPorts } from './sales-ports.ts';
import type { createSalesService, SalesService } from './sales-service.ts';
import { StatusCheckScheduler } from './status-checks.ts';

export interface Context extends ModeContext {
  parts: { createSales: typeof createSalesService };
  db: SalesDatabase;
  provider: Provider | null;
  connection: {
    mailbox: RelayMailbox | null;
    mailboxKey: string;
    providerId?: string;
    keys(): readonly string[];
    clockAheadMs(): number | null;
  };
  poller: {
    pollNow(withinMs: number): Promise<boolean>;
    firstPoll(withinMs: number): Promise<void>;
    isTaken(): boolean;
  };
  oneShop: { claims: Claims; membership: { shop(): unknown } } | null;
  rules: SalesPorts['rules'];
  people: Record<'pin' | 'secondPin', { check(pin: string | undefined): Promise<SupervisorVerdict> }>;
}

/** An order that is pressed while polls fail waits this long for one that succeeds. */
const relayWaitMs = 3000;

export const salesFeature = defineFeature({
  async open(context: Context) {
    const { db, provider, connection, poller, oneShop, rules, people, events, log, publish } = context;
    const { mailbox, mailboxKey } = connection;
    const [key] = connection.keys();
    const ports: SalesPorts = {
      db,
      provider,
      callbackUrl: mailbox ? (ref) => mailbox.callbackUrl(ref) : null,
      claims: () => (oneShop?.membership.shop() ? oneShop.claims : null),
      isRelayLive: () => poller.pollNow(relayWaitMs),
      isMailboxTaken: () => poller.isTaken(),
      firstPoll: () => poller.firstPoll(relayWaitMs),
      ...(connection.providerId === undefined ? {} : { providerId: connection.providerId }),
      ...(mailbox ? { mailboxId: digestOf(mailboxKey) } : {}),
      ...(key === undefined ? {} : { keyId: keyIdOf(key) }),
      relayAheadMs: () => connection.clockAheadMs(),
      clock: context.system.clock,
      random: context.system.random,
      rules,
      supervisor: (pin) => people.pin.check(pin),
      secondPerson: (pin) => people.secondPin.check(pin),
      publishSale(transaction) {
        publish({ type: 'transaction', transaction });
        events.emit('sale', transaction);
      },
      log,
    };
    events.on('sale', () => context.statusChanged());
    const counter = context.parts.createSales(ports);
    events.on('olderDatabase', () => {
      counter.foundOlderDatabase();
      context.statusChanged();
    });
    const recovered = await counter.recover();
    if (recovered > 0) log.warn('sales were found in sending and are unknown now', { count: recovered });
    await counter.reverifyWithRotatedKeys(
      (body, signature) => verifySignature(body, signature, connection.keys()),
      mailbox ? mailboxKey : undefined,
    );
    return { ports, counter };
  },
  handlers: salesHandlers,
});

const flushIntervalMs = 10_000;

/** Retries a write that the disk refused, also while the counter is idle, and once more when it is closed. */
export const pendingWritesFeature = defineFeature({
  open({ counter, system, statusChanged, onClose }: ModeContext & { counter: SalesService }) {
    const hasAny = (): boolean => counter.notWritten().count > 0;
    onClose(() => (hasAny() ? counter.flushPendingWrites() : undefined));
    onClose(
      system.clock.every(flushIntervalMs, () => {
        if (hasAny()) void counter.flushPendingWrites().finally(statusChanged);
      }),
    );
    return {};
  },
});

/** Asks about late sales, where the provider can be asked. */
export const statusChecksFeature = defineFeature({
  open(context: ModeContext & { counter: SalesService; provider: Provider | null }) {
    const { counter, provider, system, log, onClose } = context;
    if (!provider) return {};
    const isOffered = () => provider.capabilities.offers('status');
    const checks = new StatusCheckScheduler({ counter, isOffered, system, log });
    onClose(() => checks.close());
    return {};
  },
});
