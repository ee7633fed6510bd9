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
    const found = patterns.find(([pattern]) => pattern.test(name ?? ''));
    if (found) return found[1] ?? (sale.kind === 'prepaid' ? 'electricity-token' : 'electricity-bill');
  }
  return 'other';
}
