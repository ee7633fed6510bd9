import type { Transaction } from './transaction.ts';

/** What is sold, as far as a slip cares. A reading of names, because the interface lists no categories: "other" is always right. */
export type ProductKind =
  | 'phone'
  | 'electricity-token'
  | 'electricity-bill'
  | 'water'
  | 'health'
  | 'internet'
  | 'other';

const patterns: ReadonlyArray<[RegExp, ProductKind | null]> = [
  [/\b(bpjs)\b/i, 'health'],
  [/\b(pdam|air|water)\b/i, 'water'],
  [/\b(telkom|indihome|internet|speedy|wifi|tv)\b/i, 'internet'],
  [/\b(pln|listrik|electricity|token)\b/i, null],
  [/\b(pulsa|data|paket|sms|telpon|credit|seluler)\b/i, 'phone'],
];

/** Reads the category first, then brand and product name; electricity is a token when prepaid and a bill when postpaid. */
export function productKind(sale: {
  kind: 'prepaid' | 'postpaid';
  category: string | null;
  brand: string | null;
  productName: string | null;
}): ProductKind {
  for (const name of [sale.category, sale.brand, sale.productName]) {
    const match = patterns.find(([pattern]) => pattern.test(name ?? ''));
    if (match) return match[1] ?? (sale.kind === 'prepaid' ? 'electricity-token' : 'electricity-bill');
  }
  return 'other';
}

const dataWords = /\b(data|paket|internet|kuota)\b|\d\s*(gb|mb)\b/i;

/** Whether a prepaid product is data or a package, by its names: a number in its code is then no money. */
export const isData = ({ category, productName }: Pick<Transaction, 'category' | 'productName'>): boolean =>
  dataWords.test(`${category ?? ''} ${productName ?? ''}`);

/** What was sold or paid, for the title of a slip. "product", "package" and "bill" are always right. */
export type SoldAs =
  | 'credit'
  | 'data'
  | 'package'
  | 'token'
  | 'product'
  | 'electricity-bill'
  | 'water-bill'
  | 'internet-bill'
  | 'phone-bill'
  | 'contribution'
  | 'bill';

const billOf: Readonly<Record<ProductKind, SoldAs>> = {
  phone: 'phone-bill',
  'electricity-token': 'electricity-bill',
  'electricity-bill': 'electricity-bill',
  water: 'water-bill',
  internet: 'internet-bill',
  health: 'contribution',
  other: 'bill',
};

/** Read from the same names as `productKind`. Telkom bills telephones too: only a name that says so is internet. */
export function soldAs(sale: Parameters<typeof productKind>[0]): SoldAs {
  const kind = productKind(sale);
  const names = [sale.category, sale.brand, sale.productName].join(' ');
  if (sale.kind === 'postpaid') {
    return kind === 'internet' && !/\b(indihome|internet|speedy|wifi)\b/i.test(names) ? 'bill' : billOf[kind];
  }
  if (kind === 'electricity-token') return 'token';
  if (kind !== 'phone') return 'product';
  if (/\b(data|kuota|internet|\d+ ?[GM]B)\b/i.test(names)) return 'data';
  return /\b(pulsa|credit)\b/i.test(names) ? 'credit' : 'package';
}

/** What says which credit a product is. */
export type Credit = Pick<Transaction, 'productCode' | 'productName' | 'brand' | 'category' | 'total'>;

/**
 * Whether two prepaid products bring the customer the same credit: the same brand, the same category and the same nominal. One
 * nominal is usually sold under several codes. Where one side names no nominal, the same selling price stands for it.
 *
 * The rule only makes the counter ask, so it leans towards "the same". Validity is not compared: "5GB 7 hari" and "5GB 30 hari"
 * are the same. A brand or category that is not known distinguishes nothing. It misses a brand under two names ("Tri" and "Three"),
 * categories without a common word ("Pulsa" and "Reguler"), and a product that names its nominal in words ("sepuluh ribu").
 */
export function isSameCredit(one: Credit, other: Credit): boolean {
  if (!agree(one.brand, other.brand, isSameText) || !agree(one.category, other.category, isSameCategory)) return false;
  if (
    one.productName !== null &&
    other.productName !== null &&
    spelled(one.productName) === spelled(other.productName)
  ) {
    return true;
  }
  const [first, second] = [nominalOf(one), nominalOf(other)];
  if (first === null || second === null) return one.total !== null && one.total === other.total;
  return first === second;
}

function agree(one: string | null, other: string | null, same: (one: string, other: string) => boolean): boolean {
  return one === null || other === null || plain(one) === '' || plain(other) === '' || same(one, other);
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const spelled = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);

/** "Pulsa" is also "Pulsa Transfer"; "Paket Data" is not "Paket SMS". */
function isSameCategory(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  return first.every((word) => second.includes(word)) || second.every((word) => first.includes(word));
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** "10.000", "Rp10,000", "10rb", "10K" are one amount; "1.5GB" and "1536MB" are not. A number inside a word, or of a time, is none. */
const amount =
  /(?<![\p{L}\p{N}.,])(?:rp\.?\s*)?(\d[\d.,]*\d|\d)(?:,-)?\s*(gb|mb|rb|ribu|k|jt|juta|menit|jam|hari|minggu|bulan|days?|sms)?(?![\p{L}\p{N}])/giu;

/**
 * The nominal of a product, as text that compares equal: "data 5000" in MB, "amount 10000" in rupiah or in what a game counts. The
 * largest data quota of the name, else its largest number, else the number at the end of the code. Below 1,000 a number without a
 * unit counts in thousands, as the trade says "pulsa 10".
 */
function nominalOf({ productName, productCode }: Credit): string | null {
  const amounts = [...(productName ?? '').normalize('NFKC').matchAll(amount)].flatMap(([, digits = '', unit = '']) => {
    const kind = unit.toLowerCase();
    const factor = kind === '' ? 1 : factors[kind];
    if (factor === undefined) return [];
    const isData = kind === 'gb' || kind === 'mb';
    return { isData, value: valueOf(digits, isData) * factor, hasUnit: kind !== '' };
  });
  const quotas = amounts.filter(({ isData }) => isData).map(({ value }) => value);
  if (quotas.length > 0) return `data ${Math.max(...quotas)}`;
  const sums = amounts.map(({ value, hasUnit }) => (hasUnit ? value : toThousands(value)));
  if (sums.length > 0) return `amount ${Math.max(...sums)}`;
  const ending = /(\d{1,9})\D*$/.exec(productCode)?.[1];
  return ending === undefined ? null : `amount ${toThousands(Number(ending))}`;
}

const factors: Readonly<Record<string, number>> = {
  gb: 1000,
  mb: 1,
  rb: 1000,
  ribu: 1000,
  k: 1000,
  jt: 1e6,
  juta: 1e6,
};

const toThousands = (value: number): number => (value < 1000 ? value * 1000 : value);

/** Dots and commas group digits by three, also before ",00"; otherwise the last one is the decimal point. */
function valueOf(digits: string, isData: boolean): number {
  const whole = digits.replace(/[.,]00$/, '');
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return Number(whole.replace(/[.,]/g, ''));
  return Number((isData ? digits : whole).replace(',', '.').replace(/[^\d.]/g, ''));
}
