import { z } from 'zod';
import { maxAmount, type UsualPrice } from './bounds.ts';
import { NonNegativeInt, NullableString } from './common-schemas.ts';
import { Rupiah, rupiahFromText } from './money.ts';
import { isData } from './product-names.ts';
import { nominalOf } from './search/matching.ts';
import { TransactionKind } from './transaction.ts';

/** Prices of the catalogue: at most what a counter takes by hand. */
export const CatalogueAmount = Rupiah.max(maxAmount);

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
  productName: NullableString,
  /** "Umum", "Premium", others possible */
  type: NullableString,
  brand: NullableString,
  category: NullableString,
  description: NullableString,
  /** null while there is none on this machine: its initials are shown */
  logo: LogoName.nullable(),
  active: z.boolean(),
  /** HH:mm:ss in the provider's time zone, half-open; null when there is no pause. See pauseAt for the countdown */
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
  /** "sold": no price was entered, this is what it was last sold for */
  priceFrom: z.enum(['entered', 'sold']).nullable(),
  /** of a bill: the shop's service fee, instead of the one for every bill */
  fee: Rupiah.nullable(),
  favourite: z.boolean(),
  group: NullableString,
  /** the shop's own order, smallest first; null: behind those that have one */
  place: NonNegativeInt.nullable(),
  /** not shown where things are sold */
  hidden: z.boolean(),
  /** last looked up or sold at the counter */
  usedAt: z.iso.datetime(),
});
export type CatalogueItem = z.infer<typeof CatalogueItem>;

export const itemWithoutCosts = (item: CatalogueItem): CatalogueItem => ({
  ...item,
  cost: null,
  providerPrice: null,
  commission: null,
});

/** A price ends on a multiple of this many rupiah, never below what came out. */
export const roundings = [0, 100, 500, 1000] as const;
export const Rounding = z.literal(roundings);
export type Rounding = z.infer<typeof Rounding>;

/** What the shop puts on top of its cost. Percent in hundredths, so that nothing is counted in fractions: 750 is 7,5 %. */
export const Margin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rupiah'), amount: z.int().min(0).max(1_000_000) }),
  z.strictObject({ kind: z.literal('percent'), hundredths: z.int().min(0).max(100_000) }),
]);
export type Margin = z.infer<typeof Margin>;

/** The next multiple that is not below the amount; 0 leaves it as it is. */
export function roundUp(amount: number, to: Rounding): number {
  return to === 0 ? amount : Math.ceil(amount / to) * to;
}

export function proposedPrice(cost: number, margin: Margin, rounding: Rounding): number {
  const more = margin.kind === 'rupiah' ? margin.amount : Math.ceil((cost * margin.hundredths) / 10_000);
  return roundUp(cost + more, rounding);
}

/** What a product is sold for, else the nominal of its credit. Whole rupiah; null: neither is known. */
export function usualPrice(
  product: Pick<CatalogueItem, 'productCode' | 'productName' | 'category' | 'sellingPrice'>,
): UsualPrice | null {
  const { productCode, productName, sellingPrice } = product;
  if (sellingPrice !== null) return { amount: sellingPrice, isSet: true };
  // "5 GB" is no amount of money.
  const nominal = isData(product) ? null : nominalOf(productCode, productName);
  return nominal === null ? null : { amount: nominal, isSet: false };
}

/** Whether a price is below what the shop pays, or below what the provider last took. */
export function losesMoney(
  price: number | null,
  { cost, providerPrice }: Pick<CatalogueItem, 'cost' | 'providerPrice'>,
): boolean {
  return price !== null && [cost, providerPrice].some((paid) => paid !== null && price < paid);
}

export interface Proposal {
  item: CatalogueItem;
  cost: number;
  price: number;
}

/** A price for each that has a cost, and would get another price than it has. Bills have a fee instead. */
export function proposals(items: readonly CatalogueItem[], margin: Margin, rounding: Rounding): Proposal[] {
  return items.flatMap((item) => {
    if (item.kind !== 'prepaid' || item.cost === null) return [];
    const price = proposedPrice(item.cost, margin, rounding);
    return price === item.sellingPrice ? [] : [{ item, cost: item.cost, price }];
  });
}

/**
 * Reads an amount as price lists write it: "12500", "12.500", "12,500", "Rp12.500,00", "Rp 12.500,-", "IDR 12500". Whole
 * rupiah; null for anything else: below nothing, a fraction, a formula, a number that begins with 0, more than a counter takes.
 */
export function readTypedAmount(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^(rp|idr)\.?\s*/i, '')
    .replace(/\s*(?:[,.]-+|rp|idr)$/i, '');
  const amount = /^0\d/.test(bare) ? null : rupiahFromText(bare);
  return CatalogueAmount.safeParse(amount).success ? amount : null;
}
