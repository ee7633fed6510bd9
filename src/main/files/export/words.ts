import type { Language } from '../../../shared/domain/preferences.ts';
import type { TransactionKind, TransactionState } from '../../../shared/domain/transaction.ts';

/** Heads of the columns, in their order. */
const heads = {
  receiptNo: ['Nomor struk', 'Receipt number'],
  time: ['Waktu', 'Time'],
  day: ['Hari', 'Day'],
  kind: ['Jenis', 'Kind'],
  state: ['Status', 'State'],
  productCode: ['Kode produk', 'Product code'],
  productName: ['Produk', 'Product'],
  brand: ['Merek', 'Brand'],
  category: ['Kategori', 'Category'],
  customerNo: ['Nomor pelanggan', 'Customer number'],
  customerName: ['Nama pelanggan', 'Customer name'],
  transactionId: ['ID provider', 'Provider’s id'],
  sn: ['SN', 'SN'],
  price: ['Harga provider', 'Provider’s price'],
  fee: ['Biaya layanan', 'Service fee'],
  total: ['Total', 'Total'],
  tendered: ['Tunai', 'Cash'],
  change: ['Kembali', 'Change'],
  sheets: ['Lembar tagihan', 'Bill sheets'],
  periods: ['Periode', 'Periods'],
  message: ['Pesan provider', 'Provider’s message'],
  settledAt: ['Selesai', 'Settled'],
  cashReturnedAt: ['Uang dikembalikan', 'Cash returned'],
  prints: ['Cetakan', 'Prints'],
  id: ['ID Konter', 'Konter’s id'],
} as const;

export type Head = keyof typeof heads;

const states: Readonly<Record<TransactionState, readonly [string, string]>> = {
  inquired: ['Belum dibayar', 'Not paid'],
  sending: ['Mengirim', 'Sending'],
  pending: ['Menunggu', 'Waiting'],
  success: ['Berhasil', 'Success'],
  failed: ['Gagal', 'Failed'],
  unsent: ['Tidak terkirim', 'Not sent'],
  unknown: ['Belum pasti', 'Not certain'],
  disputed: ['Bertentangan', 'Disputed'],
  expired: ['Kedaluwarsa', 'Expired'],
};

const kinds: Readonly<Record<TransactionKind, readonly [string, string]>> = {
  prepaid: ['Prabayar', 'Prepaid'],
  postpaid: ['Tagihan', 'Bill'],
};

const rest = {
  sales: ['Penjualan', 'Sales'],
  report: ['Laporan penjualan', 'Report of sales'],
  count: ['Jumlah', 'Count'],
  sum: ['Total rupiah', 'Total rupiah'],
} as const;

/** The words of a file that leaves the house. */
export function exportWords(language: Language) {
  const at = language === 'id' ? 0 : 1;
  return {
    head: (name: Head): string => heads[name][at],
    state: (state: TransactionState): string => states[state][at],
    kind: (kind: TransactionKind): string => kinds[kind][at],
    rest: (name: keyof typeof rest): string => rest[name][at],
  };
}
export type ExportWords = ReturnType<typeof exportWords>;
