import { create } from 'zustand';
import type { CatalogueItem } from '../../shared/domain/catalogue/item.ts';
import { call } from '../host/call.ts';

/** What is needed of a product to sell it. */
export type OfferedProduct = Pick<
  CatalogueItem,
  'productCode' | 'productName' | 'kind' | 'brand' | 'category' | 'active' | 'cutOff'
>;

/** A product that may be sold here, with the price it is proposed for. Amounts in whole rupiah. */
export interface Offer
  extends Pick<CatalogueItem, 'sellingPrice' | 'favourite' | 'group' | 'place' | 'hidden' | 'logo'> {
  product: OfferedProduct;
  /** the provider's price has risen since the selling price was set; amounts are null where they are not for this person's eyes */
  risen?: Pick<CatalogueItem, 'cost' | 'providerPrice'>;
}

interface Offers {
  /** in a steady order, so that a button stays where the hand remembers it; null while they are being read */
  offers: readonly Offer[] | null;
}

export const useOffers = create<Offers>(() => ({ offers: null }));

export const offersNow = (): readonly Offer[] => useOffers.getState().offers ?? [];

export async function refreshOffers(): Promise<void> {
  const answer = await call('catalogue.list');
  if (answer.ok) useOffers.setState({ offers: answer.value.items.map(offerOf).sort(inSteadyOrder) });
  else useOffers.setState(({ offers }) => ({ offers: offers ?? [] }));
}

/** told since the last frame, by code: a refresh of the catalogue tells of thousands, one after the other */
const told = new Map<string, CatalogueItem>();

/** Products as they are now, told unasked; null: many, so that the list is read again. They show with the next frame. */
export function hearOffers(items: readonly CatalogueItem[] | null): void {
  if (items === null) return void refreshOffers();
  if (told.size === 0 && items.length > 0) requestAnimationFrame(takeTold);
  for (const item of items) told.set(item.productCode, item);
}

function takeTold(): void {
  const news = [...told.values()].map(offerOf);
  told.clear();
  useOffers.setState(({ offers }) => (offers === null ? {} : { offers: withTold(offers, news) }));
}

/** What of a product of the catalogue is needed to sell it. */
export const offerOf = (item: CatalogueItem): Offer => ({
  product: {
    productCode: item.productCode,
    productName: item.productName,
    kind: item.kind,
    brand: item.brand,
    category: item.category,
    active: item.active && item.goneAt === null,
    cutOff: item.cutOff,
  },
  sellingPrice: item.sellingPrice,
  favourite: item.favourite,
  group: item.group,
  place: item.place,
  hidden: item.hidden,
  logo: item.logo,
  ...(item.costRisen ? { risen: { cost: item.cost, providerPrice: item.providerPrice } } : {}),
});

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
