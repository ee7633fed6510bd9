import { hash } from 'node:crypto';
import {
  type ClaimResult,
  type ClaimsRefused,
  maxOpenClaims,
  type OpenClaims,
  type OtherClaim,
  type PostedClaim,
  type PostedRestore,
  type RestoreState,
  rosterPrefix,
  type SettledClaim,
  type ShopOfMailbox,
} from '../../shared/wire/shop.ts';

/** How long a tentative claim counts. */
const tentativeMs = 60_000;
const maxOthers = 20;

/** A claim as it is kept. Its digests are empty if they were made with an earlier shop key. */
export interface StoredClaim extends Omit<PostedClaim, 'isSent' | 'sealed'> {
  /** the number of its counter's mailbox */
  mailbox: number;
  counter: string;
  /** At most one claim of a shop and product does: the database refuses another, should the rules of this file fail. */
  holds: boolean;
  /** when it was opened */
  since: string;
  changedAt: string;
  /** its mailbox is deleted, disabled or in this shop no more */
  isRevoked: boolean;
  /** it carries its sale */
  isSealed: boolean;
}

/** A claim as it is to be kept. */
export interface ClaimChange extends StoredClaim {
  /** the sale that it carries, base64; null: none, as where it is not unresolved */
  sealed: string | null;
}

/** Names the restore that takes the place of one during which a counter left its shop uncompared: only a supervisor ends it. */
export const restoreOfLeft = (restore: string): string =>
  `${rosterPrefix}${hash('sha256', `left ${restore}`).slice(0, 16)}`;

/** How much of the sales that claims carry is sent at once, in base64. */
const maxSealedLength = 2 * 1024 * 1024;

/**
 * What a counter has claimed, as it is read: a page ends before the sale that exceeds the limit, a list goes on without the sales.
 * @param open behind `after`, by their ids, up to maxOpenClaims, with the sales that they carry
 * @param after the last id of the page before, empty: the first one; null: no pages are asked for
 */
export function ownClaims(
  open: ReadonlyArray<Pick<ClaimChange, 'id' | 'version' | 'state' | 'product' | 'number' | 'day' | 'sealed'>>,
  after: string | null,
): Pick<OpenClaims, 'own' | 'more'> {
  let length = 0;
  const own: OpenClaims['own'] = [];
  for (const { id, version, state, product, number, day, sealed } of open) {
    length += sealed?.length ?? 0;
    const isWithin = length <= maxSealedLength;
    if (!isWithin && after !== null) return { own, more: true };
    own.push({ id, version, state, product, number, day, ...(sealed !== null && isWithin ? { sealed } : {}) });
  }
  return { own, ...(after !== null && open.length === maxOpenClaims ? { more: true } : {}) };
}

/** The times between which a tentative claim was changed that has not lapsed: one from the future lapses too, after the clock is set back. */
export const liveBetween = (now: number): { after: string; before: string } => ({
  after: new Date(now - tentativeMs).toISOString(),
  before: new Date(now + tentativeMs).toISOString(),
});

function isOpen({ state, changedAt }: StoredClaim, now: number): boolean {
  if (state !== 'tentative') return state === 'unresolved';
  const { after, before } = liveBetween(now);
  return changedAt > after && changedAt < before;
}

/** Whether a version is new, or a repeat of the recorded one. With the new shop key a counter posts the same version again. */
function isTaken(earlier: StoredClaim, mailbox: number, posted: PostedClaim): boolean {
  if (earlier.mailbox !== mailbox || posted.version < earlier.version) return false;
  if (posted.version > earlier.version) return true;
  const isSame = earlier.product === posted.product && earlier.number === posted.number;
  return earlier.state === posted.state && (isSame || earlier.product === '');
}

/** Unresolved ones first, then the newest. */
const byUrgency = (one: StoredClaim, other: StoredClaim): number =>
  Number(other.state === 'unresolved') - Number(one.state === 'unresolved') ||
  other.since.localeCompare(one.since) ||
  other.id.localeCompare(one.id);

/** @param to the claim that asks, and its counter's mailbox */
const otherClaim = (
  { id, mailbox, counter, state, since, day, product, isRevoked }: StoredClaim,
  to: { mailbox: number; product: string },
): OtherClaim => ({
  id,
  ...(mailbox === to.mailbox ? { isOwn: true } : {}),
  counter,
  state,
  since,
  day,
  isSameProduct: product === to.product,
  isRevoked,
});

/**
 * Decides about a posted claim.
 * @param claims those of the shop with its id, its number, its product held, or empty digests
 * @param by the counter that posts
 * @returns `change`: the claim as it is to be kept; null: nothing changes
 */
export function judgeClaim(
  claims: readonly StoredClaim[],
  by: { mailbox: number; counter: string },
  posted: PostedClaim,
  now: number,
): { result: ClaimResult; change: ClaimChange | null } {
  const { id, version, state, product, number, day, isSent } = posted;
  const to = { mailbox: by.mailbox, product };
  const earlier = claims.find((claim) => claim.id === id);
  if (earlier && !isTaken(earlier, by.mailbox, posted)) {
    return { result: { outcome: 'stale', version: earlier.version, state: earlier.state }, change: null };
  }
  const others = claims.filter(({ mailbox }) => mailbox !== by.mailbox).toSorted(byUrgency);
  // A request that was allowed may have left: what came after it does not take the claim away.
  const isHeld = earlier?.state === 'unresolved' && (earlier.product === product || earlier.product === '');
  const mayBeRefused = !isSent && (state === 'tentative' || (state === 'unresolved' && !isHeld));
  const blocker = others.find((claim) =>
    claim.product === '' ? claim.state === 'unresolved' : claim.product === product && isOpen(claim, now),
  );
  if (blocker && mayBeRefused) {
    return { result: { outcome: 'in_flight', other: otherClaim(blocker, to) }, change: null };
  }
  const own = claims.filter((claim) => claim.mailbox === by.mailbox && claim.id !== id).toSorted(byUrgency);
  const isListed = (claim: StoredClaim): boolean =>
    claim.number === number && (isOpen(claim, now) || (claim.state === 'success' && claim.day === day));
  const rank = (claim: StoredClaim): number =>
    (claim.product === product ? 0 : 2) + (claim.state === 'unresolved' ? 0 : 1);
  // What refuses a sale, or is asked about, comes before what the limit leaves out; of equal rank those of others do.
  const ofNumber = [...others, ...own].filter(isListed).toSorted((one, other) => rank(one) - rank(other));
  const result: ClaimResult = {
    outcome: 'recorded',
    others: ofNumber.slice(0, maxOthers).map((claim) => otherClaim(claim, to)),
  };
  const sealed = state === 'unresolved' ? (posted.sealed ?? null) : null;
  const isSealed = sealed !== null;
  if (earlier?.version === version && earlier.product !== '') {
    // A repeat brings the sale, or takes it away: it was erased.
    return { result, change: earlier.isSealed === isSealed ? null : { ...earlier, sealed, isSealed } };
  }
  const at = new Date(now).toISOString();
  const isFirst = !claims.some((claim) => claim.id !== id && claim.holds && claim.product === product);
  const change: ClaimChange = {
    id,
    version,
    state,
    product,
    number,
    day,
    mailbox: by.mailbox,
    counter: by.counter,
    holds: state === 'unresolved' && !isSent && isFirst,
    since: earlier && isOpen(earlier, now) ? earlier.since : at,
    changedAt: at,
    isRevoked: false,
    sealed,
    isSealed,
  };
  return { result, change };
}

/** Whether a claim may wait for other counters: nothing of it has left yet. */
export const isNewSale = ({ isSent, state }: PostedClaim): boolean =>
  !isSent && (state === 'tentative' || state === 'unresolved');

/** Why a counter's request about its shop is refused. "unauthorised": its mailbox was disabled or deleted meanwhile. */
export type ShopRefusal =
  | { refused: 'unauthorised' | 'unknown' }
  | { refused: 'restored'; waiting: string[] }
  | { refused: ClaimsRefused['reason']; shop?: ShopOfMailbox };

export interface ClaimAsk {
  mailbox: string;
  keyId: string;
  claim: PostedClaim;
}

/** A relay's access to the claims of shops. A method rejects if the database fails, and has then changed nothing. */
export interface ClaimStore {
  /** Decides about claims in their order, durably and in one commit that keeps all others of their shops out. */
  recordClaims(requests: readonly ClaimAsk[], now: number): Promise<Array<ClaimResult | ShopRefusal>>;
  /** See OpenClaims. @param after the last id of the page before, empty: the first one; null: no pages are asked for */
  openClaims(mailbox: string, now: number, after?: string | null): Promise<OpenClaims | ShopRefusal>;
  settleClaim(mailbox: string, settled: SettledClaim, now: number): Promise<ShopRefusal | null>;
  /**
   * The first key of a shop counts.
   * @param replaces the counter has it in the place of that one
   * @param at ISO 8601 UTC
   */
  setShopKey(
    mailbox: string,
    key: { keyId: string; replaces?: string | undefined },
    at: string,
  ): Promise<ShopOfMailbox | ShopRefusal>;
  /** See PostedRestore. @param id of a restore that is noticed now */
  postRestore(mailbox: string, posted: PostedRestore, id: string): Promise<RestoreState | ShopRefusal>;
  countUnresolved(): Promise<number>;
  /** Deletes up to `limit` of the closed and tentative claims that were not changed since, of one shop. Answers how many. */
  pruneClaims(request: { before: string; limit: number }): Promise<number>;
}
