import type { ItemChange } from '../../../shared/contract/catalogue.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { compareOffers, offerOf } from '../../state/offers.ts';

export const shows = ['offered', 'unpriced', 'belowCost', 'favourites', 'inactive', 'hidden'] as const;
/** `risen`: those whose cost went up by the provider's list that was taken last */
export type Show = (typeof shows)[number] | 'risen';
export const groupings = ['category', 'brand', 'group'] as const;
export type Grouping = (typeof groupings)[number];

export interface CatalogueFilter {
  text: string;
  show: Show;
  by: Grouping;
  /** of `risen` */
  risen?: ReadonlySet<string>;
}

export type Row =
  | { kind: 'head'; of: 'group' | 'singles' | 'rest'; name: string | null; count: number }
  | { kind: 'item'; item: CatalogueItem };

const fits: Readonly<Record<(typeof shows)[number], (item: CatalogueItem) => boolean>> = {
  offered: ({ hidden }) => !hidden,
  unpriced: ({ hidden, kind, sellingPrice }) => !hidden && kind === 'prepaid' && sellingPrice === null,
  belowCost: ({ cost, sellingPrice }) => cost !== null && sellingPrice !== null && sellingPrice < cost,
  favourites: ({ favourite }) => favourite,
  inactive: ({ active, goneAt }) => !active || goneAt !== null,
  hidden: ({ hidden }) => hidden,
};

/** Products that are offered and have no price yet. */
export const unpricedCount = (items: Iterable<CatalogueItem>): number => {
  let count = 0;
  for (const item of items) if (fits.unpriced(item)) count += 1;
  return count;
};

/** Products that are sold for less than they cost. */
export const belowCostCount = (items: Iterable<CatalogueItem>): number => {
  let count = 0;
  for (const item of items) if (fits.belowCost(item)) count += 1;
  return count;
};

const collator = new Intl.Collator('id', { numeric: true, sensitivity: 'base' });
/** Caches the split words of thousands of products. */
const textOf = ({ productCode, productName, brand, category, group }: CatalogueItem): string =>
  [productCode, productName, brand, category, group].join('\n').toLowerCase();

/**
 * The matching products, below the heads of their groups. Groups of one product share a head, where there are several: a head for each would
 * be as long as the list. Products without a group come last.
 */
export function rowsOf(items: Iterable<CatalogueItem>, { text, show, by, risen }: CatalogueFilter): Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string | null, CatalogueItem[]>();
  const isShown = show === 'risen' ? ({ productCode }: CatalogueItem) => risen?.has(productCode) === true : fits[show];
  for (const item of items) {
    if (!isShown(item)) continue;
    const own = textOf(item);
    if (!words.every((word) => own.includes(word))) continue;
    const group = groups.get(item[by]);
    if (group) group.push(item);
    else groups.set(item[by], [item]);
  }
  const names = [...groups.keys()].sort(
    (one, other) => Number(one === null) - Number(other === null) || collator.compare(one ?? '', other ?? ''),
  );
  const single = names.filter((name) => name !== null && groups.get(name)?.length === 1);
  const singles = new Set(single.length > 1 ? single : []);
  const itemsOf = (name: string | null): CatalogueItem[] => groups.get(name)?.sort(byBrandThenCode) ?? [];
  return [
    ...names
      .filter((name) => name !== null && !singles.has(name))
      .flatMap((name) => section('group', name, itemsOf(name))),
    ...section('singles', null, [...singles].flatMap(itemsOf)),
    ...section('rest', null, itemsOf(null)),
  ];
}

function section(of: 'group' | 'singles' | 'rest', name: string | null, items: readonly CatalogueItem[]): Row[] {
  if (items.length === 0) return [];
  return [{ kind: 'head', of, name, count: items.length }, ...items.map((item): Row => ({ kind: 'item', item }))];
}

const byBrandThenCode = (one: CatalogueItem, other: CatalogueItem): number =>
  collator.compare(one.brand ?? '', other.brand ?? '') || collator.compare(one.productCode, other.productCode);

/** The next row with a product, in that direction; null at the end. */
export function nextItem(rows: readonly Row[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'item') return at;
  return null;
}

/** The columns of a person's own words, between which Enter and the arrows move. */
export type Column = 'cost' | 'price' | 'fee' | 'group';

/**
 * One grid for the heads and for every row; in a zoomed window the amounts are below the product. On small screens the state has no column:
 * the name takes its room, which distinguishes products, and a state that is not the usual one stands below it.
 */
export const columnsLook =
  // A bill's fee stands where other products have their price: the product keeps its mark.
  'grid grid-cols-[minmax(17rem,1fr)_5.25rem_7.5rem_4.75rem_4.5rem_2.75rem] items-center gap-x-3 px-4 ' +
  'xl:grid-cols-[minmax(17rem,1fr)_7rem_7rem_7.5rem_6.5rem_5rem_6.5rem_3.25rem] ' +
  'zoomed:grid-cols-[repeat(5,minmax(0,1fr))_2.75rem]';

/** The looks of the columns that differ from the others. */
export const cellLook: Readonly<Partial<Record<string, string>>> = {
  product: 'zoomed:col-span-4',
  state: 'max-xl:hidden zoomed:col-span-2 zoomed:block',
  cost: 'text-right',
  price: 'text-right',
  fee: 'text-right max-xl:hidden zoomed:block',
  // The group beside it begins at the left.
  margin: 'text-right pr-1',
};

/** @param isZoomed the window is too small for one line */
export const rowRem = (row: Row | undefined, isZoomed: boolean): number =>
  row?.kind === 'head' ? 2.25 : isZoomed ? 7.5 : 3.25;

/** The buttons of a screen that belong together: the favourites, which always come first, or one of the shop's own groups. */
interface Section {
  key: string;
  /** null: those without a group */
  group: string | null;
  favourites: boolean;
  items: readonly CatalogueItem[];
}

/** The products as the selling screens show their buttons. Hidden products have no button. */
export function sectionsOf(items: Iterable<CatalogueItem>): Section[] {
  const entries = [...items]
    .filter(({ hidden }) => !hidden)
    .map((item) => ({ item, offer: offerOf(item) }))
    .sort((one, other) => compareOffers(one.offer, other.offer));
  const byKey = Map.groupBy(entries, ({ item }) => (item.favourite ? 'favourites' : `group ${item.group ?? ''}`));
  return [...byKey].map(([key, entries]) => ({
    key,
    group: entries[0]?.item.group ?? null,
    favourites: key === 'favourites',
    items: entries.map(({ item }) => item),
  }));
}

/** The list with one element moved; unchanged for an unknown position. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

/**
 * The changes to save for this order of buttons. Products after the last one that was ever moved store no position: a new
 * product falls in there by group, brand and price.
 */
export function placesFor(sections: readonly Section[], before: readonly Section[]): ItemChange[] {
  const last = sections.findLastIndex(
    (section, at) =>
      before[at]?.key !== section.key ||
      section.items.some((item, n) => item.place !== null || before[at]?.items[n]?.productCode !== item.productCode),
  );
  return sections
    .slice(0, last + 1)
    .flatMap(({ items }) => items)
    .map((item, place) => ({ item, place }))
    .filter(({ item, place }) => item.place !== place)
    .map(({ item, place }) => ({ productCode: item.productCode, place }));
}

/** The changes to save so that no product stores a position. */
export const placesTaken = (sections: readonly Section[]): ItemChange[] =>
  sections
    .flatMap(({ items }) => items)
    .filter(({ place }) => place !== null)
    .map(({ productCode }) => ({ productCode, place: null }));
