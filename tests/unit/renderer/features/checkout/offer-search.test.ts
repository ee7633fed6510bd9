import { describe, expect, it } from 'vitest';
import { knownOffer, rankOffers, searchOffers } from '../../../../../src/renderer/features/checkout/offer-search.ts';
import { compareOffers, type Offer } from '../../../../../src/renderer/state/offers.ts';
import { parseNominal } from '../../../../../src/shared/domain/search/matching.ts';

const offer = (productCode: string, productName: string, brand: string, more: Partial<Offer> = {}): Offer => ({
  product: {
    productCode,
    productName,
    kind: 'prepaid',
    brand,
    category: 'Pulsa',
    active: true,
    cutOff: null,
  },
  sellingPrice: null,
  favourite: false,
  group: null,
  place: null,
  hidden: false,
  logo: null,
  ...more,
});
const bill = offer('PLNPOST', 'PLN Pascabayar', 'PLN');
const offers = [
  offer('ISAT10', 'Indosat 10.000', 'Indosat'),
  offer('TSEL5', 'Telkomsel 5.000', 'Telkomsel'),
  offer('TSEL10', 'Telkomsel 10.000', 'Telkomsel'),
  offer('TSEL100', 'Telkomsel 100.000', 'Telkomsel'),
  { ...bill, product: { ...bill.product, kind: 'postpaid' as const } },
];
const codes = (found: readonly Offer[]): string[] => found.map(({ product }) => product.productCode);
const mobile = '081234567890';

describe('the product that is meant without doubt', () => {
  it.each([
    ['TSEL10', '', 'TSEL10'],
    [' tsel10 ', '', 'TSEL10'],
    ['10', mobile, 'TSEL10'],
    ['10rb', mobile, 'TSEL10'],
    ['10', '085612345678', 'ISAT10'],
    ['pasca', '', 'PLNPOST'],
  ])('%j for the number %j is %s', (typed, number, code) => {
    expect(knownOffer(offers, typed, number)?.product.productCode).toBe(code);
  });

  it.each([
    // Two are worth that much and no operator is known.
    ['10', ''],
    ['20', mobile],
    ['telkomsel', ''],
    // A code that is not known yet may be a part of one that is.
    ['TSEL1', ''],
    ['', ''],
  ])('%j for the number %j is none: a person chooses, or the provider is asked', (typed, number) => {
    expect(knownOffer(offers, typed, number)).toBeNull();
  });
});

describe('the list below the field', () => {
  it('has what holds every word, and what is worth the nominal', () => {
    expect(codes(searchOffers(offers, 'telkomsel 10'))).toEqual(['TSEL10', 'TSEL100']);
    expect(codes(searchOffers(offers, 'pulsa indo'))).toEqual(['ISAT10']);
    expect(codes(searchOffers(offers, ''))).toHaveLength(5);
  });

  it('puts the operator of the number first and what is paid elsewhere last, and keeps the order of equals', () => {
    const shown = rankOffers(offers, '', mobile, 'prepaid');
    expect(codes(shown)).toEqual(['TSEL5', 'TSEL10', 'TSEL100', 'ISAT10', 'PLNPOST']);
    expect(codes(rankOffers(offers, '', '530000000001', 'prepaid'))).toEqual(codes(offers));
    expect(codes(rankOffers(offers, '', '', 'postpaid'))[0]).toBe('PLNPOST');
  });

  it('puts what is worth the nominal before what only holds its digits', () => {
    expect(codes(rankOffers(searchOffers(offers, '10'), '10', mobile, 'prepaid'))).toEqual([
      'TSEL10',
      'TSEL100',
      'ISAT10',
    ]);
  });

  it('leaves out what the shop hides, unless its code is typed', () => {
    const hidden = offer('OLD10', 'Old 10.000', 'Telkomsel', { hidden: true });
    expect(searchOffers([hidden], '')).toEqual([]);
    expect(knownOffer([hidden], 'old10', '')).toBe(hidden);
  });

  it('begins with favourites, then the shop’s own order, then group, brand and price', () => {
    const shop = [
      offer('A', 'A', 'B', { sellingPrice: 2000 }),
      offer('C', 'C', 'B', { sellingPrice: 1000 }),
      offer('D', 'D', 'Z', { place: 2 }),
      offer('E', 'E', 'Z', { place: 1 }),
      offer('F', 'F', 'Z', { favourite: true }),
      offer('G', 'G', 'A'),
    ];
    expect(codes(shop.toSorted(compareOffers))).toEqual(['F', 'E', 'D', 'G', 'C', 'A']);
  });
});

it.each([
  ['10', 10_000],
  ['100', 100_000],
  ['10rb', 10_000],
  ['20 ribu', 20_000],
  ['5k', 5000],
  ['10.000', 10_000],
  ['25000', 25_000],
  ['1000', 1000],
  ['TSEL10', null],
  ['10.0812', null],
  ['', null],
] as const)('%j typed for a product is worth %j', (typed, nominal) => {
  expect(parseNominal(typed)).toBe(nominal);
});
