import { z } from 'zod';
import { PositiveInt } from '../domain/common-schemas.ts';

/** HMAC-SHA-256 under a key that is derived from the shop key, in hex. The relay compares it, and learns nothing else. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** Names the shop key without revealing it: counters with another key would not see each other's claims. */
export const ShopKeyId = z.string().regex(/^[0-9a-f]{16}$/);

/** The shop key as text: 32 bytes in base64url. A secret that the relay never has. */
export const ShopKeyText = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Names a shop's counters and their tokens from one change of them to the next. By chance: the same ones later have another name. */
const Roster = z.string().regex(/^[0-9a-f]{16}$/);

/** How many a counter remembers. */
export const maxRosters = 50;

/** The shop of a mailbox, in each page of its events. */
export const ShopOfMailbox = z.object({
  id: z.string().min(1).max(64),
  name: z.string(),
  /** null: no counter has made the shop key yet */
  keyId: ShopKeyId.nullable(),
  /** it reads what the counters ship, and sells nothing. Left out: a counter */
  role: z.literal('office').optional(),
  /** the number of the newest notice (wire/office.ts). Left out: there is none */
  notices: PositiveInt.optional(),
  /** names the restore of the relay since which a counter has not compared. Left out: there is none */
  restore: z.string().min(1).max(64).optional(),
  /** names the shop's counters and their tokens as they are. Left out: nothing was changed about them since the relay names them */
  roster: Roster.optional(),
});
export type ShopOfMailbox = z.infer<typeof ShopOfMailbox>;

/**
 * Body of POST /v1/mailboxes/{mailbox}/shop-key: the first one of a shop counts. 409 with the shop where there is another. `replaces`: the
 * counter knows that this key took the place of that one, so a relay that still has it was put back to an older copy: no new sale of the shop is
 * claimed there before its operator has decided between the two.
 */
export const PostedShopKey = z.object({ keyId: ShopKeyId, replaces: ShopKeyId.optional() });
export type PostedShopKey = z.infer<typeof PostedShopKey>;

/** 200 of POST shop-key. */
export const ShopKeyAccepted = z.looseObject({ shop: ShopOfMailbox });

/** `tentative` lapses after 60 s of the relay's clock. `unresolved`: the request may have left. */
export const ClaimState = z.enum(['tentative', 'unresolved', 'success', 'failed', 'withdrawn']);
export type ClaimState = z.infer<typeof ClaimState>;

/** Limit of a claim's sealed sale, in base64. */
export const maxClaimSealed = 12_000;

/** What a counter says of one of its sales. */
export const PostedClaim = z.object({
  /** the sale's id */
  id: z.uuidv7(),
  /** the highest one counts, so that a request that is delayed or repeated changes nothing */
  version: PositiveInt,
  state: ClaimState,
  /** of product and number */
  product: Digest,
  /** of the number alone */
  number: Digest,
  /** the shop's day, by which repeats are asked about */
  day: z.iso.date(),
  /** the sale was sent already: recorded, whatever other counters claim */
  isSent: z.boolean(),
  /**
   * The sale as it was read back, sealed with the shop key for this counter alone, base64: should its journal be lost, the sale comes back as
   * unknown. Left out by a tentative claim.
   */
  sealed: z.base64().max(maxClaimSealed).optional(),
});
export type PostedClaim = z.infer<typeof PostedClaim>;

/** Limit of a request. */
export const maxClaims = 100;

/** Body of POST /v1/mailboxes/{mailbox}/claims. */
export const PostedClaims = z.object({ keyId: ShopKeyId, claims: z.array(PostedClaim).min(1).max(maxClaims) });
export type PostedClaims = z.infer<typeof PostedClaims>;

/** Another claim of the shop. Times are the relay's. */
export const OtherClaim = z.object({
  id: z.uuidv7(),
  /** it is of the mailbox that asks: a counter whose journal lacks the sale is an older copy, or has one beside it. Left out: another's */
  isOwn: z.literal(true).optional(),
  /** the name of its mailbox */
  counter: z.string(),
  state: ClaimState,
  since: z.iso.datetime(),
  day: z.iso.date(),
  /** else only the number is the same; in `in_flight`: the claim was made with an earlier shop key, and may be for anything */
  isSameProduct: z.boolean(),
  /** its counter was removed from the shop, or its mailbox is disabled: a supervisor may settle it */
  isRevoked: z.boolean(),
});
export type OtherClaim = z.infer<typeof OtherClaim>;

/** What became of a posted claim. */
export const ClaimResult = z.discriminatedUnion('outcome', [
  /** `others`: open, or succeeded on the same day, for the same number: of the same product first, then unresolved ones; at most 20 */
  z.object({ outcome: z.literal('recorded'), others: z.array(OtherClaim) }),
  /** not recorded: another counter holds the same product and number */
  z.object({ outcome: z.literal('in_flight'), other: OtherClaim }),
  /** not recorded: the relay has this version, or a later one */
  z.object({ outcome: z.literal('stale'), version: PositiveInt, state: ClaimState }),
]);
export type ClaimResult = z.infer<typeof ClaimResult>;

/** 200 of POST claims: the results in the order of the claims. */
export const ClaimResults = z.object({ results: z.array(ClaimResult).max(maxClaims) });

/**
 * 409 of a request about a shop: the mailbox is in no shop, its shop has another key, it is an office, or is none; where a claim is to be
 * settled: its counter is in the shop and enabled, or it is closed with another outcome; where a notice is posted: its mailbox has posted
 * as many as are kept; where a new sale is claimed: the relay was put back to an older copy (`restored`), see PostedRestore.
 */
export const ClaimsRefused = z.looseObject({
  reason: z.enum(['no_shop', 'other_key', 'office', 'no_office', 'not_revoked', 'settled', 'full', 'restored']),
  /** with `other_key` */
  shop: ShopOfMailbox.optional(),
  /** with `restored`: the names of the counters that have not compared since; none: the operator decides about a newer key */
  waiting: z.array(z.string()).max(100).optional(),
});
export type ClaimsRefused = z.infer<typeof ClaimsRefused>;

/** Limit of each list of open claims. */
export const maxOpenClaims = 1000;

/**
 * 200 of GET /v1/mailboxes/{mailbox}/claims: the unresolved and tentative ones of the shop, without those that lapsed. `own` is in the order of
 * its ids, and with `after` a page of them, each with the sale that it carries; `others` begin with those of revoked counters, and come with
 * the first page alone.
 */
export const OpenClaims = z.object({
  own: z.array(
    PostedClaim.omit({ isSent: true }).extend({
      /** empty: made with an earlier shop key */
      product: Digest.or(z.literal('')),
      /** empty as that of the product is. Left out by an older relay */
      number: Digest.or(z.literal('')).optional(),
    }),
  ),
  others: z.array(OtherClaim.omit({ isSameProduct: true })),
  /** with `after`: there may be more of its own behind the last one. Left out: there are none, or the relay is older and has no pages */
  more: z.literal(true).optional(),
  /** the relay was put back to an older copy. Left out: every counter has compared since, or a supervisor went on */
  restore: z.object({ id: z.string().min(1).max(64), waiting: z.array(z.string()).max(100) }).optional(),
});
export type OpenClaims = z.infer<typeof OpenClaims>;

/** Body of POST /v1/mailboxes/{mailbox}/claims/settle: a supervisor settles the claim of a revoked counter. 404, or 409 where it is not. */
export const SettledClaim = z.object({ id: z.uuidv7(), outcome: z.enum(['success', 'failed']) });
export type SettledClaim = z.infer<typeof SettledClaim>;

/** Begins the id of a restore that may be none: see PostedRestore. */
export const startPrefix = 'start-';

/** Whether a restore is only suspected. @param id null or undefined: there is none */
export const isOfStart = (id: string | null | undefined): boolean => id?.startsWith(startPrefix) ?? false;

/** Begins the id of a restore after which the relay does not know every counter of the shop: see PostedRestore. */
export const rosterPrefix = 'roster-';

/** Whether only a supervisor ends a restore. @param id null or undefined: there is none */
export const isOfRoster = (id: string | null | undefined): boolean => id?.startsWith(rosterPrefix) ?? false;

/**
 * Body of POST /v1/mailboxes/{mailbox}/claims/restore. A relay that was put back to an older copy lacks what was claimed since, so no new sale
 * of a shop is claimed until each of its counters has compared, or a supervisor goes on. Whether a file was put back while the relay was
 * stopped may be unknown: after a start over a file the same holds under an id that begins with `start-`. After a minute
 * a counter that has not polled is not waited for any longer; one that has makes it a restore that lasts. A counter that has seen a roster
 * which the relay never had proves that the copy lacks counters, whose sales cannot be posted: under an id that begins with `roster-` the
 * restore ends by a supervisor alone.
 * - `noticed`: the relay lacks a claim that it had recorded; with `rosters`, it says another roster than the last
 * - `compared`: the counter has posted all that it has not settled, and what succeeded lately
 * - `accepted`: a supervisor goes on without the counters that have not compared
 * `rosters`: those that the counter has seen of this shop.
 */
export const PostedRestore = z.discriminatedUnion('step', [
  z.object({ step: z.literal('noticed'), rosters: z.array(Roster).max(maxRosters).optional() }),
  z.object({
    step: z.enum(['compared', 'accepted']),
    id: z.string().min(1).max(64),
    rosters: z.array(Roster).max(maxRosters).optional(),
  }),
]);
export type PostedRestore = z.infer<typeof PostedRestore>;

/** 200 of it. */
export const RestoreState = OpenClaims.pick({ restore: true });
export type RestoreState = z.infer<typeof RestoreState>;
