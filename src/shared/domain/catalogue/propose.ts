import { z } from 'zod';
import type { CatalogueItem } from './item.ts';

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
