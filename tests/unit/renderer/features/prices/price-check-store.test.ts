import { describe, expect, it } from 'vitest';
import { pricedOffers, priceListText } from '../../../../../src/renderer/features/prices/price-check-store.ts';
import type { Offer } from '../../../../../src/renderer/state/offers.ts';
import { fakeOffer } from '../../../../support/fake-sales.ts';

const offer = (productCode: string, more: Partial<Offer> = {}, product: Partial<Offer['product']> = {}): Offer =>
  fakeOffer(
    { productCode, productName: `Produk ${productCode}`, brand: 'TELKOMSEL', ...product },
    { sellingPrice: 12_000, ...more },
  );

describe('the price list', () => {
  const offers = [
    offer('A'),
    offer('B', { sellingPrice: null }),
    offer('C', { hidden: true }),
    offer('D', {}, { kind: 'postpaid' }),
    offer('E', { sellingPrice: 7500 }, { productName: null, brand: 'XL' }),
    offer('F', {}, { active: false }),
    offer('G', { group: 'Promo' }),
  ];

  it('has what a customer can ask the price of: no bill, nothing hidden, nothing without a price', () => {
    expect(pricedOffers(offers).map(({ product }) => product.productCode)).toEqual(['A', 'E', 'F', 'G']);
  });

  it('is a message without columns, by group or brand, with what is for sale now', () => {
    expect(priceListText('Toko Makmur', offers)).toBe(
      [
        '*Toko Makmur*',
        '',
        '*TELKOMSEL*',
        'Produk A: Rp12.000',
        '',
        '*XL*',
        'E: Rp7.500',
        '',
        '*Promo*',
        'Produk G: Rp12.000',
      ].join('\n'),
    );
    expect(priceListText('', [])).toBe('');
  });
});
