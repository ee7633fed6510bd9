import { v7 } from 'uuid';
import type { SaleEvent } from '../../shared/contract/transactions.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { isUnresolved, type Transaction } from '../../shared/domain/transaction.ts';
import {
  type ClaimResult,
  type ClaimState,
  isOfStart,
  maxClaims,
  maxOpenClaims,
  type OpenClaims,
  type OtherClaim,
  type PostedClaim,
  type RestoreState,
} from '../../shared/wire/shop.ts';
import { type Clock, errorName, type Log, type Random } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ShopAnswer, ShopAtRelay } from '../relay-client/index.ts';
import type { ClaimAnswer, Claims, ShopHindrance } from '../sales/index.ts';
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

type ReadBackSale = Pick<Transaction, 'productCode' | 'customerNo'>;
export type OwnClaim = OpenClaims['own'][number];
export type RestoreOfRelay = NonNullable<OpenClaims['restore']>;

export interface ReadBack {
  /** null: nothing was claimed */
  saleId: string | null;
  /** another counter holds it */
  other: OtherClaim | null;
}

interface Deps {
  membership: Pick<ShopMembership, 'shop' | 'rosters' | 'rememberRoster' | 'leave'>;
  relay: Pick<ShopAtRelay, 'postClaims' | 'openClaims' | 'postRestore'>;
  journal: Pick<SalesStore, 'get' | 'unresolved' | 'succeededOn'> & {
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

/** A tentative claim lapses at the relay after 60 s. */
const readBackMs = 55_000;
const maxReadBacks = 50;
const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
const compareEveryMs = 5 * 60_000;
const maxTries = 3;

export function createShopClaims(deps: Deps): ShopClaims {
  const { membership, relay, journal, claimed, today, clock, random, log } = deps;
  /** sales between their claim and what comes of it, and how often: until then nothing else is posted of them */
  const held = new Map<string, number>();
  /** the newest version of each claim that may not be over */
  const versions = new Map<string, number>();
  /** claims that the relay holds, or may hold: made by this run, or of sales that its journal had as unresolved */
  const open = new Map<string, 'held' | 'unsure'>();
  /** versions that this run has closed while the relay is asked for its list, which may be older than that */
  const closed = new Map<string, number>();
  /** sales whose state is to be posted */
  const pending = new Set<string>();
  const readBacks = new Map<string, ReadBackSale & { at: number }>();
  let orphans: readonly OwnClaim[] = [];
  /** open claims that the first comparison found, and this run has not made */
  const foundFirst = new Set<string>();
  let isCompared = true;
  let comparedKey: string | null = null;
  /** the counter lacked the shop's key, or had another one, when it was to compare last */
  let isKeyNew = false;
  /** the relay was put back to an older copy, as it last said */
  let restore: RestoreOfRelay | null = null;
  /** what is to be posted before this counter has compared after that restore */
  let toCompare: { id: string; sales: Set<string> } | null = null;
  let comparedRestore: string | null = null;
  /** this counter misses claims that the relay had recorded, and the relay has not heard of it: others may miss theirs */
  let isNoticeDue = false;
  let isRunning = false;
  let isWanted = false;
  const closing = new AbortController();
  const keyOf = (): ShopKey | null => membership.shop()?.key ?? null;
  const hindrance = (): ShopHindrance | null => {
    if (keyOf() !== null) return null;
    return membership.shop()?.isLeft ? 'shop_left' : 'shop_key_missing';
  };

  const versioned = <T extends { id: string }>(claim: T): T & { version: number } => {
    const version = Math.max((versions.get(claim.id) ?? 0) + 1, clock.now());
    versions.set(claim.id, version);
    return { ...claim, version };
  };
  const isReadBack = (id: string): boolean => {
    const read = readBacks.get(id);
    return read !== undefined && clock.monotonic() - read.at < readBackMs;
  };
  /**
   * Whether a claim of this sale stands by itself now. To be asked again after each wait: a version that is counted then would be above
   * that of a claim which was made meanwhile, and undo it.
   */
  const isUnderWay = (id: string): boolean => held.has(id) || isReadBack(id);

  /** Claims of the pending sales, as the journal has them: none of a sale whose state the relay has already. */
  const unposted = async (key: ShopKey): Promise<PostedClaim[]> => {
    const claims: PostedClaim[] = [];
    for (const id of pending) {
      if (claims.length === maxClaims) break;
      if (isUnderWay(id)) continue;
      const version = versions.get(id);
      const sale = await journal.get(id);
      // It was claimed meanwhile: what was read is older than that, and must not take it back.
      if (isUnderWay(id) || versions.get(id) !== version) continue;
      const state = stateOf(sale);
      if (state === 'unresolved' ? open.get(id) === 'held' : !open.has(id)) pending.delete(id);
      else {
        const digests = sale && !isErased(sale) ? key.digests(sale) : key.blindDigests(id);
        const isSent = state !== 'withdrawn';
        if (state === 'unresolved') open.set(id, 'unsure');
        claims.push(
          versioned({ id, state, ...digests, day: sale?.day ?? today(), isSent, ...carried(key, state, sale) }),
        );
      }
    }
    return claims;
  };
  /** One that was settled carries no sale, and what the relay had of it is deleted. */
  const carried = (key: ShopKey, state: ClaimState, sale: Transaction | null): Pick<PostedClaim, 'sealed'> => {
    const sealed = state === 'unresolved' && sale && !isErased(sale) ? claimed.seal(key, sale) : undefined;
    return sealed === undefined ? {} : { sealed };
  };
  const keepResult = async (claim: PostedClaim, result: ClaimResult | undefined): Promise<void> => {
    if (result?.outcome === 'stale') versions.set(claim.id, Math.max(result.version, versions.get(claim.id) ?? 0));
    // The relay has it under an earlier mailbox of this counter, and takes no other word of it.
    if (result?.outcome === 'stale' && result.version < claim.version) toCompare?.sales.delete(claim.id);
    // One that changed meanwhile, or is claimed anew, is posted again; after the others, which a hundred of them would hold back.
    if (result?.outcome !== 'recorded') {
      if (pending.delete(claim.id)) pending.add(claim.id);
      return;
    }
    const sale = await journal.get(claim.id);
    if (isUnderWay(claim.id) || versions.get(claim.id) !== claim.version || stateOf(sale) !== claim.state) return;
    pending.delete(claim.id);
    if (claim.state === 'unresolved') open.set(claim.id, 'held');
    else {
      open.delete(claim.id);
      versions.delete(claim.id);
      closed.set(claim.id, claim.version);
    }
  };

  /** Without those of this counter's own sales that its journal has, and guards. What is left of its own is of another copy of its folder. */
  const foreign = async (others: readonly OtherClaim[]): Promise<OtherClaim[]> => {
    const left: OtherClaim[] = [];
    for (const other of others) {
      const isGuarded = other.isOwn === true && (isUnderWay(other.id) || open.has(other.id));
      if (!isGuarded && (other.isOwn !== true || (await journal.get(other.id)) === null)) left.push(other);
    }
    return left;
  };
  /** Claims one sale above whatever the relay has of it. */
  const claimOne = async (
    claim: Pick<PostedClaim, 'id' | 'state' | 'day'>,
    sale: ReadBackSale,
    sealed: Pick<PostedClaim, 'sealed'> = {},
  ): Promise<ClaimAnswer> => {
    const key = keyOf();
    if (!key) return { kind: hindrance() ?? 'shop_key_missing' };
    open.set(claim.id, 'unsure');
    for (let tries = 0; tries < maxTries; tries += 1) {
      const one = versioned({ ...claim, ...key.digests(sale), isSent: false, ...sealed });
      const answer = await relay.postClaims({ keyId: key.id, claims: [one] });
      if (answer.kind === 'refused' && answer.reason === 'restored') {
        // Once it is posted what this counter has not settled, it waits for the others alone.
        compare();
        return { kind: 'restored' };
      }
      if (answer.kind !== 'answered') return { kind: answer.kind };
      const [result] = answer.value;
      if (result?.outcome === 'in_flight') return { kind: 'in_flight', other: result.other };
      if (result?.outcome === 'recorded') {
        if (claim.state === 'unresolved') open.set(claim.id, 'held');
        // An earlier claim of this sale still stands, and another counter has sent the same since: a bill, when it could ask nobody.
        const isSame = (one: OtherClaim): boolean => one.isSameProduct && one.state === 'unresolved';
        const others = await foreign(result.others);
        if (others.some((one) => one.isOwn === true && isSame(one))) {
          compare();
          return { kind: 'lost_journal' };
        }
        const other = others.find(isSame);
        return other ? { kind: 'in_flight', other } : { kind: 'recorded', others };
      }
      if (result) versions.set(claim.id, Math.max(result.version, versions.get(claim.id) ?? 0));
      // What the relay has is the claim of the sale itself, which was faster.
      if (claim.state === 'tentative') break;
    }
    return { kind: 'refused' };
  };

  /** Whether the journal has the sale of that claim again. What cannot be stored now is tried with the next comparison. */
  const recovered = async (key: ShopKey, { id, sealed }: OwnClaim): Promise<boolean> => {
    const sale = sealed === undefined ? null : claimed.open(key, id, sealed);
    try {
      return sale !== null && (await deps.recover(sale));
    } catch (error) {
      log.error('a sale of a lost journal could not be stored', {
        fault: errorName(error),
      });
      return false;
    }
  };
  /**
   * Whether the journal says how the request ended for which this claim was made. A journal that was put back to an older copy does not: what it
   * has of the sale is of before the claim, or nothing.
   */
  const isEndKnown = async ({ id, version }: OwnClaim, sale: Transaction | null): Promise<boolean> => {
    if (sale === null) return false;
    if (sale.state === 'success' || sale.state === 'failed') return Date.parse(sale.settledAt ?? '') >= version;
    const ended = (await journal.timeline(id)).findLast(({ type }) => type === 'sale.not_sent');
    return ended !== undefined && Date.parse(ended.at) >= version;
  };
  /** Not `answered`: the relay did not, or the key was changed meanwhile. */
  const compareOnce = async (key: ShopKey): Promise<ShopAnswer<null>['kind']> => {
    closed.clear();
    const recorded = [...open].flatMap(([id, of]) => (of === 'held' ? [id] : []));
    const answer = await relay.openClaims();
    if (answer.kind !== 'answered') return answer.kind;
    if (keyOf()?.id !== key.id) return 'silent';
    const { own } = answer.value;
    let { restore = null } = answer.value;
    const listed = new Set(own.map(({ id }) => id));
    // It had recorded them: an older copy of its database was put back.
    const isLacking = async (): Promise<boolean> => {
      for (const id of recorded) {
        if (listed.has(id) || open.get(id) !== 'held') continue;
        // One that is on its way was recorded before it left.
        if (held.has(id) || (!isReadBack(id) && stateOf(await journal.get(id)) === 'unresolved')) return true;
      }
      return false;
    };
    const isKnown = restore !== null && !isOfStart(restore.id);
    const postNotice = async (of: { rosters?: string[] }): Promise<ShopAnswer<RestoreState>['kind']> => {
      const noticed = await relay.postRestore({ step: 'noticed', ...of });
      if (noticed.kind === 'answered') restore = noticed.value.restore ?? null;
      return noticed.kind;
    };
    isNoticeDue = !isKnown && own.length < maxOpenClaims && (await isLacking());
    if (isNoticeDue) {
      log.warn('the relay lacks claims that it had recorded');
      const kind = await postNotice({});
      if (kind !== 'answered') return kind;
      isNoticeDue = false;
    }
    const { seen, isOther } = membership.rosters();
    if (isOther) {
      const kind = await postNotice({ rosters: [...seen] });
      if (kind !== 'answered') return kind;
      await membership.rememberRoster();
    }
    setRestore(restore);
    const isFirst = comparedKey === null;
    isKeyNew ||= !isFirst && comparedKey !== key.id;
    /** once it is asked */
    let isWhole: boolean | null = null;
    const found: OwnClaim[] = [];
    for (const claim of own) {
      const { id, version, state } = claim;
      versions.set(id, Math.max(version, versions.get(id) ?? 0));
      if ((closed.get(id) ?? 0) >= version) continue;
      const sale = await journal.get(id);
      // A claim is taken back only by the run that made it: the folder may be an older copy, and the sale may have been sent since.
      if (!open.has(id) && stateOf(sale) !== 'unresolved') {
        // It lapses by itself.
        if (state === 'tentative') continue;
        const isEnded = await isEndKnown(claim, sale);
        if (isEnded && isWhole === null) {
          isWhole = await deps.isJournalWhole();
          if (isWhole === null) return 'silent';
        }
        // One that comes while this program runs is of a copy that runs elsewhere, or came late: its sale may be nowhere.
        if (isFirst) foundFirst.add(id);
        const isBack = !isEnded && foundFirst.has(id) && (await recovered(key, claim));
        if (!isBack && !(isEnded && isWhole === true)) {
          found.push(claim);
          continue;
        }
      }
      if (isUnderWay(id)) continue;
      // Under a new shop key the relay cannot compare what was claimed under the earlier one: it is posted again.
      open.set(id, state === 'unresolved' && comparedKey === key.id ? 'held' : 'unsure');
      pending.add(id);
    }
    // It is posted as soon as its press is over: until then this counter has not compared.
    for (const id of recorded) if (!listed.has(id) && held.has(id)) open.set(id, 'unsure');
    for (const { id } of await journal.unresolved()) {
      if (listed.has(id) || held.has(id)) continue;
      open.delete(id);
      pending.add(id);
    }
    // The relay compares no digests of two keys: the other counters would not be asked about a repeat of what was posted under another one.
    const isRestoreNew = restore !== null && restore.id !== toCompare?.id && restore.id !== comparedRestore;
    const days = isRestoreNew ? [today(), dayBefore(today())] : isKeyNew ? [today()] : [];
    const succeeded = (await Promise.all(days.map((day) => journal.succeededOn(day)))).flat();
    isKeyNew = false;
    if (restore !== null && isRestoreNew)
      toCompare = { id: restore.id, sales: new Set([...held.keys(), ...pending, ...succeeded]) };
    for (const id of succeeded) {
      if (isUnderWay(id)) continue;
      open.set(id, 'unsure');
      pending.add(id);
    }
    if (found.length > orphans.length) log.warn('claims of a lost journal are open', { claims: found.length });
    orphans = found;
    comparedKey = key.id;
    return 'answered';
  };
  /**
   * Before the first comparison nobody knows what a lost journal may have sent; and where the relay is an older copy of itself, or names
   * another roster, it hears so before anything is claimed.
   */
  const compareFirst = async (): Promise<ShopAnswer<null>['kind']> => {
    const key = keyOf();
    const isDue = isNoticeDue || membership.rosters().isOther;
    return key === null || (comparedKey === key.id && !isDue) ? 'answered' : compareOnce(key);
  };

  /**
   * Whether a lost journal may have sent this sale: a counter's own claims are not in its way at the relay. One without a digest, after a
   * change of the key, may be of anything.
   */
  const mayBeLost = (id: string, sale: ReadBackSale): boolean => {
    const product = keyOf()?.digests(sale).product;
    return orphans.some((one) => one.id === id || one.product === '' || one.product === product);
  };

  const setRestore = (next: RestoreOfRelay | null): void => {
    if (next?.id === restore?.id && next?.waiting.join('\n') === restore?.waiting.join('\n')) return;
    restore = next;
    deps.changed();
  };
  /** The answer to what it said of a restore may name another one, after which it has not compared. */
  const receiveRestore = (next: RestoreOfRelay | null): void => {
    const isOther = next !== null && next.id !== restore?.id;
    setRestore(next);
    if (isOther) compare();
  };
  /** Says that all of it is posted, once it is. False: it is not, or there is nothing to say. */
  const sayCompared = async (): Promise<boolean> => {
    if (toCompare === null) return false;
    const { id, sales } = toCompare;
    for (const sale of sales) if (!pending.has(sale) && !held.has(sale)) sales.delete(sale);
    if (sales.size > 0) return false;
    const answer = await relay.postRestore({ step: 'compared', id, rosters: [...membership.rosters().seen] });
    if (answer.kind !== 'answered') {
      await pause();
      return true;
    }
    toCompare = null;
    comparedRestore = id;
    receiveRestore(answer.value.restore ?? null);
    return false;
  };

  let failures = 0;
  const pause = async (): Promise<void> => {
    failures += 1;
    const bound = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(failures - 1, 10));
    const [byte = 0] = random.bytes(1);
    await clock.sleep((bound / 2) * (1 + byte / 256), closing.signal);
  };
  /** One request of the background. False: nothing is left to do now. */
  const step = async (): Promise<boolean> => {
    const key = keyOf();
    if (!key) return false;
    if (!isCompared) {
      isCompared = (await compareOnce(key)) === 'answered';
      if (isCompared) return true;
      await pause();
      return true;
    }
    const claims = await unposted(key);
    if (claims.length === 0) return sayCompared();
    const answer = await relay.postClaims({ keyId: key.id, claims });
    if (answer.kind !== 'answered') {
      await pause();
      return true;
    }
    for (const [at, claim] of claims.entries()) {
      const result = answer.value[at];
      if (result?.outcome === 'in_flight') log.error('the relay did not record a sale that was sent');
      await keepResult(claim, result);
    }
    // A relay that answers and records nothing is asked less and less: the claim may be of this counter's earlier mailbox.
    if (answer.value.every(({ outcome }) => outcome !== 'recorded')) await pause();
    else failures = 0;
    return true;
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      try {
        while (!closing.signal.aborted && (await step()));
      } catch (error) {
        if (closing.signal.aborted) break;
        log.error('claims could not be posted', { fault: errorName(error) });
        await pause();
        isWanted = true;
      }
    }
    isRunning = false;
  };
  const wake = (): void => {
    isWanted = true;
    if (!isRunning && keyOf()) void run();
  };
  const compare = (): void => {
    if (!membership.shop()) return;
    isKeyNew ||= keyOf() === null;
    isCompared = false;
    wake();
  };
  let stopTimer: (() => void) | null = null;

  return {
    hindrance,
    readBackId({ productCode, customerNo }) {
      let newest: string | null = null;
      for (const [id, read] of readBacks) {
        if (!isReadBack(id)) readBacks.delete(id);
        else if (read.productCode === productCode && read.customerNo === customerNo) newest = id;
      }
      return newest;
    },
    async claim(sale) {
      const { id, day } = sale;
      // At once: a second press finds no read-back to claim under the same id.
      held.set(id, (held.get(id) ?? 0) + 1);
      readBacks.delete(id);
      const kind = await compareFirst();
      if (kind !== 'answered') return { kind };
      if (mayBeLost(id, sale)) return { kind: 'lost_journal' };
      const key = keyOf();
      return claimOne({ id, state: 'unresolved', day }, sale, key ? carried(key, 'unresolved', sale) : {});
    },
    release(id) {
      const left = (held.get(id) ?? 0) - 1;
      if (left > 0) held.set(id, left);
      else held.delete(id);
      pending.add(id);
      wake();
    },
    onSale({ id, state }) {
      if (!membership.shop()) return;
      // Also one that was closed, and is disputed before it is corrected: how that ends is posted.
      if (isUnresolved(state) && !open.has(id)) open.set(id, 'unsure');
      pending.add(id);
      wake();
    },
    compare() {
      stopTimer ??= membership.shop() && clock.every(compareEveryMs, compare);
      compare();
    },
    async readBack({ saleId, ...sale }) {
      // A tentative claim would take the place of what a lost journal has sent, and lapse. The press asks again, and says why.
      if ((await compareFirst()) !== 'answered') return { saleId: null, other: null };
      const bill = saleId === undefined ? null : await journal.get(saleId);
      // Another window pays it, or has paid it.
      const isTaken = saleId !== undefined && (bill?.state !== 'inquired' || held.has(saleId));
      if (isTaken) return { saleId, other: null };
      const id = saleId ?? v7({ msecs: clock.now(), random: random.bytes(16) });
      if (mayBeLost(id, sale)) return { saleId: null, other: null };
      for (const oldest of readBacks.keys()) {
        if (readBacks.size < maxReadBacks) break;
        readBacks.delete(oldest);
      }
      readBacks.set(id, { ...sale, at: clock.monotonic() });
      const answer = await claimOne({ id, state: 'tentative', day: today() }, sale);
      if (answer.kind === 'in_flight') return { saleId: id, other: answer.other };
      const others = answer.kind === 'recorded' ? answer.others : [];
      return { saleId: id, other: others.find((other) => other.isSameProduct && other.state !== 'success') ?? null };
    },
    leave(saleId) {
      if (!readBacks.delete(saleId)) return;
      pending.add(saleId);
      wake();
    },
    restore: () => restore,
    leaveShop: () => membership.leave(),
    learnRestore(id) {
      if (id === null) setRestore(null);
      else if (id !== restore?.id) compare();
    },
    async acceptRestore() {
      if (restore === null) return true;
      const answer = await relay.postRestore({ step: 'accepted', id: restore.id });
      if (answer.kind !== 'answered') return false;
      receiveRestore(answer.value.restore ?? null);
      return true;
    },
    orphans: () => orphans,
    async settleOrphan(id, outcome) {
      const key = keyOf();
      const orphan = orphans.find((one) => one.id === id);
      if (!key || !orphan) return { kind: 'refused', reason: null };
      const claim = versioned({ id, state: outcome, ...key.blindDigests(id), day: orphan.day, isSent: true });
      const answer = await relay.postClaims({ keyId: key.id, claims: [claim] });
      if (answer.kind !== 'answered') return answer;
      // A copy of this counter that runs elsewhere said something newer: what is left to decide is to be read again.
      if (answer.value[0]?.outcome !== 'recorded') {
        compare();
        return { kind: 'silent' };
      }
      orphans = orphans.filter((one) => one.id !== id);
      return { kind: 'answered', value: null };
    },
    stop() {
      closing.abort();
      stopTimer?.();
    },
  };
}

/** What a sale means for the other counters. A sale that is not stored, or certainly never left, holds nothing. */
function stateOf(sale: Transaction | null): ClaimState {
  if (sale === null) return 'withdrawn';
  if (isUnresolved(sale.state)) return 'unresolved';
  return sale.state === 'success' || sale.state === 'failed' ? sale.state : 'withdrawn';
}

/** @param day YYYY-MM-DD */
const dayBefore = (day: string): string => new Date(Date.parse(day) - 24 * 3_600_000).toISOString().slice(0, 10);
