import { describe, expect, it } from 'vitest';
import {
  groupOf,
  knownOffer,
  rankOffers,
  searchOffers,
} from '../../../../../src/renderer/features/checkout/offer-search.ts';
import { compareOffers, type Offer } from '../../../../../src/renderer/state/offers.ts';
import { parseNominal } from '../../../../../src/shared/domain/search/matching.ts';
import { fakeOffer } from '../../../../support/fake-sales.ts';

const offer = (productCode: string, productName: string, brand: string, more: Partial<Offer> = {}): Offer =>
  fakeOffer({ productCode, productName, brand }, more);
const bill = offer('PLNPOST', 'PLN Pascabayar', 'PLN');
const offers = [
  offer('ISAT10', 'Indosat 10.000', 'Indosat'),
  offer('TSEL5', 'Telkomsel 5.000', 'Telkomsel'),
  offer('TSEL10', 'Telkomsel 10.000', 'Telkomsel'),
  offer('TSEL100', 'Telkomsel 100.000', 'Telkomsel'),
  { ...bill, product: { ...bill.product, kind: 'postpaid' as const, category: null } },
];
const codes = (offers: readonly Offer[]): string[] => offers.map(({ product }) => product.productCode);
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

describe('the words that customers use', () => {
  const category = (each: Offer, name: string): Offer => ({ ...each, product: { ...each.product, category: name } });
  const token = (code: string, name: string): Offer => category(offer(code, name, 'PLN'), 'Token Listrik');
  const shop = [
    ...offers,
    offer('TRI10', 'Tri 10.000', 'TRI'),
    offer('TSEL50', 'Telkomsel 50.000', 'TELKOMSEL'),
    category(offer('TSELD5', 'Telkomsel Data 5 GB 30 Hari', 'TELKOMSEL'), 'Paket Data'),
    category(offer('GOPAY20', 'GoPay 20.000', 'GOPAY'), 'E-Money'),
    token('PLN20', 'Token PLN 20.000'),
    token('PLN200', 'Token PLN 200.000'),
  ];

  it.each([
    ['5gb', ['TSELD5']],
    ['5 GB', ['TSELD5']],
    ['data 5', ['TSELD5']],
    ['kuota', ['TSELD5']],
    ['three', ['TRI10']],
    ['tri', ['TRI10']],
    ['simpati 10', ['TSEL10']],
    ['20rb pln', ['PLN20']],
    ['token 20', ['PLN20']],
    ['pln 20.000', ['PLN20']],
    ['token 2', ['PLN20', 'PLN200']],
    ['listrik', ['PLN20', 'PLN200']],
    ['telkomsel 50', ['TSEL50']],
    ['emoney', ['GOPAY20']],
    ['zzz', []],
    ['😀', []],
  ])('%j finds %j', (typed, codesFound) => {
    expect(codes(searchOffers(shop, typed))).toEqual(codesFound);
  });

  it.each([
    ['telkomsel 50', '', 'TSEL50'],
    ['5gb', '', 'TSELD5'],
    ['token 20', '', 'PLN20'],
    ['50', mobile, 'TSEL50'],
    ['5', mobile, 'TSEL5'],
    // A meter: credit of the same nominal is for other numbers.
    ['20', '14012345678', 'PLN20'],
  ])('Enter after %j for the number %j takes %s', (typed, number, code) => {
    expect(knownOffer(shop, typed, number)?.product.productCode).toBe(code);
  });

  it.each([
    ['token 2', ''],
    // The only one that begins so is worth ten times as much.
    ['tri 1', ''],
  ])('Enter after %j takes none', (typed, number) => {
    expect(knownOffer(shop, typed, number)).toBeNull();
  });

  it('puts electricity first for a meter, and what is for any number before other operators', () => {
    expect(codes(rankOffers(shop, '', '14012345678', 'prepaid')).slice(0, 4)).toEqual([
      'PLN20',
      'PLN200',
      'PLNPOST',
      'GOPAY20',
    ]);
    expect(codes(rankOffers(shop, '', '089512345678', 'prepaid')).slice(0, 2)).toEqual(['TRI10', 'GOPAY20']);
  });

  it('puts what is no phone’s before all operators for a number that begins as no phone’s, bills too', () => {
    const ranked = codes(rankOffers(shop, '', '12345678', 'prepaid'));
    expect(ranked.slice(0, 4)).toEqual(['GOPAY20', 'PLN20', 'PLN200', 'PLNPOST']);
    expect(codes(rankOffers(shop, '', '81234567', 'prepaid'))).toEqual(codes(rankOffers(shop, '', '', 'prepaid')));
  });

  it('sorts products into the groups of the tabs', () => {
    const groups = Object.fromEntries(shop.map((each) => [each.product.productCode, groupOf(each)]));
    expect(groups).toMatchObject({
      TSEL10: 'credit',
      TSELD5: 'data',
      PLN20: 'token',
      GOPAY20: 'wallet',
      PLNPOST: 'bill',
    });
    expect(groupOf(category(offer('ML86', '86 Diamonds', 'MOBILE LEGENDS'), 'Games'))).toBe('other');
  });
});

it('XLSMART is a word of its three brands, and of no other', () => {
  const brands = ['XL', 'AXIS', 'Smartfren', 'Telkomsel', 'Tri', 'by.U'];
  const all = brands.map((brand) => offer(brand, `${brand} 10.000`, brand));
  expect(codes(searchOffers(all, 'xlsmart'))).toEqual(['XL', 'AXIS', 'Smartfren']);
  expect(codes(searchOffers(all, 'xl'))).toEqual(['XL']);
  expect(codes(searchOffers(all, 'XLSmart 10'))).toEqual(['XL', 'AXIS', 'Smartfren']);
  expect(codes(searchOffers(all, 'xl 10'))).toEqual(expect.not.arrayContaining(['Telkomsel', 'Tri', 'by.U']));
});

describe('the list below the field', () => {
  it('has what holds every word, and what is worth the nominal', () => {
    expect(codes(searchOffers(offers, 'telkomsel 10'))).toEqual(['TSEL10']);
    expect(codes(searchOffers(offers, 'telkomsel 1'))).toEqual(['TSEL10', 'TSEL100']);
    expect(codes(searchOffers(offers, 'pulsa indo'))).toEqual(['ISAT10']);
    expect(codes(searchOffers(offers, ''))).toHaveLength(5);
  });

  it('puts the operator of the number first and what is paid elsewhere last, and keeps the order of equals', () => {
    const ranked = rankOffers(offers, '', mobile, 'prepaid');
    expect(codes(ranked)).toEqual(['TSEL5', 'TSEL10', 'TSEL100', 'ISAT10', 'PLNPOST']);
    // Electricity for a meter, in either kind.
    expect(codes(rankOffers(offers, '', '530000000001', 'prepaid'))[0]).toBe('PLNPOST');
    expect(codes(rankOffers(offers, '', '', 'prepaid'))).toEqual(codes(offers));
    expect(codes(rankOffers(offers, '', '', 'postpaid'))[0]).toBe('PLNPOST');
  });

  it('has nothing of another nominal where there is one of exactly the typed one', () => {
    expect(codes(rankOffers(searchOffers(offers, '10'), '10', mobile, 'prepaid'))).toEqual(['TSEL10', 'ISAT10']);
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
      offer('G', 'G', 'A', { sellingPrice: 3000 }),
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
