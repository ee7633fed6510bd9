import type { ProductKind } from './product-names.ts';

/**
 * Whose network a mobile number was given out for. Numbers are carried over and lists go out of date: this is a hint that puts
 * some products first, and never keeps anybody from choosing another.
 */
const prefixes: ReadonlyArray<readonly [operator: string, names: readonly string[], prefixes: readonly string[]]> = [
  [
    'Telkomsel',
    ['telkomsel', 'simpati', 'by.u', 'tsel'],
    ['0811', '0812', '0813', '0821', '0822', '0823', '0851', '0852', '0853'],
  ],
  ['Indosat', ['indosat', 'im3', 'isat'], ['0814', '0815', '0816', '0855', '0856', '0857', '0858']],
  ['XL', ['xl'], ['0817', '0818', '0819', '0859', '0877', '0878', '0879']],
  ['Axis', ['axis'], ['0831', '0832', '0833', '0838']],
  ['Tri', ['tri', 'three', '3'], ['0895', '0896', '0897', '0898', '0899']],
  ['Smartfren', ['smartfren'], ['0881', '0882', '0883', '0884', '0885', '0886', '0887', '0888', '0889']],
];

export interface Operator {
  name: string;
  /** whether a product's brand is this operator's */
  isBrand(brand: string | null): boolean;
}

/** The operator that the first four digits of a dialled number were given to; null for all others. */
export function operatorOf(customerNo: string): Operator | null {
  const found = prefixes.find(([, , own]) => own.includes(customerNo.slice(0, 4)));
  if (!found) return null;
  const [name, names] = found;
  return {
    name,
    isBrand: (brand) =>
      (brand ?? '')
        .toLowerCase()
        .split(/[^a-z0-9.]+/)
        .some((word) => names.includes(word)),
  };
}

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
