import { type PostpaidItem, postpaid } from './product.ts';

const water = (code: string, name: string): PostpaidItem =>
  postpaid({
    code,
    name,
    brand: 'PDAM',
    category: 'PDAM',
    admin: 2500,
    commission: 900,
    bill: { from: 38_000, to: 260_000 },
    description: 'Tagihan air bulanan',
    sn: 'packed',
  });

export const bills: readonly PostpaidItem[] = [
  // Its sn stays unbroken and short: the bill for 530000000001 is paid in every practice.
  postpaid({
    code: 'PLNPOST',
    name: 'PLN Pascabayar',
    brand: 'PLN',
    category: 'Tagihan Listrik',
    admin: 3000,
    commission: 1600,
    bill: { from: 74_000, to: 612_000 },
    description: 'Tagihan listrik bulanan',
  }),
  water('PDAMJKT', 'PAM Jaya Jakarta'),
  water('PDAMSBY', 'PDAM Surya Sembada Surabaya'),
  water('PDAMBDG', 'PDAM Tirtawening Bandung'),
  postpaid({
    code: 'BPJS',
    name: 'BPJS Kesehatan',
    brand: 'BPJS',
    category: 'BPJS Kesehatan',
    admin: 2500,
    commission: 1000,
    bill: { from: 35_000, to: 450_000 },
    description: 'Iuran JKN perorangan',
  }),
  postpaid({
    code: 'TELKOM',
    name: 'Telkom Telepon Rumah',
    brand: 'TELKOM',
    category: 'Telkom',
    admin: 2750,
    commission: 1100,
    bill: { from: 30_000, to: 190_000 },
    description: 'Tagihan telepon rumah',
    sn: 'digits',
  }),
  postpaid({
    code: 'INDIHOME',
    name: 'IndiHome',
    brand: 'INDIHOME',
    category: 'Internet',
    admin: 2750,
    commission: 1300,
    bill: { from: 280_000, to: 545_000 },
    description: 'Tagihan internet bulanan',
    sn: 'digits',
  }),
];
