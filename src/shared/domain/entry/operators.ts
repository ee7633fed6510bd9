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
