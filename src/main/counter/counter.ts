import type { Result } from '../../shared/contract/errors.ts';
import type { DiskReason } from '../../shared/contract/reasons.ts';
import type { Input } from '../../shared/contract/registry.ts';
import type { Product } from '../../shared/contract/selling.ts';
import type { Evidence } from '../../shared/contract/transactions.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { UnverifiedWebhook } from '../../shared/wire/relay.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import type { HeardWebhook, Hearing } from '../ports/heard-webhook.ts';
import { cashCollected, cashReturned } from './cash-returned.ts';
import { acceptClock, clockDifference } from './clock-check.ts';
import { correct } from './correct.ts';
import { countDepositRefusals } from './deposit-refusals.ts';
import { evidence } from './evidence.ts';
import { inquire } from './inquiry.ts';
import { lookUpProduct } from './look-up-product.ts';
import { acceptOlderBook } from './older-book.ts';
import { order } from './order.ts';
import { pay } from './pay.ts';
import { notWritten, writeDown } from './pending-writes.ts';
import type { CounterAtWork, CounterPorts } from './ports.ts';
import { recover, relayGap } from './recovery.ts';
import { resolve } from './resolve.ts';
import { hear } from './webhook/hear.ts';
import { allowOrders, keyChange, recordUnverified, refusedOrders } from './webhook/key-change.ts';
import { nothingUnsigned } from './webhook/quarantine.ts';
import { hearWithNewKeys } from './webhook/replay.ts';

/** What the shop does. Every method may be called at any time and side by side; the journal decides who was first. */
export interface Counter {
  product(ask: Input<'product'>): Promise<Result<Product>>;
  inquiry(ask: Input<'inquiry'>): Promise<Result<Transaction>>;
  pay(ask: Input<'pay'>): Promise<Result<Transaction>>;
  order(ask: Input<'order'>): Promise<Result<Transaction>>;
  resolve(ask: Input<'transactions.resolve'>): Promise<Result<Transaction>>;
  correct(ask: Input<'transactions.correct'>): Promise<Result<Transaction>>;
  cashReturned(id: string): Promise<Result<Transaction>>;
  cashCollected(id: string): Promise<Result<Transaction>>;
  evidence(id: string): Promise<Result<Evidence>>;
  hear(heard: HeardWebhook, cursor: { mailbox: string; cursor: string }): Promise<Hearing>;
  relayGap(mailbox: string, oldest: string | null): Promise<void>;
  /** webhooks that the relay refused, newest first: see webhook/key-change.ts */
  recordUnverified(webhooks: readonly UnverifiedWebhook[]): Promise<void>;
  keyChange(): Promise<{ orders: number; stopped: boolean } | null>;
  allowOrders(ask: Input<'webhooks.allowOrders'>): Promise<Result<null>>;
  refusedOrders(): Promise<Transaction[]>;
  /** to be called when the keys are known: see webhook/hear-with-new-keys.ts */
  hearWithNewKeys(isSigned: (body: Uint8Array, signature: string | null) => boolean, mailbox?: string): Promise<number>;
  /** to be called once, before anything is sold */
  recover(): Promise<number>;
  /** see clock-check.ts */
  clockDifference(): number | null;
  /** several sales in a row failed for lack of deposit at the provider */
  lowDeposit(): boolean;
  /** see older-book.ts */
  hasOlderBook(): boolean;
  foundOlderBook(): void;
  acceptOlderBook(pin: string | undefined): Promise<Result<Record<string, never>>>;
  acceptClock(pin: string | undefined): Promise<Result<Record<string, never>>>;
  /** answers that the disk did not take; while there are any, nothing is sent */
  notWritten(): { count: number; reason: DiskReason | null };
  /** tries to write them down; to be called now and then */
  writeDown(): Promise<void>;
}

export function createCounter(given: CounterPorts): Counter {
  const depositRefusals = countDepositRefusals();
  const ports: CounterAtWork = {
    ...given,
    announce(sale) {
      depositRefusals.record(sale);
      given.announce(sale);
    },
    journal: ofProvider(given),
    beingSent: new Set(),
    unwritten: new Map(),
    keepBills: createSerialQueue(),
    unsigned: nothingUnsigned(given.clock.monotonic()),
    unverifiedOrders: null,
    acceptedAheadMs: null,
    depositRefusals,
    olderBook: given.journal.restored?.reason === 'rolled_back' && given.journal.restored.acceptedAt === null,
  };
  return {
    product: (ask) => lookUpProduct(ports, ask.productCode),
    inquiry: (ask) => inquire(ports, ask),
    pay: (ask) => pay(ports, ask),
    order: (ask) => order(ports, ask),
    resolve: (ask) => resolve(ports, ask),
    correct: (ask) => correct(ports, ask),
    cashReturned: (id) => cashReturned(ports, id),
    cashCollected: (id) => cashCollected(ports, id),
    evidence: (id) => evidence(ports, id),
    hear: (heard, cursor) => hear(ports, heard, cursor),
    relayGap: (mailbox, oldest) => relayGap(ports, mailbox, oldest),
    recordUnverified: (webhooks) => recordUnverified(ports, webhooks),
    keyChange: () => keyChange(ports),
    allowOrders: (ask) => allowOrders(ports, ask),
    refusedOrders: () => refusedOrders(ports),
    hearWithNewKeys: (isSigned, mailbox) => hearWithNewKeys(ports, isSigned, mailbox),
    recover: () => recover(ports),
    lowDeposit: () => depositRefusals.areSeveral(),
    hasOlderBook: () => ports.olderBook,
    foundOlderBook() {
      ports.olderBook = true;
    },
    acceptOlderBook: (pin) => acceptOlderBook(ports, pin),
    clockDifference: () => clockDifference(ports),
    acceptClock: (pin) => acceptClock(ports, pin),
    notWritten: () => notWritten(ports),
    writeDown: () => writeDown(ports),
  };
}

/** The journal, whose sales are found by an id only where it is of the service that is set up. */
function ofProvider({ journal, providerId }: CounterPorts): CounterPorts['journal'] {
  if (providerId === undefined) return journal;
  return {
    ...journal,
    findByTransactionId: (id) => journal.findByTransactionId(id, providerId),
    codesSpelt: (spelling) => journal.codesSpelt(spelling, providerId),
    allByTransactionId: (id) => journal.allByTransactionId(id, providerId),
  };
}
