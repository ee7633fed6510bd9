import type { Offer } from './offers.ts';

// Made once: asking each string for its own comparison is many times slower.
const { compare } = new Intl.Collator();

/** Favourites first, then the shop's own order, then by group, brand and price. */
export function inSteadyOrder(one: Offer, other: Offer): number {
  return (
    Number(other.favourite) - Number(one.favourite) ||
    (one.place ?? Number.MAX_SAFE_INTEGER) - (other.place ?? Number.MAX_SAFE_INTEGER) ||
    compare(one.group ?? '\uffff', other.group ?? '\uffff') ||
    compare(one.product.brand ?? '', other.product.brand ?? '') ||
    (one.sellingPrice ?? 0) - (other.sellingPrice ?? 0) ||
    compare(one.product.productCode, other.product.productCode)
  );
}

/**
 * The list with some offers as they are now, each once.
 * @param offers in the steady order; what is told is put in its place in it, and nothing else is sorted again
 */
export function withTold(offers: readonly Offer[], told: readonly Offer[]): readonly Offer[] {
  const codes = new Set(told.map(({ product }) => product.productCode));
  const news = told.toSorted(inSteadyOrder);
  const merged: Offer[] = [];
  let at = 0;
  for (const offer of offers) {
    if (codes.has(offer.product.productCode)) continue;
    for (let next = news[at]; next && inSteadyOrder(next, offer) < 0; next = news[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(offer);
  }
  merged.push(...news.slice(at));
  return merged;
}
