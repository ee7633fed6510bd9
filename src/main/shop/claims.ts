import { v7 } from 'uuid';
import type { SaleEvent } from '../../shared/contract/transactions.ts';
import { isUnresolved, type Transaction } from '../../shared/domain/transaction.ts';
import type { OtherClaim } from '../../shared/wire/shop.ts';
import { BackgroundLoop } from '../base/background-loop.ts';
import { type Clock, errorName, type Log, type Random } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ShopAnswer, ShopAtRelay } from '../relay-client/index.ts';
import type { ClaimAnswer, Claims, ShopHindrance } from '../sales/index.ts';
import { ClaimComparison, type OwnClaim } from './claim-comparison.ts';
import { ClaimLedger } from './claim-ledger.ts';
import { ClaimPoster } from './claim-poster.ts';
import { type ReadBackSale, ReadBacks } from './read-backs.ts';
import type { ClaimedSales, ShopKey } from './shop-key.ts';
import type { ShopMembership } from './shop-membership.ts';

/** What this counter tells the relay of its sales. All of it follows from the journal, which alone is believed. */
export interface ShopClaims extends Claims {
  /** to be called with every sale as it is stored: posted to the relay in the background */
  onSale(sale: Pick<Transaction, 'id' | 'state'>): void;
  /** compares what the relay holds with the journal: at the start, after a pause of the connection, in a new shop */
  compare(): void;
  /**
   * A sale is read back to the customer: claims it for a minute, under the id that it will have.
   * @param ask.saleId of a bill
   */
  readBack(ask: ReadBackSale & { saleId?: string | undefined }): Promise<ReadBack>;
  /** it was read back, and is not sent now */
  leave(saleId: string): void;
  /** open claims of this counter's mailbox that may be sales of a lost journal: the present one has none of them */
  orphans(): readonly OwnClaim[];
  /** what a page of the mailbox says of a restore */
  learnRestore(id: string | null): void;
  /** a person has said what became of one */
  settleOrphan(id: string, outcome: 'success' | 'failed'): Promise<ShopAnswer<null>>;
  stop(): void;
}

export interface ReadBack {
  /** null: nothing was claimed */
  saleId: string | null;
  /** another counter holds it */
  other: OtherClaim | null;
}

interface Deps {
  membership: Pick<ShopMembership, 'shop' | 'rosters' | 'rememberRoster' | 'leave'>;
  relay: Pick<ShopAtRelay, 'postClaims' | 'openClaims' | 'postRestore'>;
  journal: Pick<SalesStore, 'get' | 'unresolved' | 'succeededSince'> & {
    timeline(id: string): Promise<readonly Pick<SaleEvent, 'type' | 'at'>[]>;
  };
  /** Whether the relay has no later event of this counter's log than the journal; null: it did not say. */
  isJournalWhole(): Promise<boolean | null>;
  /** what the claims of this counter carry */
  claimed: ClaimedSales;
  /** Stores a sale of a lost journal as unknown. False: the journal has it otherwise. */
  recover(sale: Transaction): Promise<boolean>;
  /** the shop's day now, YYYY-MM-DD */
  today(): string;
  /** the relay was put back, or is not waited for any more */
  changed(): void;
  clock: Clock;
  random: Random;
  log: Log;
}

const firstPauseMs = 500;
const maxPauseMs = 30_000;
const compareEveryMs = 5 * 60_000;

export function createShopClaims(deps: Deps): ShopClaims {
  const { membership, relay, journal, today, clock, random, log } = deps;
  const key = (): ShopKey | null => membership.shop()?.key ?? null;
  const hindrance = (): ShopHindrance | null => {
    if (key() !== null) return null;
    return membership.shop()?.isLeft ? 'shop_left' : 'shop_key_missing';
  };
  const ledger = new ClaimLedger();
  const readBacks = new ReadBacks(clock);
  const compare = (): void => {
    if (!membership.shop()) return;
    comparison.request();
    loop.wake();
  };
  const shared = { ...deps, ledger, readBacks, key, hindrance, compare };
  const comparison = new ClaimComparison(shared);
  const poster = new ClaimPoster({ ...shared, onRefused: (id) => comparison.leaveOut(id) });
  const loop = new BackgroundLoop({
    step,
    mayRun: () => key() !== null,
    onError: (error) => log.error('claims could not be posted', { fault: errorName(error) }),
    firstPauseMs,
    maxPauseMs,
    clock,
    random,
  });

  /** One request of the background. False: nothing is left to do now. */
  async function step(): Promise<boolean> {
    const present = key();
    if (!present) return false;
    if (comparison.isDue) {
      if (!(await comparison.run(present))) await loop.pause();
      return true;
    }
    const claims = await poster.unposted(present);
    if (claims.length === 0) {
      if ((await comparison.sayCompared()) !== 'failed') return false;
      await loop.pause();
      return true;
    }
    const isAnyRecorded = await poster.post(present, claims);
    // A relay that answers and records nothing is asked less and less: the claim may be of this counter's earlier mailbox.
    if (isAnyRecorded === true) loop.succeed();
    else await loop.pause();
    return true;
  }
  const post = (id: string): void => {
    ledger.post(id);
    loop.wake();
  };
  let stopTimer: (() => void) | null = null;

  return {
    hindrance,
    readBackId: (sale) => readBacks.find(sale),
    async claim(sale): Promise<ClaimAnswer> {
      const { id, day } = sale;
      // At once: a second press finds no read-back to claim under the same id.
      ledger.press(id);
      readBacks.end(id);
      const kind = await comparison.compareFirst();
      if (kind !== 'answered') return { kind };
      if (comparison.mayBeLost(id, sale)) return { kind: 'lost_journal' };
      const present = key();
      const carried = present ? poster.carried(present, 'unresolved', sale) : {};
      return poster.claim({ id, state: 'unresolved', day }, sale, carried);
    },
    release(id) {
      ledger.release(id);
      loop.wake();
    },
    onSale({ id, state }) {
      if (!membership.shop()) return;
      // Also one that was closed, and is disputed before it is corrected: how that ends is posted.
      if (isUnresolved(state) && !ledger.isOpen(id)) ledger.doubt(id);
      post(id);
    },
    compare() {
      stopTimer ??= membership.shop() && clock.every(compareEveryMs, compare);
      compare();
    },
    async readBack({ saleId, ...sale }) {
      // A tentative claim would take the place of what a lost journal has sent, and lapse. The press asks again, and says why.
      if ((await comparison.compareFirst()) !== 'answered') return { saleId: null, other: null };
      const bill = saleId === undefined ? null : await journal.get(saleId);
      // Another window pays it, or has paid it.
      const isTaken = saleId !== undefined && (bill?.state !== 'inquired' || ledger.isPressed(saleId));
      if (isTaken) return { saleId, other: null };
      const id = saleId ?? v7({ msecs: clock.now(), random: random.bytes(16) });
      if (comparison.mayBeLost(id, sale)) return { saleId: null, other: null };
      readBacks.begin(id, sale);
      const answer = await poster.claim({ id, state: 'tentative', day: today() }, sale);
      if (answer.kind === 'in_flight') return { saleId: id, other: answer.other };
      const others = answer.kind === 'recorded' ? answer.others : [];
      return { saleId: id, other: others.find((other) => other.isSameProduct && other.state !== 'success') ?? null };
    },
    leave(saleId) {
      if (readBacks.end(saleId)) post(saleId);
    },
    restore: () => comparison.restore,
    leaveShop: () => membership.leave(),
    learnRestore(id) {
      if (id === null) comparison.setRestore(null);
      else if (id !== comparison.restore?.id) compare();
    },
    async acceptRestore() {
      if (comparison.restore === null) return true;
      const answer = await relay.postRestore({ step: 'accepted', id: comparison.restore.id });
      if (answer.kind !== 'answered') return false;
      comparison.receiveRestore(answer.value.restore ?? null);
      return true;
    },
    orphans: () => comparison.orphans,
    async settleOrphan(id, outcome) {
      const present = key();
      const orphan = comparison.orphans.find((one) => one.id === id);
      if (!present || !orphan) return { kind: 'refused', reason: null };
      const answer = await poster.settle(present, { id, state: outcome, day: orphan.day });
      if (answer.kind === 'answered') comparison.settleOrphan(id);
      return answer;
    },
    stop() {
      loop.stop();
      stopTimer?.();
    },
  };
}
