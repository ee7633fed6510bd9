import { create } from 'zustand';
import type { CatalogueItem } from '../../shared/domain/catalogue/item.ts';
import { call } from '../host/call.ts';

/** What is needed of a product to sell it. */
export type OfferedProduct = Pick<
  CatalogueItem,
  'productCode' | 'productName' | 'kind' | 'brand' | 'category' | 'active' | 'cutOff'
>;

/** A product that may be sold here, with the price it is proposed for. Amounts in whole rupiah. */
export interface Offer extends Pick<CatalogueItem, 'sellingPrice' | 'favourite' | 'group' | 'place' | 'hidden'> {
  product: OfferedProduct;
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

/** Products as they are now, told unasked; null: many, so that the list is read again. */
export function hearOffers(items: readonly CatalogueItem[] | null): void {
  if (items === null) return void refreshOffers();
  useOffers.setState(({ offers }) => {
    if (offers === null) return {};
    const told = new Set(items.map(({ productCode }) => productCode));
    const others = offers.filter(({ product }) => !told.has(product.productCode));
    return { offers: [...others, ...items.map(offerOf)].sort(inSteadyOrder) };
  });
}

const offerOf = (item: CatalogueItem): Offer => ({
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
});

/** Favourites first, then the shop's own order, then by group, brand and price. */
export function inSteadyOrder(one: Offer, other: Offer): number {
  return (
    Number(other.favourite) - Number(one.favourite) ||
    (one.place ?? Number.MAX_SAFE_INTEGER) - (other.place ?? Number.MAX_SAFE_INTEGER) ||
    (one.group ?? '\uffff').localeCompare(other.group ?? '\uffff') ||
    (one.product.brand ?? '').localeCompare(other.product.brand ?? '') ||
    (one.sellingPrice ?? 0) - (other.sellingPrice ?? 0) ||
    one.product.productCode.localeCompare(other.product.productCode)
  );
}
