import { z } from 'zod';
import { NonNegativeInt, NullableString } from '../domain/common-schemas.ts';
import { ShopOfMailbox } from './shop.ts';

/** How a counter polls: how long it lets the relay hold a poll, how much longer it waits for the answer, and its longest pause after a failure. */
export const polling = { holdMs: 25_000, answerMs: 15_000, maxPauseMs: 15_000 } as const;

/** How long nothing may come from a counter that runs: it waits for the answer of a machine that is gone, then pauses. */
export const longestAwayMs = polling.holdMs + polling.answerMs + polling.maxPauseMs;

/** A webhook as the relay received it. `body` is exact; base64 when it is not UTF-8. */
export const RelayEvent = z.object({
  /** opaque; the position after this event */
  cursor: z.string().min(1).max(200),
  /** the order's id from the path, or null */
  ref: z.string().max(64).nullable(),
  receivedAt: z.iso.datetime(),
  /** the X-Service-Event header */
  event: NullableString,
  /** the X-Service-Signature header */
  signature: NullableString,
  body: z.string(),
  bodyEncoding: z.enum(['utf8', 'base64']).default('utf8'),
});
export type RelayEvent = z.infer<typeof RelayEvent>;

/** A webhook that the relay refused because its signature fits no key of the mailbox. */
export const UnverifiedWebhook = z.object({
  /** the order's id from the path; absent if it is malformed */
  ref: z.uuidv7(),
  receivedAt: z.iso.datetime(),
});
export type UnverifiedWebhook = z.infer<typeof UnverifiedWebhook>;

/** Limit of a page: the newest webhooks, one for each ref. */
export const maxUnverified = 64;

/** How far a counter that names itself has acknowledged the mailbox. */
export const RelayAcked = z.object({
  /** the position; only to be compared for equality */
  cursor: z.string().min(1).max(200),
  /** the name in the last ack that advanced the position */
  counter: z.string(),
  /** the position is after the poll's own cursor: the counter had read further than it knows now */
  beyond: z.boolean(),
});
export type RelayAcked = z.infer<typeof RelayAcked>;

/** 200 of GET /v1/mailboxes/{mailbox}/events. */
export const RelayPage = z.object({
  events: z.array(RelayEvent),
  /** the cursor for the next poll, or null where there is none yet */
  next: NullableString,
  /** more webhooks are waiting: poll again at once */
  more: z.boolean(),
  /** refused webhooks, newest first; absent where there are none */
  unverified: z.array(UnverifiedWebhook).max(maxUnverified).optional(),
  /** absent where no named counter has acknowledged anything */
  acked: RelayAcked.optional(),
  /** absent where the mailbox is in none */
  shop: ShopOfMailbox.optional(),
});
export type RelayPage = z.infer<typeof RelayPage>;

/** 410: the cursor is older than the retention. */
export const RelayGone = z.looseObject({
  oldest: NullableString,
  acked: RelayAcked.optional(),
  shop: ShopOfMailbox.optional(),
});

export const RelayAck = z.object({
  cursor: z.string().min(1).max(200),
  /** names the counter's database, so that a poll can report that an older copy of it was put back */
  counter: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
});
export type RelayAck = z.infer<typeof RelayAck>;

/** Names the run of a counter that polls. */
export const RelayReader = z.string().regex(/^[\w-]{1,64}$/);

/** A shop's order id that can be the ref of a callback address. */
export const relayRef = /^[A-Za-z0-9_-]{1,64}$/;

/** Limit of a request to erase, for each of its lists. */
export const maxErased = 100;

/** Names webhooks that are to be erased: every one with such a ref, and every one with such a signature. */
export const RelayErase = z.object({
  refs: z.array(z.string().regex(relayRef)).max(maxErased),
  signatures: z.array(z.string().min(1).max(200)).max(maxErased),
});
export type RelayErase = z.infer<typeof RelayErase>;

/** 200 of POST /v1/mailboxes/{mailbox}/erase. */
export const RelayErased = z.looseObject({
  /** webhooks erased by this request */
  erased: NonNegativeInt,
  /** webhooks with these names that are not acknowledged, and were not erased */
  kept: NonNegativeInt,
});
export type RelayErased = z.infer<typeof RelayErased>;
