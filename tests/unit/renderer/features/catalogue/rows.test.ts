import { describe, expect, test } from 'vitest';
import {
  belowCostCount,
  moved,
  placesFor,
  placesTaken,
  rowsOf,
  sectionsOf,
  unpricedCount,
} from '../../../../../src/renderer/features/catalogue/rows.ts';
import { compareOffers, offerOf } from '../../../../../src/renderer/state/offers.ts';
import type { ItemChange } from '../../../../../src/shared/contract/catalogue.ts';
import type { CatalogueItem } from '../../../../../src/shared/domain/catalogue.ts';
import { fakeItems } from '../../../../support/fake-features.ts';

describe('the sections of the catalogue', () => {
  const [model] = fakeItems();
  const item = (productCode: string, fields: Partial<CatalogueItem> = {}): CatalogueItem => {
    if (!model) throw new Error('no product');
    return {
      ...model,
      productCode,
      favourite: false,
      group: null,
      place: null,
      brand: 'X',
      sellingPrice: 1000,
      ...fields,
    };
  };
  const shop = [
    item('A1', { group: 'Data' }),
    item('A2', { group: 'Data' }),
    item('B1', { group: 'Pulsa' }),
    item('B2', { group: 'Pulsa' }),
    item('C1'),
    item('F1', { favourite: true }),
    item('F2', { favourite: true }),
    item('H1', { hidden: true }),
  ];
  const saved = (items: readonly CatalogueItem[], changes: readonly ItemChange[]): CatalogueItem[] =>
    items.map((one) => {
      const place = changes.find(({ productCode }) => productCode === one.productCode)?.place;
      return place === undefined ? one : { ...one, place };
    });
  /** The codes as their buttons stand where things are sold. */
  const buttons = (items: readonly CatalogueItem[]): string =>
    items
      .filter(({ hidden }) => !hidden)
      .map(offerOf)
      .sort(compareOffers)
      .map(({ product }) => product.productCode)
      .join(' ');
  const summaryOf = (sections: ReturnType<typeof sectionsOf>): string =>
    sections.flatMap(({ items }) => items.map(({ productCode }) => productCode)).join(' ');

  test('the sections show the buttons as they stand, favourites first, hidden products left out', () => {
    const sections = sectionsOf(shop);
    expect(sections.map(({ key }) => key)).toEqual(['favourites', 'group Data', 'group Pulsa', 'group ']);
    expect(summaryOf(sections)).toBe(buttons(shop));
    expect(placesFor(sections, sections)).toEqual([]);
  });

  test('a group or a product that is moved stands there on the selling screen once it is saved', () => {
    const before = sectionsOf(shop);
    const [favourites, ...groups] = moved(before, 2, 1);
    if (!favourites) throw new Error('no favourites');
    const after = [{ ...favourites, items: moved(favourites.items, 1, 0) }, ...groups];
    expect(summaryOf(after)).toBe('F2 F1 B1 B2 A1 A2 C1');
    const now = saved(shop, placesFor(after, before));
    expect(buttons(now)).toBe('F2 F1 B1 B2 A1 A2 C1');
    expect(summaryOf(sectionsOf(now))).toBe(buttons(now));
    // What was never moved past keeps no place, so that a new product falls in by its group.
    expect(now.find(({ productCode }) => productCode === 'C1')?.place).toBeNull();
    expect(placesFor(sectionsOf(now), sectionsOf(now))).toEqual([]);
  });

  test('moving again after that saves only what changed, and going back takes every place away', () => {
    const before = sectionsOf(shop);
    const once = saved(shop, placesFor(moved(before, 2, 1), before));
    const sections = sectionsOf(once);
    const data = sections.findIndex(({ group }) => group === 'Data');
    const after = sections.map((section, at) =>
      at === data ? { ...section, items: moved(section.items, 0, 1) } : section,
    );
    expect(placesFor(after, sections).map(({ productCode }) => productCode)).toEqual(['A2', 'A1']);
    const twice = saved(once, placesFor(after, sections));
    expect(buttons(twice)).toBe('F1 F2 B1 B2 A2 A1 C1');
    expect(buttons(saved(twice, placesTaken(sectionsOf(twice))))).toBe(buttons(shop));
  });

  test('there is no place before the first and after the last', () => {
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  });
});

test('the products without a price are counted as their list has them', () => {
  const [model] = fakeItems();
  if (!model) throw new Error('no product');
  const item = (productCode: string, fields: Partial<CatalogueItem>): CatalogueItem => ({
    ...model,
    kind: 'prepaid',
    hidden: false,
    productCode,
    ...fields,
  });
  const items = [
    item('A', { sellingPrice: null }),
    item('B', { sellingPrice: 12_000 }),
    item('C', { sellingPrice: null, hidden: true }),
    item('D', { sellingPrice: null, kind: 'postpaid' }),
    item('E', { sellingPrice: null }),
  ];
  expect(unpricedCount(items)).toBe(2);
  const listed = rowsOf(items, { text: '', show: 'unpriced', by: 'brand' });
  expect(listed.flatMap((row) => (row.kind === 'item' ? [row.item.productCode] : []))).toEqual(['A', 'E']);
});

test('products whose cost went up are listed by their codes, and those sold at a loss are counted', () => {
  const [model] = fakeItems();
  if (!model) throw new Error('no product');
  const items = ['A', 'B', 'C'].map((productCode) => Object.assign({ ...model, productCode }, { cost: 10_000 }));
  const prices = [9_999, 10_000, null];
  for (const [at, item] of items.entries()) item.sellingPrice = prices[at] ?? null;
  expect(belowCostCount(items)).toBe(1);
  const codesOf = (risen?: ReadonlySet<string>) =>
    rowsOf(items, { text: '', show: 'risen', by: 'brand', ...(risen ? { risen } : {}) }).flatMap((row) =>
      row.kind === 'item' ? [row.item.productCode] : [],
    );
  expect(codesOf(new Set(['C', 'A', 'GONE']))).toEqual(['A', 'C']);
  expect(codesOf()).toEqual([]);
});

test('groups of one product share a head, so that there is none for each product; a single one keeps its own', () => {
  const [model] = fakeItems();
  if (!model) throw new Error('no product');
  const item = (productCode: string, group: string | null = null): CatalogueItem => ({
    ...model,
    productCode,
    group,
    hidden: false,
  });
  const text = '';
  const headsOf = (items: readonly CatalogueItem[]) =>
    rowsOf(items, { text, show: 'offered', by: 'group' }).flatMap((row) =>
      row.kind === 'head' ? [[row.of, row.name, row.count]] : [],
    );
  const two = [item('A1', 'Data'), item('A2', 'Data')];
  const [one, other] = [item('B1', 'Pulsa'), item('C1', 'Gim')];
  expect(headsOf([...two, one, item('N1')])).toEqual([
    ['group', 'Data', 2],
    ['group', 'Pulsa', 1],
    ['rest', null, 1],
  ]);
  expect(headsOf([one, ...two, other, item('N1')])).toEqual([
    ['group', 'Data', 2],
    ['singles', null, 2],
    ['rest', null, 1],
  ]);
});
