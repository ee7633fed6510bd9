import type { ProductKind } from '../product-kind.ts';

/** How many digits numbers of a kind usually have. The interface gives none, so outside of it is a doubt and no fault. */
const usual: Readonly<Partial<Record<ProductKind, readonly [fewest: number, most: number]>>> = {
  phone: [10, 13],
  'electricity-token': [11, 12],
  'electricity-bill': [11, 12],
  health: [11, 16],
};

export interface LengthDoubt {
  digits: number;
  fewest: number;
  most: number;
}

/** What is unusual about the length of a number for what is bought; null where nothing is, or nothing is known. */
export function lengthDoubt(customerNo: string, kind: ProductKind): LengthDoubt | null {
  const range = usual[kind];
  if (!range) return null;
  const digits = customerNo.length;
  const [fewest, most] = range;
  return digits < fewest || digits > most ? { digits, fewest, most } : null;
}
