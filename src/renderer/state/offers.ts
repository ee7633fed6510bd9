import { create } from 'zustand';
import { ok, type Result } from '../../shared/contract/errors.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { call } from '../host/call.ts';
import { dropOnPersonChange } from './page-data.ts';

/** The fields of a product that selling needs. */
export type OfferedProduct = Pick<
  CatalogueItem,
  'productCode' | 'productName' | 'kind' | 'brand' | 'category' | 'active' | 'cutOff'
>;

/** A product that may be sold here, with its proposed price. Amounts in whole rupiah. */
export interface Offer
  extends Pick<CatalogueItem, 'sellingPrice' | 'favourite' | 'group' | 'place' | 'hidden' | 'logo'> {
  product: OfferedProduct;
  /** the provider's price has risen since the selling price was set; amounts are null where this person may not see costs */
  risen?: Pick<CatalogueItem, 'cost' | 'providerPrice'>;
}

interface Offers {
  /** in the order of compareOffers, so that a button stays where the hand remembers it; null while they are loading */
  offers: readonly Offer[] | null;
}

export const useOffers = create<Offers>(() => ({ offers: null }));

export const currentOffers = (): readonly Offer[] => useOffers.getState().offers ?? [];

const reads = createCatalogueReads();

export async function refreshOffers(): Promise<void> {
  const answer = await reads.read();
  if (answer?.ok) useOffers.setState({ offers: answer.value.map(offerOf).sort(compareOffers) });
  else useOffers.setState(({ offers }) => ({ offers: offers ?? [] }));
}

dropOnPersonChange(() => {
  reads.drop();
  received.clear();
  useOffers.setState(({ offers }) => ({ offers: offers?.map(withoutCost) ?? null }));
});

/** The products stay on their buttons, without what they cost the shop. */
const withoutCost = (offer: Offer): Offer =>
  offer.risen ? { ...offer, risen: { cost: null, providerPrice: null } } : offer;

/** received since the last frame, by code: a refresh of the catalogue sends thousands, one after the other */
const received = new Map<string, CatalogueItem>();

/** Products of an event; null: too many, and the list is read again. They show with the next frame. */
export function receiveOffers(items: readonly CatalogueItem[] | null): void {
  if (items === null) return void refreshOffers();
  if (received.size === 0 && items.length > 0) requestAnimationFrame(applyReceived);
  for (const item of items) received.set(item.productCode, item);
  reads.note(items);
}

function applyReceived(): void {
  const updates = [...received.values()].map(offerOf);
  received.clear();
  useOffers.setState(({ offers }) => (offers === null ? {} : { offers: mergeOffers(offers, updates) }));
}

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

// One collator: localeCompare of each string is many times slower.
const { compare } = new Intl.Collator();

const isUnpriced = ({ product, sellingPrice }: Offer): boolean => product.kind === 'prepaid' && sellingPrice === null;

/** Favourites first, then the shop's own order, then by group, brand and price; in each group what has a price before what has none. */
export function compareOffers(one: Offer, other: Offer): number {
  return (
    Number(other.favourite) - Number(one.favourite) ||
    (one.place ?? Number.MAX_SAFE_INTEGER) - (other.place ?? Number.MAX_SAFE_INTEGER) ||
    compare(one.group ?? '\uffff', other.group ?? '\uffff') ||
    Number(isUnpriced(one)) - Number(isUnpriced(other)) ||
    compare(one.product.brand ?? '', other.product.brand ?? '') ||
    (one.sellingPrice ?? 0) - (other.sellingPrice ?? 0) ||
    compare(one.product.productCode, other.product.productCode)
  );
}

/**
 * The list with the updates in their places, each product once. Nothing else is sorted again.
 * @param offers in the order of compareOffers
 */
export function mergeOffers(offers: readonly Offer[], updates: readonly Offer[]): readonly Offer[] {
  const codes = new Set(updates.map(({ product }) => product.productCode));
  const sorted = updates.toSorted(compareOffers);
  const merged: Offer[] = [];
  let at = 0;
  for (const offer of offers) {
    if (codes.has(offer.product.productCode)) continue;
    for (let next = sorted[at]; next && compareOffers(next, offer) < 0; next = sorted[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(offer);
  }
  merged.push(...sorted.slice(at));
  return merged;
}

/** Reads of the catalogue for one store, whose events and other reads go on meanwhile. */
interface CatalogueReads {
  /** The list, with the later versions of its products; null where the answer to a later read came first: that one is newer. */
  read(): Promise<Result<CatalogueItem[]> | null>;
  /** Products of an event or a save: they are newer than the answer to any read that is under way. */
  note(items: readonly CatalogueItem[]): void;
  /** Answers that are under way are ignored from now on. */
  drop(): void;
}

export function createCatalogueReads(): CatalogueReads {
  const reads = new Set<CatalogueItem[]>();
  let lastRequest = 0;
  let answered = 0;
  return {
    async read() {
      const meanwhile: CatalogueItem[] = [];
      reads.add(meanwhile);
      lastRequest += 1;
      const mine = lastRequest;
      const answer = await call('catalogue.list');
      reads.delete(meanwhile);
      if (!answer.ok) return answer;
      if (mine < answered) return null;
      answered = mine;
      const items = new Map([...answer.value.items, ...meanwhile].map((item) => [item.productCode, item]));
      return ok([...items.values()]);
    },
    note(items) {
      for (const meanwhile of reads) meanwhile.push(...items);
    },
    drop() {
      lastRequest += 1;
      answered = lastRequest;
    },
  };
}
