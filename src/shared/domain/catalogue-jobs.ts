import { z } from 'zod';
import { NonNegativeInt, NullableString, PositiveInt } from './common-schemas.ts';

const Count = NonNegativeInt;

/** Why a line of a list is not in the catalogue. */
const lineReasons = [
  /** it begins with nothing that could be a product's code */
  'bad_code',
  /** an amount that cannot be read, is below nothing or too large */
  'bad_amount',
  /** more in it than a code, two amounts and a group */
  'too_much',
  /** it stands under headings without a confirmed meaning, or above all of them */
  'other_heading',
  /** the same code stands further up */
  'repeated',
  /** the payment service does not give this product */
  'no_such_product',
  /** it answered with another product, or with nothing that can be read */
  'bad_answer',
] as const;
export const LineReason = z.enum(lineReasons);
export type LineReason = z.infer<typeof LineReason>;

/** Why work waits, or has stopped. */
const waitReasons = [
  /** the payment service asks for a slower pace */
  'too_fast',
  'unreachable',
  /** it refuses the shop's credentials */
  'credentials',
  /** it refuses every product in a row */
  'refused',
  'not_configured',
  /** the disk does not take what is found */
  'disk',
] as const;
export const WaitReason = z.enum(waitReasons);
export type WaitReason = z.infer<typeof WaitReason>;

/** A list of codes that is asked about one by one, beside selling; goes on by itself after a restart. */
export const ImportState = z.object({
  state: z.enum(['running', 'waiting', 'stopped', 'done', 'cancelled']),
  /** while it waits or has stopped */
  reason: WaitReason.nullable(),
  startedAt: z.iso.datetime(),
  /** lines that were looked at, of all */
  done: Count,
  total: Count,
  /** lines that are in the catalogue now */
  added: Count,
  failed: Count,
});
export type ImportState = z.infer<typeof ImportState>;

/** One line that is not in the catalogue. */
export const FailedLine = z.object({
  line: PositiveInt,
  /** as it stood in the list, cut short */
  text: z.string(),
  reason: LineReason,
  /** the provider's own words */
  message: NullableString,
});
export type FailedLine = z.infer<typeof FailedLine>;

/** Asking about every product again, at night or when somebody wants it. */
export const RefreshState = z.object({
  state: z.enum(['idle', 'running', 'waiting', 'stopped']),
  reason: WaitReason.nullable(),
  done: Count,
  total: Count,
  /** when every product was last asked about; null: never */
  finishedAt: z.iso.datetime().nullable(),
  /** when it begins by itself; null: the connection is not set up */
  nextAt: z.iso.datetime().nullable(),
});
export type RefreshState = z.infer<typeof RefreshState>;

export const CatalogueWork = z.object({ import: ImportState.nullable(), refresh: RefreshState });
export type CatalogueWork = z.infer<typeof CatalogueWork>;

export const changedFields = ['active', 'name', 'category', 'brand', 'cutOff', 'admin', 'commission', 'gone'] as const;

/** What the provider says differently than before. */
export const ProductChange = z.object({
  /** grows with each */
  seq: PositiveInt,
  at: z.iso.datetime(),
  productCode: z.string(),
  /** its name now */
  productName: NullableString,
  what: z.enum(changedFields),
  /** "true" and "false" of active and gone; amounts in digits */
  was: NullableString,
  now: NullableString,
});
export type ProductChange = z.infer<typeof ProductChange>;
