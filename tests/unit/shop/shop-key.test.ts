import { describe, expect, test } from 'vitest';
import { newShopKey, readShopKey, shopKeyBytes } from '../../../src/main/shop/shop-key.ts';
import { ShopKeyId, ShopKeyText } from '../../../src/shared/wire/shop.ts';

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

  test('tells products and numbers apart, and what is another shop’s', () => {
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
