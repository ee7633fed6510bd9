import type { Offer } from '../../src/renderer/state/offers.ts';
import type { Batch } from '../../src/shared/contract/batches.ts';
import type { Product } from '../../src/shared/contract/selling.ts';
import { emptySale, type Transaction } from '../../src/shared/domain/transaction.ts';

const product = (productCode: string, productName: string, brand: string, category: string): Product => ({
  productCode,
  productName,
  kind: 'prepaid',
  type: 'Umum',
  active: true,
  description: null,
  category,
  brand,
  logo: null,
  cutOff: null,
  admin: null,
  commission: null,
  faults: [],
});

const bill = (productCode: string, productName: string, brand: string, category: string): Product => ({
  ...product(productCode, productName, brand, category),
  kind: 'postpaid',
  admin: 2500,
  commission: 1200,
});

/** What the pretended provider sells. */
export const fakeProducts: readonly Product[] = [
  product('TSEL10', 'Telkomsel 10.000', 'TELKOMSEL', 'Pulsa'),
  { ...product('TSEL50', 'Telkomsel 50.000', 'TELKOMSEL', 'Pulsa'), cutOff: { start: '23:30:00', end: '00:30:00' } },
  product('ISAT25', 'Indosat 25.000', 'INDOSAT', 'Pulsa'),
  product('XLDATA5', 'XL Data 5 GB 30 hari', 'XL', 'Data'),
  product('PLN50', 'Token PLN 50.000', 'PLN', 'Token Listrik'),
  { ...product('OLD5', 'Paket lama 5.000', 'TRI', 'Pulsa'), active: false },
  bill('PLNPOST', 'PLN Pascabayar', 'PLN', 'Tagihan Listrik'),
  bill('PDAMJKT', 'PDAM Jakarta', 'PDAM', 'PDAM'),
  bill('BPJSKES', 'BPJS Kesehatan', 'BPJS', 'BPJS'),
];

/** A whole sale, as stored; only what a test cares about has to be given. */
export function fakeSale(fields: Partial<Transaction> = {}): Transaction {
  const at = fields.createdAt ?? '2026-03-02T03:04:05.000Z';
  return {
    ...emptySale,
    id: '0195f0aa-0000-7000-8000-000000000001',
    kind: 'prepaid',
    state: 'success',
    productCode: 'TSEL10',
    productName: 'Telkomsel 10.000',
    brand: 'TELKOMSEL',
    category: 'Pulsa',
    customerNo: '081234567890',
    transactionId: 'TRX-0001',
    transactionIdFrom: 'answer',
    sn: '0312345678901234',
    message: 'OK',
    total: 12_000,
    tendered: 20_000,
    change: 8000,
    receiptNo: 'A1-000001',
    day: at.slice(0, 10),
    inquiredAt: fields.kind === 'postpaid' ? at : null,
    createdAt: at,
    updatedAt: at,
    sentAt: at,
    settledAt: at,
    revision: 3,
    ...fields,
  };
}

/** A product as a page offers it, without a price. */
export const fakeOffer = (product: Partial<Offer['product']>, more: Partial<Offer> = {}): Offer => ({
  product: {
    productCode: 'TSEL10',
    productName: product.productCode ?? null,
    kind: 'prepaid',
    brand: null,
    category: 'Pulsa',
    active: true,
    cutOff: null,
    ...product,
  },
  sellingPrice: null,
  favourite: false,
  group: null,
  place: null,
  hidden: false,
  logo: null,
  ...more,
});

/** A list whose lines, one unless others are named, are paid for in cash and not sent yet; the first is being sent. */
export function fakeBatch(fields: Partial<Batch> = {}, numbers: readonly string[] = ['081234567890']): Batch {
  const unsent = { state: 'unsent', flags: ['batch_line'], ...unsettled, sentAt: null } satisfies Partial<Transaction>;
  const lines = numbers.map((customerNo, at) => {
    const id = `0195f0aa-0000-7000-8000-00000000b0${String(at + 1).padStart(2, '0')}`;
    const sale = fakeSale({ ...unsent, id, customerNo, tendered: 12_000, change: 0 });
    return { position: at + 1, sale, leftOut: false, isWaiting: true };
  });
  const total = 12_000 * lines.length;
  return {
    id: '0195f0aa-0000-7000-8000-00000000b000',
    createdAt: '2026-03-02T03:04:05.000Z',
    state: 'running',
    pause: null,
    total,
    payments: [],
    tendered: total,
    change: 0,
    lines,
    toReturn: [],
    ...fields,
  };
}

/** Of a bill of two months. */
export const fakeBill: Partial<Transaction> = {
  kind: 'postpaid',
  productCode: 'PLNPOST',
  productName: 'PLN Pascabayar',
  brand: 'PLN',
  category: 'Tagihan Listrik',
  customerNo: '530000000001',
  customerName: 'BUDI CONTOH',
  price: 305_000,
  fee: 2500,
  total: 307_500,
  tendered: 310_000,
  change: 2500,
  bill: {
    billSheet: 2,
    details: [
      { period: 'JAN 2026', billValue: 150_000, priceAdmin: 2500 },
      { period: 'FEB 2026', billValue: 150_000, priceAdmin: 2500 },
    ],
  },
};

const unsettled = { sn: null, receiptNo: null, settledAt: null };

/** A morning at the counter: every state once at least, newest first. */
export function fakeMorning(now: number): Transaction[] {
  const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
  const token = { productCode: 'PLN50', productName: 'Token PLN 50.000', brand: 'PLN', category: 'Token Listrik' };
  const rows: Partial<Transaction>[] = [
    { state: 'pending', ...unsettled, message: 'Sedang diproses' },
    {
      state: 'unknown',
      ...unsettled,
      transactionId: null,
      transactionIdFrom: null,
      message: null,
      customerNo: '081234567891',
    },
    {
      state: 'success',
      ...token,
      customerNo: '530000000002',
      sn: '1234-5678-9012-3456-7890/BUDI CONTOH/R1M/900',
      total: 52_000,
    },
    { state: 'success', ...fakeBill, sn: 'PLN0000000000001' },
    { state: 'failed', sn: null, receiptNo: null, message: 'Nomor salah', customerNo: '081234567892' },
    {
      state: 'unsent',
      ...unsettled,
      transactionId: null,
      transactionIdFrom: null,
      message: null,
      tendered: null,
      change: null,
    },
    { state: 'disputed', ...unsettled, message: 'Gagal', customerNo: '081234567893' },
    { state: 'inquired', ...fakeBill, ...unsettled, tendered: null, change: null, sentAt: null },
    {
      state: 'expired',
      ...fakeBill,
      ...unsettled,
      tendered: null,
      change: null,
      sentAt: null,
      customerNo: '530000000003',
    },
    { state: 'success', sn: null, message: 'SN menyusul', customerNo: '081234567894' },
  ];
  const many = Array.from(
    { length: 40 },
    (_, n): Partial<Transaction> => ({
      customerNo: `0812345678${String(n + 10).padStart(2, '0')}`,
    }),
  );
  return [...rows, ...many].map((row, n) =>
    fakeSale({
      ...row,
      id: `0195f0aa-0000-7000-8000-${String(999_999 - n).padStart(12, '0')}`,
      receiptNo: row.receiptNo === null ? null : `A1-${String(900 - n).padStart(6, '0')}`,
      createdAt: ago(n * 7 + 1),
    }),
  );
}
