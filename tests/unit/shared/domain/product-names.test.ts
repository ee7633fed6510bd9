import { expect, it } from 'vitest';
import { type Credit, isSameCredit } from '../../../../src/shared/domain/product-names.ts';

const credit = (productName: string | null, more: Partial<Credit> = {}): Credit => ({
  productCode: 'TSEL',
  productName,
  brand: 'TELKOMSEL',
  category: 'Pulsa',
  total: null,
  ...more,
});
const data = { category: 'Paket Data' };
const token = { brand: 'PLN', category: 'Token Listrik' };

it.each<[string, Credit, Credit]>([
  ['capitals and signs', credit('Telkomsel 10.000'), credit('TELKOMSEL 10,000', { brand: 'Telkomsel' })],
  ['rupiah', credit('Telkomsel 10.000'), credit('Pulsa Simpati Rp10.000')],
  ['rupiah with cents', credit('Telkomsel 10.000'), credit('Telkomsel Rp 10.000,00')],
  ['rb', credit('Telkomsel 10.000'), credit('Pulsa Tsel 10rb')],
  ['ribu', credit('Telkomsel 10.000'), credit('Tsel 10 ribu promo')],
  ['K', credit('Telkomsel 10.000'), credit('SIMPATI/AS 10K')],
  ['thousands left out', credit('Telkomsel 10.000'), credit('Telkomsel 10')],
  ['a million', credit('Telkomsel 1.000.000'), credit('Telkomsel 1jt')],
  ['a narrower category', credit('Telkomsel 25.000'), credit('Telkomsel 25.000', { category: 'Pulsa Transfer' })],
  ['no brand', credit('Telkomsel 10.000'), credit('Simpati 10.000', { brand: null })],
  ['a brand that is a digit', credit('Tri 10.000', { brand: '3' }), credit('3 10.000', { brand: '3' })],
  ['a bonus', credit('Telkomsel 10.000'), credit('Telkomsel 10.000 + bonus 50 menit')],
  ['GB', credit('Telkomsel Data 5GB 30 Hari', data), credit('Flash 5 GB / 7 hari', data)],
  ['a decimal comma', credit('Data 1,5GB', data), credit('Data 1.5 GB', data)],
  ['GB and MB', credit('Data 2GB', data), credit('Data 2.000 MB', data)],
  ['a price in the name', credit('Data 5GB Rp50.000', data), credit('Data 5GB 4G', data)],
  ['tokens', credit('Token PLN 20.000', token), credit('PLN Prabayar 20rb', token)],
  ['a name for the code', credit('Telkomsel 10.000'), credit(null, { productCode: 'TS10H' })],
  ['the same name', credit('Bebas Bicara', { productCode: 'A1' }), credit('Bebas bicara', { productCode: 'B2' })],
  [
    'the price, for want of a nominal',
    credit('Telkomsel 10.000', { total: 12_000 }),
    credit('Pulsa hemat', { productCode: 'HEMAT', total: 12_000 }),
  ],
])('is the same credit: %s', (_what, one, other) => {
  expect(isSameCredit(one, other)).toBe(true);
  expect(isSameCredit(other, one)).toBe(true);
});

it.each<[string, Credit, Credit]>([
  ['another nominal', credit('Telkomsel 10.000'), credit('Telkomsel 20.000', { total: 12_000 })],
  ['ten times', credit('Telkomsel 10.000'), credit('Telkomsel 100.000')],
  ['another brand', credit('Telkomsel 10.000'), credit('XL 10.000', { brand: 'XL' })],
  ['another category', credit('Telkomsel 10.000'), credit('Telkomsel Data 10.000', data)],
  ['data of another category', credit('Data 5GB', data), credit('SMS 5GB', { category: 'Paket SMS' })],
  ['another quota', credit('Data 5GB 50.000', data), credit('Data 10GB 50.000', data)],
  ['1.5 GB and 15 GB', credit('Data 1.5GB', data), credit('Data 15GB', data)],
  ['4G is no quota', credit('Data 4G 3GB', data), credit('Data 4GB', data)],
  ['tokens', credit('Token PLN 20.000', token), credit('Token PLN 50.000', token)],
  ['codes alone', credit(null, { productCode: 'TSEL10' }), credit(null, { productCode: 'TSEL20' })],
  ['neither a nominal nor a price', credit('Hemat', { productCode: 'H' }), credit('Puas', { productCode: 'P' })],
])('is other credit: %s', (_what, one, other) => {
  expect(isSameCredit(one, other)).toBe(false);
  expect(isSameCredit(other, one)).toBe(false);
});
