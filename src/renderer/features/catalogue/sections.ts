import type { ItemChange } from '../../../shared/contract/catalogue.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { compareOffers, offerOf } from '../../state/offers.ts';

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
  const shown = [...items]
    .filter(({ hidden }) => !hidden)
    .map((item) => ({ item, offer: offerOf(item) }))
    .sort((one, other) => compareOffers(one.offer, other.offer));
  const byKey = Map.groupBy(shown, ({ item }) => (item.favourite ? 'favourites' : `group ${item.group ?? ''}`));
  return [...byKey].map(([key, found]) => ({
    key,
    group: found[0]?.item.group ?? null,
    favourites: key === 'favourites',
    items: found.map(({ item }) => item),
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
