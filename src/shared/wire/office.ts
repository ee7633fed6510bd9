import { z } from 'zod';
import { NonNegativeInt, PositiveInt } from '../domain/common-schemas.ts';
import { BatchesQuery, ReadPartQuery, ShippedLog } from './shipped-log.ts';
import { ShopKeyId, ShopOfMailbox } from './shop.ts';

/**
 * What an office asks the relay. An office is a mailbox of a shop that reads the shipped logs of the shop's counters. It receives no
 * webhooks, claims nothing and ships nothing. Any other mailbox gets 409 with the reason `no_office`.
 */

/** Query of GET /v1/mailboxes/{mailbox}/shop/counters. Held for up to 25 s while nothing changed since that version. */
export const CountersQuery = z.object({ known: z.string().max(100).optional() });

/** What the relay knows of a counter's polls, as an age: the clocks of office and relay may differ. */
export const Contact = z.object({
  /** since it polled last; 0: its poll is held now */
  silentMs: NonNegativeInt,
  /** it has not polled since the relay's start, which is that long ago. Left out: it has */
  isAtLeast: z.literal(true).optional(),
});
export type Contact = z.infer<typeof Contact>;

/** A counter that runs polls every 25 s; after this long without a poll it is off, or has no connection. */
export const silentAfterMs = 120_000;

/** 200 of it: every counter of the shop, and of those that were removed or disabled what the relay still has. */
export const ShopCounters = z.object({
  shop: ShopOfMailbox,
  /** opaque; only to be compared for equality */
  version: z.string().max(100),
  counters: z.array(
    z.object({
      /** the id of its mailbox, to which its log is sealed */
      mailbox: z.string().min(1).max(64),
      name: z.string(),
      isRevoked: z.boolean(),
      log: ShippedLog,
      /** when a part of its log was stored last, by the relay's clock. Left out: never */
      storedAt: z.iso.datetime().optional(),
      /** it makes no other version: it is as of this answer. Left out by an older relay */
      contact: Contact.optional(),
    }),
  ),
});
export type ShopCounters = z.infer<typeof ShopCounters>;

/** PostgreSQL takes no text with a zero character, and would answer with a fault of its own. */
const ofCounter = { counter: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) };

/** Query of GET …/shop/log/batches, answered with ShippedBatches. 404: no counter of the shop. */
export const CounterBatchesQuery = BatchesQuery.extend(ofCounter);

/** Query of GET …/shop/snapshot/part, answered with ShippedPart. */
export const CounterPartQuery = ReadPartQuery.extend(ofCounter);

/**
 * - `erasure`: a customer was erased at one counter, and is to be erased at all
 * - `office`: catalogue, prices and staff, signed by the office; a newer one takes the place of the one before. From an office alone
 */
export const NoticeTopic = z.enum(['erasure', 'office']);
export type NoticeTopic = z.infer<typeof NoticeTopic>;

/** Limit of a sealed notice in base64. */
export const maxNoticeLength = 2 * 1024 * 1024;

/** The same of an erasure, which is padded to 4 KiB. */
export const maxErasureLength = 8192;

const Notice = z.object({
  /** posted again it is the same notice */
  id: z.uuidv7(),
  topic: NoticeTopic,
  /** sealed with the shop key, base64 */
  sealed: z.base64().min(1).max(maxNoticeLength),
});

/**
 * Body of POST /v1/mailboxes/{mailbox}/shop/notices, with the key that seals it. 200 with `seq`, also when it is repeated. 409: no_shop;
 * no_office; other_key, as it could not be opened; full, while the mailbox has posted as much as is kept.
 */
export const PostedNotice = Notice.extend({ keyId: ShopKeyId }).refine(
  ({ topic, sealed }) => topic === 'office' || sealed.length <= maxErasureLength,
  { path: ['sealed'] },
);
export type PostedNotice = z.infer<typeof PostedNotice>;

export const NoticeAccepted = z.looseObject({ seq: PositiveInt });

/** Query of GET /v1/mailboxes/{mailbox}/shop/notices. */
export const NoticesQuery = z.object({ after: z.coerce.number().int().nonnegative() });

/**
 * 200 of it: oldest first. Notices of erasures are kept for 400 days, that of an office as long as it is one of the shop, and none longer
 * than the shop's key.
 */
export const ShopNotices = z.object({
  notices: z.array(Notice.extend({ seq: PositiveInt })),
  more: z.boolean(),
});
export type ShopNotices = z.infer<typeof ShopNotices>;
