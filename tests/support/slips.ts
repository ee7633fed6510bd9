import { type BytesOptions, renderBytes } from '../../src/main/printing/render/slip-bytes.ts';
import type { ReceiptDoc } from '../../src/shared/domain/receipt/doc.ts';
import { emptySale, type Transaction } from '../../src/shared/domain/transaction.ts';
import { decodeEscPos } from './printer-decoder/escpos.ts';
import type { Printed } from './printer-decoder/paper.ts';
import { decodeStarPrnt } from './printer-decoder/starprnt.ts';

export const bytesOptions: BytesOptions = {
  language: 'escpos',
  columns: 32,
  codePage: 'cp437',
  cut: 'partial',
  feed: 3,
  drawer: false,
  logo: null,
  qr: 'command',
};

/** What comes out of the printer that the options are for. */
export function printSlip(doc: ReceiptDoc, options: Partial<BytesOptions> = {}): Printed[] {
  const whole = { ...bytesOptions, ...options };
  const decode = whole.language === 'escpos' ? decodeEscPos : decodeStarPrnt;
  return decode(renderBytes(doc, whole));
}

/** For golden files: each line at its place, and beside it how it looks. */
export function printedText(printed: readonly Printed[], columns: number): string {
  return printed
    .map((one) => entryText(one, columns).trimEnd())
    .join('\n')
    .concat('\n');
}

function entryText(one: Printed, columns: number): string {
  switch (one.type) {
    case 'line':
      return `|${one.text}${' '.repeat(columns - one.columns)}| ${one.look}`;
    case 'qr':
      return `[QR ${one.size} ${one.text}]`;
    case 'image':
      return `[image ${one.width}x${one.height}, ${one.dark} dark]`;
    case 'cut':
      return `[cut ${one.extent}]`;
    case 'drawer':
      return '[drawer]';
  }
}

const at = '2026-03-10T03:00:00.000Z';

const base: Transaction = {
  ...emptySale,
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  kind: 'prepaid',
  state: 'success',
  productCode: 'TSEL10',
  productName: 'Telkomsel 10.000',
  brand: 'TELKOMSEL',
  category: 'Pulsa',
  customerNo: '081234567890',
  transactionId: 'TRX-20260310-000123',
  transactionIdFrom: 'answer',
  sn: 'R220914.1536.2100AB',
  total: 12_000,
  tendered: 20_000,
  change: 8_000,
  receiptNo: 'AB7K-000123',
  day: '2026-03-10',
  createdAt: at,
  updatedAt: at,
  sentAt: at,
  settledAt: at,
  revision: 3,
};

const period = (name: string) => ({ period: name, billValue: 150_000, priceAdmin: 2_500 });

const bill: Transaction = {
  ...base,
  kind: 'postpaid',
  productName: 'PLN Pascabayar',
  category: 'Tagihan Listrik',
  brand: 'PLN',
  customerNo: '530000000001',
  customerName: 'CONTOH LESTARI',
  sn: '0BAG210ZCA2B4B7C8D9E0F1A2B3C4D5E',
  price: 305_000,
  fee: 2_500,
  total: 307_500,
  tendered: 310_000,
  change: 2_500,
  bill: { billSheet: 2, details: [period('FEB 2026'), period('MAR 2026')] },
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MEI', 'JUN', 'JUL', 'AGU', 'SEP', 'OKT', 'NOV', 'DES'];

/** One sale for each kind of slip that has its own shape. */
export const slipSamples = {
  phone: base,
  data: { ...base, productName: 'XL Data 5 GB 30 hari', brand: 'XL', category: 'Data', sn: '70123456789' },
  pending: { ...base, state: 'pending', sn: null, receiptNo: null },
  noSn: { ...base, sn: null },
  token: {
    ...base,
    productName: 'Token PLN 50.000',
    category: 'Token Listrik',
    brand: 'PLN',
    customerNo: '12345678901',
    sn: '12345678901234567890/CONTOH SANTOSO/R1M/900VA/33,7',
  },
  tokenWithoutDigits: {
    ...base,
    productName: 'Token PLN 50.000',
    category: 'Token Listrik',
    brand: 'PLN',
    customerNo: '12345678901',
    sn: '123456789012/CONTOH SANTOSO',
  },
  bill,
  water: {
    ...bill,
    productName: 'PDAM Contoh Selatan',
    category: 'PDAM',
    brand: 'PDAM',
    sn: 'PDAM/000123456/202603',
    bill: { billSheet: 1, details: [period('MAR 2026')] },
    price: 152_500,
    total: 155_000,
    tendered: null,
    change: null,
  },
  health: { ...bill, productName: 'BPJS Kesehatan', category: 'BPJS', brand: 'BPJS', customerNo: '8888801234567890' },
  internet: { ...bill, productName: 'IndiHome', category: 'Internet', brand: 'TELKOM', sn: 'TLK-2026-03-000777' },
  other: { ...bill, productName: 'Cicilan Contoh', category: 'Multifinance', brand: 'CONTOH FINANCE', sn: 'F0001' },
  split: {
    ...base,
    payments: [
      { method: 'cash', amount: 6000, reference: null, customerId: null },
      { method: 'qris', amount: 4000, reference: 'RRN 42', customerId: null },
      { method: 'tab', amount: 2000, reference: null, customerId: 'customer-1' },
    ],
    tendered: 10_000,
    change: 4000,
  },
  unknown: { ...base, state: 'unknown', sn: null, receiptNo: null },
  disputed: { ...base, state: 'disputed', sn: null },
  unreadPeriods: {
    ...bill,
    bill: { billSheet: null, details: [period('FEB 2026'), { period: 'MAR 2026', billValue: null, priceAdmin: null }] },
  },
  manyPeriods: {
    ...bill,
    price: 5_490_000,
    total: 5_492_500,
    tendered: 5_500_000,
    change: 7_500,
    bill: {
      billSheet: 36,
      details: [2023, 2024, 2025].flatMap((year) => months.map((month) => period(`${month} ${year}`))),
    },
  },
  longNames: {
    ...bill,
    productName: 'Perusahaan Daerah Air Minum Kabupaten Contoh Selatan Pascabayar',
    category: 'PDAM',
    brand: 'PDAM CONTOH SELATAN',
    customerName: 'RADEN AYU CONTOHNINGRUM SETIAWATI KUSUMADININGRAT',
    sn: 'A'.repeat(60),
  },
} satisfies Record<string, Transaction>;

export const slipSettings = {
  language: 'id' as const,
  timeZone: 'Asia/Jakarta',
  shop: {
    name: 'Konter Contoh Jaya',
    address: 'Jl. Contoh No. 17, Bandung',
    phone: '0812-0000-1111',
    footer: 'Terima kasih, datang lagi',
  },
  training: false,
  copy: 1,
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of a slip's page, as a reader of the paper has it: no styles, no title, no pictures. */
export function htmlText(html: string): string {
  const body = html.slice(html.indexOf('<main>'), html.indexOf('</main>')).replace(/<svg.*?<\/svg>/gsu, '');
  return body.replace(/<[^>]*>/gu, ' ').replace(/&(#?\w+);/gu, (whole, name: string) => entities[name] ?? whole);
}
