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

export interface ReadBack {
  /** null: nothing was claimed */
  saleId: string | null;
  /** another counter holds it */
  other: OtherClaim | null;
}

interface Deps {
  membership: Pick<ShopMembership, 'shop' | 'rosters' | 'rememberRoster' | 'leave'>;
  relay: Pick<ShopAtRelay, 'postClaims' | 'openClaims' | 'postRestore'>;
  db: Pick<SalesStore, 'get' | 'unresolved' | 'succeededSince'> & {
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
const maxCompareMs = 5000;

const stopped = (signal: AbortSignal): Promise<ClaimAnswer> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'stopped' }), { once: true }));

/** What this counter reports to the relay of its sales. All of it follows from the journal, which alone is believed. */
export class ShopClaims implements Claims {
  readonly #deps: Deps;
  readonly #ledger = new ClaimLedger();
  readonly #readBacks: ReadBacks;
  readonly #comparison: ClaimComparison;
  readonly #poster: ClaimPoster;
  readonly #loop: BackgroundLoop;
  #stopTimer: (() => void) | null = null;
  /** presses that wait for the relay's answer */
  readonly #waiting = new Set<{ sale: ReadBackSale; stop: AbortController }>();

  constructor(deps: Deps) {
    const { clock, random, log } = deps;
    this.#deps = deps;
    this.#readBacks = new ReadBacks(clock);
    const shared = {
      ...deps,
      ledger: this.#ledger,
      readBacks: this.#readBacks,
      key: () => this.#key(),
      hindrance: () => this.hindrance(),
      compare: () => this.#compareSoon(),
    };
    this.#comparison = new ClaimComparison(shared);
    this.#poster = new ClaimPoster({ ...shared, onRefused: (id) => this.#comparison.leaveOut(id) });
    this.#loop = new BackgroundLoop({
      step: () => this.#step(),
      mayRun: () => this.#key() !== null,
      onError: (error) => log.error('claims could not be posted', { fault: errorName(error) }),
      firstPauseMs,
      maxPauseMs,
      clock,
      random,
    });
  }

  hindrance(): ShopHindrance | null {
    if (this.#key() !== null) return null;
    return this.#deps.membership.shop()?.isLeft ? 'shop_left' : 'shop_key_missing';
  }

  readBackId(sale: ReadBackSale): string | null {
    return this.#readBacks.find(sale);
  }

  async claim(sale: Transaction): Promise<ClaimAnswer> {
    const { id } = sale;
    // At once: a second press finds no read-back to claim under the same id.
    this.#ledger.press(id);
    this.#readBacks.end(id);
    const waiting = { sale, stop: new AbortController() };
    this.#waiting.add(waiting);
    const { signal } = waiting.stop;
    try {
      const answer = await Promise.race([this.#claim(sale, signal), stopped(signal)]);
      // The caller of stop may rely on that, also where the answer came at the same moment.
      return signal.aborted ? { kind: 'stopped' } : answer;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  /** The caller no longer waits for the answer to that press: it sends nothing. False: no answer is waited for. */
  stopWaiting(of: ReadBackSale): boolean {
    const product = (sale: ReadBackSale): string | undefined => this.#key()?.digests(sale).product;
    const waiting = [...this.#waiting].filter(({ sale }) => product(sale) === product(of));
    for (const { stop } of waiting) stop.abort();
    return waiting.length > 0;
  }

  release(id: string): void {
    this.#ledger.release(id);
    this.#loop.wake();
  }

  /** to be called with every sale as it is stored: posted to the relay in the background */
  onSale({ id, state }: Pick<Transaction, 'id' | 'state'>): void {
    if (!this.#deps.membership.shop()) return;
    // Also one that was closed, and is disputed before it is corrected: how that ends is posted.
    if (isUnresolved(state) && !this.#ledger.isOpen(id)) this.#ledger.doubt(id);
    this.#post(id);
  }

  /** compares what the relay holds with the journal: at the start, after a pause of the connection, in a new shop */
  compare(): void {
    const { membership, clock } = this.#deps;
    this.#stopTimer ??= membership.shop() && clock.every(compareEveryMs, () => this.#compareSoon());
    this.#compareSoon();
  }

  /**
   * A sale is read back to the customer: claims it for a minute, under the id that it will have.
   * @param sale.saleId of a bill
   */
  async readBack({ saleId, ...sale }: ReadBackSale & { saleId?: string | undefined }): Promise<ReadBack> {
    const { db, today, clock, random } = this.#deps;
    // A tentative claim would take the place of what a lost journal has sent, and lapse. The press asks again, and says why.
    if ((await this.#comparison.compareFirst()) !== 'answered') return { saleId: null, other: null };
    const bill = saleId === undefined ? null : await db.get(saleId);
    // Another window pays it, or has paid it.
    const isTaken = saleId !== undefined && (bill?.state !== 'inquired' || this.#ledger.isPressed(saleId));
    if (isTaken) return { saleId, other: null };
    const id = saleId ?? v7({ msecs: clock.now(), random: random.bytes(16) });
    if (this.#comparison.mayBeLost(id, sale)) return { saleId: null, other: null };
    this.#readBacks.begin(id, sale);
    const answer = await this.#poster.claim({ id, state: 'tentative', day: today() }, sale);
    if (answer.kind === 'in_flight') return { saleId: id, other: answer.other };
    const others = answer.kind === 'recorded' ? answer.others : [];
    return { saleId: id, other: others.find((other) => other.isSameProduct && other.state !== 'success') ?? null };
  }

  /** it was read back, and is not sent now */
  leave(saleId: string): void {
    if (this.#readBacks.end(saleId)) this.#post(saleId);
  }

  restore(): ClaimComparison['restore'] {
    return this.#comparison.restore;
  }

  leaveShop(): Promise<boolean> {
    return this.#deps.membership.leave();
  }

  /** what a page of the mailbox says of a restore */
  learnRestore(id: string | null): void {
    if (id === null) this.#comparison.setRestore(null);
    else if (id !== this.#comparison.restore?.id) this.#compareSoon();
  }

  async acceptRestore(): Promise<boolean> {
    const { restore } = this.#comparison;
    if (restore === null) return true;
    const answer = await this.#deps.relay.postRestore({ step: 'accepted', id: restore.id });
    if (answer.kind !== 'answered') return false;
    this.#comparison.receiveRestore(answer.value.restore ?? null);
    return true;
  }

  /** open claims of this counter's mailbox that may be sales of a lost journal: the present one has none of them */
  orphans(): readonly OwnClaim[] {
    return this.#comparison.orphans;
  }

  /** a person has said what became of one */
  async settleOrphan(id: string, outcome: 'success' | 'failed'): Promise<ShopAnswer<null>> {
    const key = this.#key();
    const orphan = this.#comparison.orphans.find((one) => one.id === id);
    if (!key || !orphan) return { kind: 'refused', reason: null };
    const digests = this.#comparison.digestsOf(key, orphan);
    const answer = await this.#poster.settle(key, { id, state: outcome, day: orphan.day, ...digests });
    if (answer.kind === 'answered') this.#comparison.settleOrphan(id);
    return answer;
  }

  stop(): void {
    this.#loop.stop();
    this.#stopTimer?.();
  }

  async #claim(sale: Transaction, signal: AbortSignal): Promise<ClaimAnswer> {
    const { id, day } = sale;
    const kind = await this.#comparedInTime();
    if (kind !== 'answered') return { kind };
    if (signal.aborted) return { kind: 'stopped' };
    if (this.#comparison.mayBeLost(id, sale)) return { kind: 'lost_journal' };
    const key = this.#key();
    const carried = key ? this.#poster.carried(key, 'unresolved', sale) : {};
    return this.#poster.claim({ id, state: 'unresolved', day }, sale, { ...carried, signal });
  }

  /** A comparison is several requests, and a cashier waits. It goes on by itself. */
  async #comparedInTime(): Promise<Awaited<ReturnType<ClaimComparison['compareFirst']>>> {
    const done = new AbortController();
    const late = async () => {
      await this.#deps.clock.sleep(maxCompareMs, done.signal);
      return 'silent' as const;
    };
    try {
      return await Promise.race([this.#comparison.compareFirst(), late()]);
    } finally {
      done.abort();
    }
  }

  /** One request of the background. False: nothing is left to do now. */
  async #step(): Promise<boolean> {
    const key = this.#key();
    if (!key) return false;
    if (this.#comparison.isDue) {
      if (!(await this.#comparison.run(key))) await this.#loop.pause();
      return true;
    }
    const claims = await this.#poster.unposted(key);
    if (claims.length === 0) {
      if ((await this.#comparison.sayCompared()) !== 'failed') return false;
      await this.#loop.pause();
      return true;
    }
    const isAnyRecorded = await this.#poster.post(key, claims);
    // A relay that answers and records nothing is asked less and less: the claim may be of this counter's earlier mailbox.
    if (isAnyRecorded === true) this.#loop.succeed();
    else await this.#loop.pause();
    return true;
  }

  #key(): ShopKey | null {
    return this.#deps.membership.shop()?.key ?? null;
  }

  #compareSoon(): void {
    if (!this.#deps.membership.shop()) return;
    this.#comparison.request();
    this.#loop.wake();
  }

  #post(id: string): void {
    this.#ledger.post(id);
    this.#loop.wake();
  }
}
