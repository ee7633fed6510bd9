import { expect, test } from 'vitest';
import { claimedSales } from '../../../src/main/shop/claimed-sale.ts';
import { readShopKey } from '../../../src/main/shop/shop-key.ts';
import { maxClaimSealed } from '../../../src/shared/wire/shop.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { fakeShopKey } from '../../support/fake-shop.ts';
import { seededRandom } from '../../support/fake-system.ts';

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
