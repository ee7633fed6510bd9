import type { PaymentMethod } from '../payment.ts';

/** The words on a slip, in the shop's language. */
export interface SlipWords {
  date: string;
  receipt: string;
  reference: string;
  product: string;
  customerNo: Record<'phone' | 'meter' | 'customer' | 'membership', string>;
  customerName: string;
  provider: string;
  period: string;
  bill: string;
  /** what a health insurance calls its bill */
  contribution: string;
  admin: string;
  /** the admin of several periods in one sum; `each` is what it is for one, when it is the same for all */
  adminOf: (periods: number, each: string | null) => string;
  sheets: string;
  billTotal: string;
  serviceFee: string;
  price: string;
  total: string;
  cash: string;
  /** a part of the total that was paid by this method, where it was not all cash */
  paid: Record<PaymentMethod, string>;
  change: string;
  sn: string;
  token: string;
  snToFollow: string;
  erased: string;
  proof: string;
  keep: string;
  training: string;
  copy: (copy: number) => string;
  notAProof: Record<'pending' | 'unknown' | 'failed' | 'disputed' | 'inquired', string>;
  providerId: string;
  cashier: string;
  category: string;
  codes: string;
}

const indonesian: SlipWords = {
  date: 'Waktu',
  receipt: 'No. struk',
  reference: 'Ref',
  product: 'Produk',
  customerNo: { phone: 'Nomor HP', meter: 'No. meter/IDPEL', customer: 'No. pelanggan', membership: 'No. VA/peserta' },
  customerName: 'Nama',
  provider: 'Penyedia',
  period: 'Periode',
  bill: 'Tagihan',
  contribution: 'Iuran',
  admin: 'Admin',
  adminOf: (periods, each) => (each === null ? `Admin ${periods} periode` : `Admin ${periods} x ${each}`),
  sheets: 'Lembar tagihan',
  billTotal: 'Jumlah tagihan',
  serviceFee: 'Biaya layanan',
  price: 'Harga',
  total: 'TOTAL',
  cash: 'Tunai',
  paid: {
    cash: 'Dibayar: tunai',
    qris: 'Dibayar: QRIS',
    transfer: 'Dibayar: transfer',
    ewallet: 'Dibayar: dompet digital',
    tab: 'Utang',
  },
  change: 'Kembali',
  sn: 'SN',
  token: 'TOKEN',
  snToFollow: 'SN MENYUSUL',
  erased: 'DATA PELANGGAN DIHAPUS',
  proof: 'BUKTI PEMBAYARAN YANG SAH',
  keep: 'Simpan struk ini sebagai bukti pembayaran.',
  training: 'LATIHAN - TIDAK SAH\nBukan bukti pembayaran',
  copy: (copy) => `SALINAN KE-${copy}`,
  notAProof: {
    pending: 'SEDANG DIPROSES\nBelum bukti pembayaran',
    unknown: 'BELUM PASTI\nBukan bukti pembayaran',
    failed: 'GAGAL\nBukan bukti pembayaran',
    disputed: 'DALAM PEMERIKSAAN\nBukan bukti pembayaran',
    inquired: 'INFORMASI TAGIHAN\nBelum dibayar',
  },
  providerId: 'ID transaksi',
  cashier: 'Kasir',
  category: 'Jenis',
  codes: 'Huruf yang tak dapat dicetak di sini ditulis sebagai kode \\u{...}.',
};

const english: SlipWords = {
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
  token: 'TOKEN',
  snToFollow: 'SN TO FOLLOW',
  erased: 'CUSTOMER DATA ERASED',
  proof: 'VALID PROOF OF PAYMENT',
  keep: 'Keep this slip as proof of payment.',
  training: 'TRAINING - NOT VALID\nNot a proof of payment',
  copy: (copy) => `COPY ${copy}`,
  notAProof: {
    pending: 'IN PROGRESS\nNot yet a proof of payment',
    unknown: 'NOT CERTAIN YET\nNot a proof of payment',
    failed: 'FAILED\nNot a proof of payment',
    disputed: 'UNDER REVIEW\nNot a proof of payment',
    inquired: 'BILL INFORMATION\nNot paid yet',
  },
  providerId: 'Transaction ID',
  cashier: 'Cashier',
  category: 'Kind',
  codes: 'Letters that cannot be printed here are written as codes \\u{...}.',
};

export function slipWords(language: 'id' | 'en'): SlipWords {
  return language === 'id' ? indonesian : english;
}
