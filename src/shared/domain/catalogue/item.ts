import { z } from 'zod';
import { Rupiah } from '../money.ts';
import { TransactionKind } from '../state.ts';

/** Prices of the catalogue: at most what a counter takes by hand. */
export const CatalogueAmount = Rupiah.max(100_000_000);

/** As a person names a group of buttons. */
export const GroupName = z.string().trim().min(1).max(40);

/** SHA-256 of a logo's bytes: what it is asked for by. */
export const LogoName = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A product as the shop keeps it: what the provider last said of it, and what the shop says. Codes are spelled as the
 * provider spells them. Amounts are whole rupiah, what is not known is null.
 */
export const CatalogueItem = z.object({
  productCode: z.string(),
  kind: TransactionKind,
  productName: z.string().nullable(),
  /** "Umum", "Premium", others possible */
  type: z.string().nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  /** null while there is none on this machine: its initials are shown */
  logo: LogoName.nullable(),
  active: z.boolean(),
  /** HH:mm:ss in the provider's time zone, half-open; null when there is no pause. See pause.ts for the countdown */
  cutOff: z.object({ start: z.string(), end: z.string() }).nullable(),
  /** the provider's fee and the shop's commission, of bills only */
  admin: Rupiah.nullable(),
  commission: Rupiah.nullable(),
  /** when the provider last described it */
  lookedUpAt: z.iso.datetime(),
  /** since when the provider does not give it any more; null: it does */
  goneAt: z.iso.datetime().nullable(),
  /** what the shop pays for it; null: not entered, or not for this person's eyes */
  cost: Rupiah.nullable(),
  /** what the provider last took for it, where a webhook said so after the cost was entered; null: not said, or not for this person's eyes */
  providerPrice: Rupiah.nullable(),
  /** the provider took more than the cost for which the selling price was set */
  costRisen: z.boolean(),
  /** what customers pay for it */
  sellingPrice: Rupiah.nullable(),
  /** "sold": nobody entered a price, this is what it was last sold for */
  priceFrom: z.enum(['entered', 'sold']).nullable(),
  /** of a bill: the shop's service fee, instead of the one for every bill */
  fee: Rupiah.nullable(),
  favourite: z.boolean(),
  group: z.string().nullable(),
  /** the shop's own order, smallest first; null: behind those that have one */
  place: z.int().nonnegative().nullable(),
  /** not shown where things are sold */
  hidden: z.boolean(),
  /** last looked up or sold at the counter */
  usedAt: z.iso.datetime(),
});
export type CatalogueItem = z.infer<typeof CatalogueItem>;
