import { z } from 'zod';
import { NonNegativeInt, PositiveInt } from '../domain/common-schemas.ts';

/** SHA-256 or HMAC-SHA-256 in hex. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Limit of a sealed batch or part. One event with the largest answer that a counter keeps fits into it. */
export const maxSealedBytes = 2 * 1024 * 1024;

/** What a mailbox may hold, snapshots and batches together. */
export const maxShippedBytes = 2 * 1024 ** 3;

/**
 * Query of POST /v1/mailboxes/{mailbox}/log/append, whose body is the sealed batch. `previous` is the hash of the event before `first`, `head`
 * that of `last`. `tag` proves the head to a holder of the shop key.
 */
export const PostedBatch = z.object({
  first: z.coerce.number().int().positive(),
  last: z.coerce.number().int().positive(),
  previous: Hash,
  head: Hash,
  tag: Hash,
});
export type PostedBatch = z.infer<typeof PostedBatch>;

/** A sealed copy of the whole database, up to the event `through`. */
export const ShippedSnapshot = z.object({
  id: z.uuidv7(),
  through: NonNegativeInt,
  head: Hash,
  parts: PositiveInt,
  at: z.iso.datetime(),
});
export type ShippedSnapshot = z.infer<typeof ShippedSnapshot>;

/** 200 of GET /v1/mailboxes/{mailbox}/log. */
export const ShippedLog = z.object({
  /** the last event that the relay has; 0: none */
  through: NonNegativeInt,
  head: Hash.nullable(),
  tag: Hash.nullable(),
  /** what the mailbox holds */
  bytes: NonNegativeInt,
  snapshot: ShippedSnapshot.nullable(),
});
export type ShippedLog = z.infer<typeof ShippedLog>;

/**
 * 409. `gap`: the batch does not continue what is stored. `full`: over maxShippedBytes. `incomplete`: parts of the snapshot are missing.
 * `office`: the mailbox is an office, which ships nothing.
 */
export const ShippingRefused = z.looseObject({
  reason: z.enum(['gap', 'full', 'incomplete', 'office']),
  through: NonNegativeInt,
  head: Hash.nullable(),
});
export type ShippingRefused = z.infer<typeof ShippingRefused>;

/** Query of GET /v1/mailboxes/{mailbox}/log/batches. */
export const BatchesQuery = z.object({ after: z.coerce.number().int().nonnegative() });

/** 200 of it: the batches that hold events after that one, oldest first. */
export const ShippedBatches = z.object({
  batches: z.array(
    z.object({
      first: PositiveInt,
      last: PositiveInt,
      head: Hash,
      /** base64 */
      sealed: z.string(),
    }),
  ),
  more: z.boolean(),
});
export type ShippedBatches = z.infer<typeof ShippedBatches>;

/**
 * Query of POST /v1/mailboxes/{mailbox}/snapshot/upload, whose body is the sealed part. One that is sent again replaces the one before.
 */
export const PartQuery = z.object({ snapshot: z.uuidv7(), part: z.coerce.number().int().nonnegative().max(100_000) });

/** Query of GET …/snapshot/part. */
export const ReadPartQuery = PartQuery.extend({
  raw: z.literal('1').optional().describe('the bytes themselves, and no JSON'),
});

/** 200 of it, base64; with `raw` the bytes, as application/octet-stream. A relay of before answers with JSON also then. */
export const ShippedPart = z.object({ sealed: z.string() });

/**
 * Body of POST /v1/mailboxes/{mailbox}/snapshot/commit: all parts are there. It replaces the one before, and the batches up to `through`.
 * `restart`: the journal was put back to an older copy and went on from there; every batch is replaced.
 */
export const CommittedSnapshot = ShippedSnapshot.omit({ at: true }).extend({ tag: Hash, restart: z.boolean() });
export type CommittedSnapshot = z.infer<typeof CommittedSnapshot>;
