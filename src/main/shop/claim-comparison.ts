import type { SaleEvent } from '../../shared/contract/transactions.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { isOfStart, type OpenClaims } from '../../shared/wire/shop.ts';
import { errorName, type Log } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ListedClaims, ShopAnswer, ShopAtRelay } from '../relay-client/index.ts';
import type { ClaimLedger } from './claim-ledger.ts';
import { stateOf } from './claim-poster.ts';
import type { ReadBackSale, ReadBacks } from './read-backs.ts';
import type { ClaimedSales, ShopKey } from './shop-key.ts';
import type { ShopMembership } from './shop-membership.ts';

export type OwnClaim = OpenClaims['own'][number];
export type RestoreOfRelay = NonNullable<OpenClaims['restore']>;

export interface ComparisonDeps {
  ledger: ClaimLedger;
  readBacks: ReadBacks;
  membership: Pick<ShopMembership, 'rosters' | 'rememberRoster'>;
  relay: Pick<ShopAtRelay, 'openClaims' | 'postRestore'>;
  db: Pick<SalesStore, 'get' | 'unresolved' | 'succeededSince'> & {
    timeline(id: string): Promise<readonly Pick<SaleEvent, 'type' | 'at'>[]>;
  };
  key(): ShopKey | null;
  /** Whether the relay has no later event of this counter's log than the journal; null: it did not say. */
  isJournalWhole(): Promise<boolean | null>;
  claimed: ClaimedSales;
  /** Stores a sale of a lost journal as unknown. False: the journal has it otherwise. */
  recover(sale: Transaction): Promise<boolean>;
  /** the shop's day now, YYYY-MM-DD */
  today(): string;
  /** the relay was put back, or is not waited for any more */
  changed(): void;
  /** it is to be compared again */
  compare(): void;
  log: Log;
}

type Outcome = ShopAnswer<null>['kind'];

/**
 * Compares what the relay holds of this counter with the journal: what a lost journal may have sent (orphans), and what an older copy of
 * the relay lacks. Until it has compared, nothing is claimed.
 */
export class ClaimComparison {
  readonly #deps: ComparisonDeps;
  #orphans: readonly OwnClaim[] = [];
  /** open claims that the first comparison found, and this run has not made */
  readonly #foundFirst = new Set<string>();
  #isDue = false;
  #comparedKey: string | null = null;
  /** the counter lacked the shop's key, or had another one, when it was to compare last */
  #isKeyNew = false;
  /** the relay was put back to an older copy, as it last said */
  #restore: RestoreOfRelay | null = null;
  /** what is to be posted before this counter has compared after that restore */
  #toPost: { id: string; sales: Set<string> } | null = null;
  #comparedRestore: string | null = null;
  /** this counter misses claims that the relay had recorded, and the relay does not know: others may miss theirs */
  #isNoticeDue = false;

  constructor(deps: ComparisonDeps) {
    this.#deps = deps;
  }

  /** open claims of this counter's mailbox that may be sales of a lost journal: the present one has none of them */
  get orphans(): readonly OwnClaim[] {
    return this.#orphans;
  }

  get restore(): RestoreOfRelay | null {
    return this.#restore;
  }

  /** The background is to compare. */
  get isDue(): boolean {
    return this.#isDue;
  }

  request(): void {
    this.#isKeyNew ||= this.#deps.key() === null;
    this.#isDue = true;
  }

  /** In the background. @returns whether it compared */
  async run(key: ShopKey): Promise<boolean> {
    this.#isDue = (await this.#compare(key)) !== 'answered';
    return !this.#isDue;
  }

  /**
   * Nothing is claimed before the first comparison: a lost journal may have sent sales. Where the relay is an older copy of itself, or names
   * another roster, open claims are posted before any new one.
   */
  async compareFirst(): Promise<Outcome> {
    const key = this.#deps.key();
    const isDue = this.#isNoticeDue || this.#deps.membership.rosters().isOther;
    return key === null || (this.#comparedKey === key.id && !isDue) ? 'answered' : this.#compare(key);
  }

  /**
   * Whether a lost journal may have sent this sale: a counter's own claims are not in its way at the relay. One without a digest, after a
   * change of the key, may be of anything.
   */
  mayBeLost(id: string, sale: ReadBackSale): boolean {
    const product = this.#deps.key()?.digests(sale).product;
    return this.#orphans.some((one) => one.id === id || one.product === '' || one.product === product);
  }

  /** By which the other counters are asked about a repeat of an orphan. Of one under an earlier shop key they are unknown. */
  digestsOf(key: ShopKey, { id, product, number = '', sealed }: OwnClaim): ReturnType<ShopKey['digests']> {
    if (product !== '' && number !== '') return { product, number };
    const sale = sealed === undefined ? null : this.#deps.claimed.open(key, id, sealed);
    return sale === null ? key.blindDigests(id) : key.digests(sale);
  }

  /** A person has said what became of it. */
  settleOrphan(id: string): void {
    this.#orphans = this.#orphans.filter((one) => one.id !== id);
  }

  /** Nothing of that sale is to be posted before this counter has compared. */
  leaveOut(id: string): void {
    this.#toPost?.sales.delete(id);
  }

  setRestore(next: RestoreOfRelay | null): void {
    const now = this.#restore;
    if (next?.id === now?.id && next?.waiting.join('\n') === now?.waiting.join('\n')) return;
    this.#restore = next;
    this.#deps.changed();
  }

  /** The answer to what the relay was sent of a restore may name another one, after which this counter has not compared. */
  receiveRestore(next: RestoreOfRelay | null): void {
    const isOther = next !== null && next.id !== this.#restore?.id;
    this.setRestore(next);
    if (isOther) this.#deps.compare();
  }

  /** Says that all of it is posted, once it is. @returns `not_yet`: it is not, or there is nothing to say */
  async sayCompared(): Promise<'not_yet' | 'said' | 'failed'> {
    if (this.#toPost === null) return 'not_yet';
    const { ledger, membership, relay } = this.#deps;
    const { id, sales } = this.#toPost;
    for (const sale of sales) if (!ledger.pending.has(sale) && !ledger.isPressed(sale)) sales.delete(sale);
    if (sales.size > 0) return 'not_yet';
    const answer = await relay.postRestore({ step: 'compared', id, rosters: [...membership.rosters().seen] });
    if (answer.kind !== 'answered') return 'failed';
    this.#toPost = null;
    this.#comparedRestore = id;
    this.receiveRestore(answer.value.restore ?? null);
    return 'said';
  }

  /** Not `answered`: the relay did not, or the key was changed meanwhile. */
  async #compare(key: ShopKey): Promise<Outcome> {
    const { ledger, relay, log } = this.#deps;
    ledger.forgetClosed();
    const recorded = ledger.recorded();
    const answer = await relay.openClaims();
    if (answer.kind !== 'answered') return answer.kind;
    if (this.#deps.key()?.id !== key.id) return 'silent';
    const { own } = answer.value;
    const listed = new Set(own.map(({ id }) => id));
    const noticed = await this.#notice(answer.value, recorded, listed);
    if (noticed.kind !== 'answered') return noticed.kind;
    const { restore } = noticed;
    this.setRestore(restore);
    const isFirst = this.#comparedKey === null;
    this.#isKeyNew ||= !isFirst && this.#comparedKey !== key.id;
    const orphans = await this.#readOwn(key, own, isFirst);
    if (orphans === null) return 'silent';
    await this.#postUnlisted(recorded, listed);
    await this.#postSucceeded(restore);
    if (orphans.length > this.#orphans.length)
      log.warn('claims of a lost journal are open', { claims: orphans.length });
    this.#orphans = orphans;
    this.#comparedKey = key.id;
    return 'answered';
  }

  /** Reports to the relay that it lacks what it had recorded, or names a roster that this counter has not seen. */
  async #notice(
    { isCut, restore: named }: ListedClaims,
    recorded: readonly string[],
    listed: ReadonlySet<string>,
  ): Promise<{ kind: 'answered'; restore: RestoreOfRelay | null } | { kind: Exclude<Outcome, 'answered'> }> {
    const { membership, relay, log } = this.#deps;
    let restore: RestoreOfRelay | null = named ?? null;
    const post = async (of: { rosters?: string[] }): Promise<Outcome> => {
      const answer = await relay.postRestore({ step: 'noticed', ...of });
      if (answer.kind === 'answered') restore = answer.value.restore ?? null;
      return answer.kind;
    };
    const isKnown = restore !== null && !isOfStart(restore.id);
    this.#isNoticeDue = !isKnown && !isCut && (await this.#isLacking(recorded, listed));
    if (this.#isNoticeDue) {
      log.warn('the relay lacks claims that it had recorded');
      const kind = await post({});
      if (kind !== 'answered') return { kind };
      this.#isNoticeDue = false;
    }
    const { seen, isOther } = membership.rosters();
    if (isOther) {
      const kind = await post({ rosters: [...seen] });
      if (kind !== 'answered') return { kind };
      await membership.rememberRoster();
    }
    return { kind: 'answered', restore };
  }

  /** It had recorded them: an older copy of its database was put back. */
  async #isLacking(recorded: readonly string[], listed: ReadonlySet<string>): Promise<boolean> {
    const { ledger, readBacks, db } = this.#deps;
    for (const id of recorded) {
      if (listed.has(id) || !ledger.isRecorded(id)) continue;
      // One that is on its way was recorded before it left.
      if (ledger.isPressed(id) || (!readBacks.has(id) && stateOf(await db.get(id)) === 'unresolved')) return true;
    }
    return false;
  }

  /**
   * Reads the relay's list of this counter's claims. Each sale in the journal is posted in its present state; a claim without a sale is an orphan.
   * @returns null: the relay did not say whether the journal is whole
   */
  async #readOwn(key: ShopKey, own: readonly OwnClaim[], isFirst: boolean): Promise<OwnClaim[] | null> {
    const { ledger, readBacks, db } = this.#deps;
    /** once it is asked */
    let isWhole: boolean | null = null;
    const orphans: OwnClaim[] = [];
    for (const claim of own) {
      const { id, version, state } = claim;
      ledger.learnVersion(id, version);
      if (ledger.isClosed(id, version)) continue;
      const sale = await db.get(id);
      // Only the run that made a claim withdraws it: this folder may be an older copy whose sale was sent later.
      if (!ledger.isOpen(id) && stateOf(sale) !== 'unresolved') {
        // It lapses by itself.
        if (state === 'tentative') continue;
        const isEnded = await this.#isEndKnown(claim, sale);
        if (isEnded && isWhole === null) {
          isWhole = await this.#deps.isJournalWhole();
          if (isWhole === null) return null;
        }
        // A claim that appears while this program runs was late, or is from a copy that runs elsewhere: its sale may be in no journal.
        if (isFirst) this.#foundFirst.add(id);
        const isBack = !isEnded && this.#foundFirst.has(id) && (await this.#recovered(key, claim));
        if (!isBack && !(isEnded && isWhole === true)) {
          orphans.push(claim);
          continue;
        }
      }
      if (ledger.isPressed(id) || readBacks.has(id)) continue;
      // The relay cannot compare digests of two shop keys, so claims under the earlier key are posted again.
      if (state === 'unresolved' && this.#comparedKey === key.id) ledger.record(id);
      else ledger.doubt(id);
      ledger.post(id);
    }
    return orphans;
  }

  /** Posts unresolved sales of the journal that the relay does not list. */
  async #postUnlisted(recorded: readonly string[], listed: ReadonlySet<string>): Promise<void> {
    const { ledger, db } = this.#deps;
    // It is posted as soon as its press is over: until then this counter has not compared.
    for (const id of recorded) if (!listed.has(id) && ledger.isPressed(id)) ledger.doubt(id);
    for (const { id } of await db.unresolved()) {
      if (listed.has(id) || ledger.isPressed(id)) continue;
      ledger.drop(id);
      ledger.post(id);
    }
  }

  /**
   * Posts the day's successful sales to a relay that was restored, or under a new key: the relay compares no digests of two keys, and the other
   * counters would not be asked about a repeat of what was posted under another one.
   */
  async #postSucceeded(restore: RestoreOfRelay | null): Promise<void> {
    const { ledger, readBacks, db, today } = this.#deps;
    const isNew = restore !== null && restore.id !== this.#toPost?.id && restore.id !== this.#comparedRestore;
    // Also of later days: the clock may have been set back since.
    const since = isNew ? dayBefore(today()) : this.#isKeyNew ? today() : null;
    const succeeded = since === null ? [] : await db.succeededSince(since);
    this.#isKeyNew = false;
    if (restore !== null && isNew)
      this.#toPost = { id: restore.id, sales: new Set([...ledger.pressed, ...ledger.pending, ...succeeded]) };
    for (const id of succeeded) {
      if (ledger.isPressed(id) || readBacks.has(id)) continue;
      ledger.doubt(id);
      ledger.post(id);
    }
  }

  /** Whether the journal has the sale of that claim again. What cannot be stored now is tried with the next comparison. */
  async #recovered(key: ShopKey, { id, sealed }: OwnClaim): Promise<boolean> {
    const { claimed, recover, log } = this.#deps;
    const sale = sealed === undefined ? null : claimed.open(key, id, sealed);
    try {
      return sale !== null && (await recover(sale));
    } catch (error) {
      log.error('a sale of a lost journal could not be stored', { fault: errorName(error) });
      return false;
    }
  }

  /**
   * Whether the journal says how the request ended for which this claim was made. A journal that was put back to an older copy does not: what it
   * has of the sale is of before the claim, or nothing.
   */
  async #isEndKnown({ id, version }: OwnClaim, sale: Transaction | null): Promise<boolean> {
    if (sale === null) return false;
    const isClosed = sale.state === 'success' || sale.state === 'failed';
    if (isClosed && Date.parse(sale.settledAt ?? '') >= version) return true;
    // A correction leaves the time of the outcome, and its sale was claimed again.
    const end = isClosed ? 'sale.manually_corrected' : 'sale.not_sent';
    const ended = (await this.#deps.db.timeline(id)).findLast(({ type }) => type === end);
    return ended !== undefined && Date.parse(ended.at) >= version;
  }
}

/** @param day YYYY-MM-DD */
const dayBefore = (day: string): string => new Date(Date.parse(day) - 24 * 3_600_000).toISOString().slice(0, 10);
