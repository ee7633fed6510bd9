import type { PaymentMethod } from '../payment.ts';
import type { SoldAs } from '../product-names.ts';
import { englishCategory, englishPeriod } from './english-names.ts';

const sold: Record<'id' | 'en', Record<SoldAs, string>> = {
  id: {
    credit: 'PULSA',
    data: 'PAKET DATA',
    package: 'PAKET',
    token: 'TOKEN LISTRIK',
    product: '',
    'electricity-bill': 'TAGIHAN LISTRIK',
    'water-bill': 'TAGIHAN AIR',
    'internet-bill': 'TAGIHAN INTERNET',
    'phone-bill': 'TAGIHAN HP',
    contribution: 'IURAN BPJS',
    bill: 'TAGIHAN',
  },
  en: {
    credit: 'PHONE CREDIT',
    data: 'DATA PACKAGE',
    package: 'PHONE PACKAGE',
    token: 'ELECTRICITY TOKEN',
    product: '',
    'electricity-bill': 'ELECTRICITY BILL',
    'water-bill': 'WATER BILL',
    'internet-bill': 'INTERNET BILL',
    'phone-bill': 'MOBILE PHONE BILL',
    contribution: 'BPJS PREMIUM',
    bill: 'BILL',
  },
};

const bills: ReadonlySet<SoldAs> = new Set([
  'electricity-bill',
  'water-bill',
  'internet-bill',
  'phone-bill',
  'contribution',
  'bill',
]);

const indonesianSale = (as: SoldAs): string => `${bills.has(as) ? 'PEMBAYARAN' : 'PEMBELIAN'} ${sold.id[as]}`.trim();
const englishSale = (as: SoldAs): string => `${sold.en[as]} ${bills.has(as) ? 'PAYMENT' : 'PURCHASE'}`.trim();

/** The words on a slip, in the shop's language. */
const indonesian = {
  /** what the paper is: of a success, of a sale that is none yet or not any more, and of an unpaid bill */
  title: {
    receipt: (as: SoldAs) => `STRUK ${indonesianSale(as)}`,
    sale: indonesianSale,
    inquiry: (as: SoldAs) => sold.id[as],
  },
  date: 'Waktu',
  receipt: 'No. struk',
  reference: 'Ref',
  product: 'Produk',
  customerNo: { phone: 'Nomor HP', meter: 'No. meter/IDPEL', customer: 'No. pelanggan', membership: 'No. VA/peserta' },
  customerName: 'Nama',
  provider: 'Penyedia',
  period: 'Periode',
  bill: 'Tagihan',
  /** what a health insurance calls its bill */
  contribution: 'Iuran',
  admin: 'Admin',
  /** the admin of several periods in one sum; `each` is what it is for one, when it is the same for all */
  adminOf: (periods: number, each: string | null) =>
    each === null ? `Admin ${periods} periode` : `Admin ${periods} x ${each}`,
  sheets: 'Lembar tagihan',
  billTotal: 'Jumlah tagihan',
  serviceFee: 'Biaya layanan',
  price: 'Harga',
  total: 'TOTAL',
  cash: 'Tunai',
  /** a part of the total that was paid by this method, where it was not all cash */
  paid: {
    cash: 'Dibayar: tunai',
    qris: 'Dibayar: QRIS',
    transfer: 'Dibayar: transfer',
    ewallet: 'Dibayar: dompet digital',
    tab: 'Utang',
  } satisfies Record<PaymentMethod, string>,
  change: 'Kembalian',
  sn: 'SN',
  billReference: 'No. ref',
  token: 'TOKEN',
  tariff: 'Tarif/daya',
  energy: 'Jumlah kWh',
  /** PLN takes a token at any time, until that many later ones were bought for the meter */
  useToken: 'Masukkan sebelum 50 token berikutnya dibeli untuk meter ini.',
  snToFollow: 'SN MENYUSUL',
  erased: 'DATA PELANGGAN DIHAPUS',
  proof: 'BUKTI PEMBAYARAN YANG SAH',
  /** below the QR code: it opens the verifier page, or the shop verifies it */
  scan: { page: 'Pindai untuk cek keaslian', shop: 'Kode bukti, dicek di toko' },
  /** above what the QR code holds, in a text */
  proofInText: 'Cek keaslian:',
  keep: 'Simpan struk ini sebagai bukti pembayaran.',
  stampDuty: 'Bea meterai Rp10.000: bukti di atas Rp5.000.000.',
  /** instead, of a sale of which something is on a tab */
  proofOfSale: 'BUKTI TRANSAKSI YANG SAH',
  unpaid: 'BELUM LUNAS',
  /** @param name of the customer who owes; null: not in the customer book any more */
  owed: (sum: string, name: string | null) => `Masih utang ${sum}${name === null ? '' : ` atas nama ${name}`}.`,
  training: 'LATIHAN - TIDAK SAH\nBukan bukti pembayaran',
  copy: (copy: number) => `SALINAN KE-${copy}`,
  notAProof: {
    pending: 'SEDANG DIPROSES\nBelum bukti pembayaran',
    unknown: 'BELUM PASTI\nBukan bukti pembayaran',
    failed: 'GAGAL\nBukan bukti pembayaran',
    disputed: 'DALAM PEMERIKSAAN\nBukan bukti pembayaran',
    inquired: 'INFORMASI TAGIHAN\nBelum dibayar',
  },
  /** what becomes of the customer's money where the sale is no success */
  money: {
    toReturn: 'BELUM DIKEMBALIKAN',
    returned: 'SUDAH DIKEMBALIKAN',
    /** how to get the money that is still to be returned. @param withChange the change is in the sum */
    askForReturn: (withChange: boolean) =>
      `Minta uang ini di kasir dengan struk ini.${withChange ? ' Sudah termasuk uang kembalian.' : ''}`,
    returnedAt: (time: string) => `Uangnya dikembalikan ${time}.`,
    pending: 'Pesanan masih diproses. Bila gagal, uangnya dikembalikan di toko ini.',
    unknown: 'Hasilnya masih diperiksa. Uangnya disimpan toko, dan dikembalikan bila ternyata gagal.',
    /** what was on a tab, of a sale that failed */
    tabLapsed: 'Utangnya gugur.',
  },
  /** whom to ask about it, and what to name. @param phone the shop's; empty: not known */
  enquiry: (phone: string, reference: string) =>
    `Ada pertanyaan? Hubungi toko ini${phone === '' ? '' : ` (${phone})`}, sebut ${reference}.`,
  providerId: 'ID transaksi',
  cashier: 'Kasir',
  category: 'Jenis',
  /** what the provider wrote of a category and a period, as the slip says it */
  categoryName: (category: string) => category,
  periodName: (period: string) => period,
  codes: 'Huruf yang tidak bisa dicetak di sini ditulis sebagai kode \\u{...}.',
};
export type SlipWords = typeof indonesian;

const english: SlipWords = {
  title: {
    receipt: (as) => `${englishSale(as)} RECEIPT`,
    sale: englishSale,
    inquiry: (as) => sold.en[as],
  },
  date: 'Time',
  receipt: 'Receipt no.',
  reference: 'Ref',
  product: 'Product',
  customerNo: {
    phone: 'Phone number',
    meter: 'Meter/customer no.',
    customer: 'Customer no.',
    membership: 'Member no.',
  },
  customerName: 'Name',
  provider: 'Provider',
  period: 'Period',
  bill: 'Bill',
  contribution: 'Premium',
  admin: 'Admin',
  adminOf: (periods, each) => (each === null ? `Admin of ${periods} periods` : `Admin ${periods} x ${each}`),
  sheets: 'Bill sheets',
  billTotal: 'Bill total',
  serviceFee: 'Service fee',
  price: 'Price',
  total: 'TOTAL',
  cash: 'Cash',
  paid: {
    cash: 'Paid: cash',
    qris: 'Paid: QRIS',
    transfer: 'Paid: transfer',
    ewallet: 'Paid: e-wallet',
    tab: 'On the tab',
  },
  change: 'Change',
  sn: 'SN',
  billReference: 'Ref. no.',
  token: 'TOKEN',
  tariff: 'Tariff/power',
  energy: 'Energy (kWh)',
  useToken: 'Enter it before 50 later tokens are bought for this meter.',
  snToFollow: 'SN TO FOLLOW',
  erased: 'CUSTOMER DATA ERASED',
  proof: 'VALID PROOF OF PAYMENT',
  scan: { page: 'Scan to check that it is genuine', shop: 'Proof code, checked at the shop' },
  proofInText: 'Check that it is genuine:',
  keep: 'Keep this slip as proof of payment.',
  stampDuty: 'Stamp duty Rp10.000 (meterai): proof above Rp5.000.000.',
  proofOfSale: 'VALID PROOF OF TRANSACTION',
  unpaid: 'NOT FULLY PAID',
  owed: (sum, name) => `Still owed: ${sum}${name === null ? '' : `, by ${name}`}.`,
  training: 'TRAINING - NOT VALID\nNot a proof of payment',
  copy: (copy) => `COPY ${copy}`,
  notAProof: {
    pending: 'IN PROGRESS\nNot yet a proof of payment',
    unknown: 'UNCONFIRMED\nNot a proof of payment',
    failed: 'FAILED\nNot a proof of payment',
    disputed: 'UNDER REVIEW\nNot a proof of payment',
    inquired: 'BILL INFORMATION\nNot paid yet',
  },
  money: {
    toReturn: 'REFUND DUE',
    returned: 'REFUNDED',
    askForReturn: (withChange) =>
      `Show this slip at the counter to get this money.${withChange ? ' It includes the change.' : ''}`,
    returnedAt: (time) => `The money was refunded on ${time}.`,
    pending: 'The order is in progress. If it fails, this shop refunds the money.',
    unknown: 'The result is being checked. The shop keeps the money, and refunds it if the sale failed.',
    tabLapsed: 'Nothing is owed on the tab.',
  },
  enquiry: (phone, reference) =>
    `Questions? Contact this shop${phone === '' ? '' : ` (${phone})`} and name ${reference}.`,
  providerId: 'Transaction ID',
  cashier: 'Cashier',
  category: 'Type',
  categoryName: englishCategory,
  periodName: englishPeriod,
  codes: 'Letters that cannot be printed here are written as codes \\u{...}.',
};

export function slipWords(language: 'id' | 'en'): SlipWords {
  return language === 'id' ? indonesian : english;
}
