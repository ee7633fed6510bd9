import { describe, expect, it } from 'vitest';
import { tabsOf } from '../../../../../src/renderer/features/checkout/entry-options.ts';
import { mostSoldFirst } from '../../../../../src/renderer/features/checkout/sales-order.ts';
import type { Offer } from '../../../../../src/renderer/state/offers.ts';
import { fakeOffer } from '../../../../support/fake-sales.ts';

const offer = (productCode: string, category: string, more: Partial<Offer> = {}): Offer =>
  fakeOffer({ productCode, category }, more);
const codes = (offers: readonly Offer[]): string[] => offers.map(({ product }) => product.productCode);

const offers = [
  offer('FAVOURITE', 'Pulsa', { favourite: true }),
  offer('PLACED', 'Pulsa', { place: 1 }),
  offer('A', 'Pulsa'),
  offer('B', 'Games'),
  offer('C', 'Paket Data'),
  offer('D', 'Paket Data'),
];

describe('the order of the products', () => {
  it('puts what is sold most behind what the shop has put first, and keeps the order of equals', () => {
    const sold = new Map([
      ['D', 5],
      ['B', 2],
      ['PLACED', 1],
    ]);
    expect(codes(mostSoldFirst(offers, sold))).toEqual(['FAVOURITE', 'PLACED', 'D', 'B', 'A', 'C']);
    expect(mostSoldFirst(offers, new Map())).toEqual(offers);
  });
});

describe('the tabs', () => {
  it('are the groups that there are, most sold first and the rest last', () => {
    expect(tabsOf(offers, new Map())).toEqual(['credit', 'data', 'other']);
    expect(
      tabsOf(
        offers,
        new Map([
          ['D', 5],
          ['B', 9],
        ]),
      ),
    ).toEqual(['data', 'credit', 'other']);
  });

  it('are none where there is one group only', () => {
    expect(tabsOf(offers.slice(0, 3), new Map())).toEqual([]);
    expect(tabsOf([...offers.slice(0, 3), offer('X', 'Games', { hidden: true })], new Map())).toEqual([]);
  });
});
