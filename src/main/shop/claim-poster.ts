import { isErased } from '../../shared/domain/erasure.ts';
import { isUnresolved, type Transaction } from '../../shared/domain/transaction.ts';
import {
  type ClaimResult,
  type ClaimState,
  maxClaims,
  type OtherClaim,
  type PostedClaim,
} from '../../shared/wire/shop.ts';
import type { Clock, Log } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ShopAnswer, ShopAtRelay } from '../relay-client/index.ts';
import type { ClaimAnswer, ShopHindrance } from '../sales/index.ts';
import type { ClaimLedger } from './claim-ledger.ts';
import type { ReadBackSale, ReadBacks } from './read-backs.ts';
import type { ClaimedSales, ShopKey } from './shop-key.ts';

export interface PosterDeps {
  ledger: ClaimLedger;
  readBacks: ReadBacks;
  relay: Pick<ShopAtRelay, 'postClaims'>;
  db: Pick<SalesStore, 'get'>;
  /** what the claims of this counter carry */
  claimed: ClaimedSales;
  key(): ShopKey | null;
  hindrance(): ShopHindrance | null;
  /** the shop's day now, YYYY-MM-DD */
  today(): string;
  /** the relay's list is to be compared with the journal */
  compare(): void;
  /** the relay takes no word of this sale: nothing waits for it */
  onRefused(id: string): void;
  clock: Clock;
  log: Log;
}

const maxTries = 3;

/** Posts claims: the one of a press, which waits for its answer, and in the background what became of sales. */
export class ClaimPoster {
  readonly #deps: PosterDeps;

  constructor(deps: PosterDeps) {
    this.#deps = deps;
  }

  /**
   * Whether a claim of this sale stands by itself now. To be asked again after each wait: a version that is counted then would be above
   * that of a claim which was made meanwhile, and undo it.
   */
  isUnderWay(id: string): boolean {
    const { ledger, readBacks } = this.#deps;
    return ledger.isPressed(id) || readBacks.has(id);
  }

  versioned<T extends { id: string }>(claim: T): T & { version: number } {
    const { ledger, clock } = this.#deps;
    return { ...claim, version: ledger.nextVersion(claim.id, clock.now()) };
  }

  /** What a claim carries of its sale. One that was settled carries none, and what the relay had of it is deleted. */
  carried(key: ShopKey, state: ClaimState, sale: Transaction | null): Pick<PostedClaim, 'sealed'> {
    const isCarried = state === 'unresolved' && sale && !isErased(sale);
    const sealed = isCarried ? this.#deps.claimed.seal(key, sale) : undefined;
    return sealed === undefined ? {} : { sealed };
  }

  /** Claims of the pending sales, as the journal has them: none of a sale whose state the relay has already. */
  async unposted(key: ShopKey): Promise<PostedClaim[]> {
    const { ledger, db, today } = this.#deps;
    const claims: PostedClaim[] = [];
    for (const id of ledger.pending) {
      if (claims.length === maxClaims) break;
      if (this.isUnderWay(id)) continue;
      const version = ledger.version(id);
      const sale = await db.get(id);
      // It was claimed meanwhile: what was read is older than that, and must not take it back.
      if (this.isUnderWay(id) || ledger.version(id) !== version) continue;
      const state = stateOf(sale);
      if (state === 'unresolved' ? ledger.isRecorded(id) : !ledger.isOpen(id)) ledger.settle(id);
      else {
        const digests = sale && !isErased(sale) ? key.digests(sale) : key.blindDigests(id);
        const isSent = state !== 'withdrawn';
        if (state === 'unresolved') ledger.doubt(id);
        const day = sale?.day ?? today();
        claims.push(this.versioned({ id, state, ...digests, day, isSent, ...this.carried(key, state, sale) }));
      }
    }
    return claims;
  }

  /** Posts them. @returns whether the relay recorded any; null: it did not answer */
  async post(key: ShopKey, claims: PostedClaim[]): Promise<boolean | null> {
    const { relay, log } = this.#deps;
    const answer = await relay.postClaims({ keyId: key.id, claims });
    if (answer.kind !== 'answered') return null;
    for (const [at, claim] of claims.entries()) {
      const result = answer.value[at];
      if (result?.outcome === 'in_flight') log.error('the relay did not record a sale that was sent');
      await this.#receive(claim, result);
    }
    return answer.value.some(({ outcome }) => outcome === 'recorded');
  }

  async #receive(claim: PostedClaim, result: ClaimResult | undefined): Promise<void> {
    const { ledger, db, onRefused } = this.#deps;
    if (result?.outcome === 'stale') ledger.learnVersion(claim.id, result.version);
    // The relay has it under an earlier mailbox of this counter, and takes no other word of it: the next comparison posts it again.
    if (result?.outcome === 'stale' && result.version < claim.version) {
      onRefused(claim.id);
      return ledger.settle(claim.id);
    }
    // One that changed meanwhile, or is claimed again, is posted again.
    if (result?.outcome !== 'recorded') return ledger.postLast(claim.id);
    const sale = await db.get(claim.id);
    if (this.isUnderWay(claim.id) || ledger.version(claim.id) !== claim.version || stateOf(sale) !== claim.state)
      return;
    ledger.settle(claim.id);
    if (claim.state === 'unresolved') ledger.record(claim.id);
    else ledger.close(claim.id, claim.version);
  }

  /** Claims one sale above whatever the relay has of it. */
  async claim(
    claim: Pick<PostedClaim, 'id' | 'state' | 'day'>,
    sale: ReadBackSale,
    { signal, ...sealed }: Pick<PostedClaim, 'sealed'> & { signal?: AbortSignal } = {},
  ): Promise<ClaimAnswer> {
    const { ledger, relay, hindrance, compare } = this.#deps;
    const key = this.#deps.key();
    if (!key) return { kind: hindrance() ?? 'shop_key_missing' };
    ledger.doubt(claim.id);
    for (let tries = 0; tries < maxTries; tries += 1) {
      const one = this.versioned({ ...claim, ...key.digests(sale), isSent: false, ...sealed });
      const answer = await relay.postClaims({ keyId: key.id, claims: [one] });
      // What became of the press is posted meanwhile.
      if (signal?.aborted) break;
      if (answer.kind === 'refused' && answer.reason === 'restored') {
        // Once it is posted what this counter has not settled, it waits for the others alone.
        compare();
        return { kind: 'restored' };
      }
      if (answer.kind !== 'answered') return { kind: answer.kind };
      const [result] = answer.value;
      if (result?.outcome === 'in_flight') return { kind: 'in_flight', other: result.other };
      if (result?.outcome === 'recorded') return this.#answerTo(claim, result.others);
      if (result) ledger.learnVersion(claim.id, result.version);
      // What the relay has is the claim of the sale itself, which was faster.
      if (claim.state === 'tentative') break;
    }
    return { kind: 'refused' };
  }

  /**
   * Of a claim that was recorded: an earlier claim of its sale may still stand, and another counter have sent the same since: a bill,
   * when it could ask no counter.
   */
  async #answerTo(
    { id, state }: Pick<PostedClaim, 'id' | 'state'>,
    listed: readonly OtherClaim[],
  ): Promise<ClaimAnswer> {
    if (state === 'unresolved') this.#deps.ledger.record(id);
    const others = await this.#foreign(listed);
    const same = others.filter((one) => one.isSameProduct && one.state === 'unresolved');
    if (same.some(({ isOwn }) => isOwn === true)) {
      this.#deps.compare();
      return { kind: 'lost_journal' };
    }
    const [other] = same;
    return other ? { kind: 'in_flight', other } : { kind: 'recorded', others };
  }

  /** Without those of this counter's own sales that its journal has, and guards. What is left of its own is of another copy of its folder. */
  async #foreign(others: readonly OtherClaim[]): Promise<OtherClaim[]> {
    const { ledger, db } = this.#deps;
    const left: OtherClaim[] = [];
    for (const other of others) {
      const isGuarded = other.isOwn === true && (this.isUnderWay(other.id) || ledger.isOpen(other.id));
      if (!isGuarded && (other.isOwn !== true || (await db.get(other.id)) === null)) left.push(other);
    }
    return left;
  }

  /** Posts what a person has said of a claim of a lost journal. `silent`: what is left to decide is to be read again. */
  async settle(
    key: ShopKey,
    claim: Pick<PostedClaim, 'id' | 'state' | 'day' | 'product' | 'number'>,
  ): Promise<ShopAnswer<null>> {
    const posted = this.versioned({ ...claim, isSent: true });
    const answer = await this.#deps.relay.postClaims({ keyId: key.id, claims: [posted] });
    if (answer.kind !== 'answered') return answer;
    if (answer.value[0]?.outcome === 'recorded') return { kind: 'answered', value: null };
    // A copy of this counter that runs elsewhere said something newer.
    this.#deps.compare();
    return { kind: 'silent' };
  }
}

/** What a sale means for the other counters. A sale that is not stored, or certainly never left, holds nothing. */
export function stateOf(sale: Transaction | null): ClaimState {
  if (sale === null) return 'withdrawn';
  if (isUnresolved(sale.state)) return 'unresolved';
  return sale.state === 'success' || sale.state === 'failed' ? sale.state : 'withdrawn';
}
