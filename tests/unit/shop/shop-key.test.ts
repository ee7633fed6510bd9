import { describe, expect, test } from 'vitest';
import { claimedSales, newShopKey, readShopKey, shopKeyBytes } from '../../../src/main/shop/shop-key.ts';
import { maxClaimSealed, ShopKeyId, ShopKeyText } from '../../../src/shared/wire/shop.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { fakeShopKey } from '../../support/fake-shop.ts';
import { seededRandom } from '../../support/fake-system.ts';

const keyOf = (byte: number) => {
  const key = readShopKey(newShopKey(new Uint8Array(shopKeyBytes).fill(byte)));
  if (!key) throw new Error('no key');
  return key;
};

describe('a shop’s key', () => {
  const key = keyOf(1);
  const sale = { productCode: 'TSEL10', customerNo: '081234567890' };

  test('is a text of fixed length, and its id names it', () => {
    const text = newShopKey(new Uint8Array(shopKeyBytes).fill(1));
    expect(ShopKeyText.safeParse(text).success).toBe(true);
    expect(ShopKeyId.safeParse(key.id).success).toBe(true);
    expect(keyOf(2).id).not.toBe(key.id);
    expect(text).not.toContain(key.id);
  });

  test.each(['', 'short', `${'A'.repeat(42)}!`, 'A'.repeat(44)])('%j is none', (text) => {
    expect(readShopKey(text)).toBeNull();
  });

  test.each([
    { ...sale, productCode: 'tsel10' },
    { ...sale, customerNo: '6281234567890' },
    { ...sale, customerNo: '+62 812-3456-7890' },
  ])('knows %j for the same sale, as the journal does', (spelt) => {
    expect(key.digests(spelt)).toEqual(key.digests(sale));
  });

  test('distinguishes products and numbers, and what is another shop’s', () => {
    const same = key.digests(sale);
    const otherProduct = key.digests({ ...sale, productCode: 'TSEL20' });
    expect(otherProduct.product).not.toBe(same.product);
    expect(otherProduct.number).toBe(same.number);
    expect(key.digests({ ...sale, customerNo: '081234567891' }).number).not.toBe(same.number);
    expect(keyOf(2).digests(sale)).not.toEqual(same);
  });

  test('where a product ends and a number begins cannot be moved', () => {
    const one = key.digests({ productCode: 'A1', customerNo: '234567' });
    const other = key.digests({ productCode: 'A12', customerNo: '34567' });
    expect(one.product).not.toBe(other.product);
  });

  test('gives other keys for other purposes, of which none is its own', () => {
    const derived = [key.derive('log'), key.derive('snapshot')].map((each) => Buffer.from(each).toString('hex'));
    expect(new Set([...derived, '01'.repeat(shopKeyBytes)]).size).toBe(3);
    expect(derived[0]).toHaveLength(shopKeyBytes * 2);
  });
});

describe('a sale sealed in its claim', () => {
  const { key } = fakeShopKey();
  const sale = fakeSale({ state: 'sending', customerNo: '081234567890' });
  const claimed = claimedSales('m1', seededRandom('claimed'));
  const sealed = claimed.seal(key, sale) ?? '';

  test('a sale is read by its own counter from its own claim', () => {
    expect(claimed.open(key, sale.id, sealed)).toEqual(sale);
  });

  test('the relay reads nothing of it, not even how long it is', () => {
    const other = claimed.seal(key, fakeSale({ ...sale, customerName: 'Siti Rahmawati binti Abdullah' }));
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('0812');
    expect(other).toHaveLength(sealed.length);
  });

  test('another claim, another counter and another shop key read nothing', () => {
    const otherKey = readShopKey(Buffer.alloc(32, 8).toString('base64url'));
    if (!otherKey) throw new Error('no key');
    expect(claimed.open(key, '0195f0aa-0000-7000-8000-0000000000ff', sealed)).toBeNull();
    expect(claimedSales('m2', seededRandom('other')).open(key, sale.id, sealed)).toBeNull();
    expect(claimed.open(otherKey, sale.id, sealed)).toBeNull();
  });

  test('a bill of very many periods is carried without them, within the limit of the wire', () => {
    const period = { period: 'MAR 2026', billValue: 123_456, priceAdmin: 2500 };
    const bill = { billSheet: 400, details: Array.from({ length: 400 }, () => period) };
    const carried = claimed.seal(key, { ...sale, bill }) ?? '';
    expect(carried.length).toBeLessThanOrEqual(maxClaimSealed);
    expect(claimed.open(key, sale.id, carried)).toEqual({ ...sale, message: null, bill: null });
  });

  test('a sale that does not fit even so is not carried', () => {
    const name = 'x'.repeat(20_000);
    expect(claimed.seal(key, { ...sale, productName: name })).toBeUndefined();
  });
});
