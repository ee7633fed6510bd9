import { z } from 'zod';
import type { Language } from '../../../shared/domain/preferences.ts';
import { TransactionKind, TransactionState } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { StoredBill } from '../../db/sale-rows.ts';
import type { Cell, ColumnKind } from './csv.ts';

const text = z.string().nullable();
const amount = z.int().nullable();

const shape = {
  receipt_no: text,
  created_at: z.string(),
  day: z.string(),
  kind: TransactionKind,
  state: TransactionState,
  product_code: z.string(),
  product_name: text,
  brand: text,
  category: text,
  customer_no: z.string(),
  customer_name: text,
  transaction_id: text,
  sn: text,
  price: amount,
  fee: amount,
  total: amount,
  tendered: amount,
  change: amount,
  bill: text,
  message: text,
  settled_at: text,
  cash_returned_at: text,
  prints: z.int(),
  id: z.string(),
};

const columns = z.array(z.enum(Object.keys(shape))).parse(Object.keys(shape));

/** The columns of `transactions` that a table of sales needs, in the order of `readRow`. */
export const rowColumns = columns.join(', ');

const Row = z.object(shape);
export type ExportRow = z.infer<typeof Row>;

/** Reads a raw row of the driver. Throws ZodError if it is none. */
export function readRow(values: unknown): ExportRow {
  if (!Array.isArray(values)) throw new TypeError('not a row');
  const named: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) named[columns[at] ?? ''] = values[at];
  return Row.parse(named);
}

/** Column headers, in order. */
const headers = {
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

export type Header = keyof typeof headers;

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

const others = {
  sales: ['Penjualan', 'Sales'],
  report: ['Laporan penjualan', 'Report of sales'],
  count: ['Jumlah', 'Count'],
  sum: ['Total rupiah', 'Total rupiah'],
} as const;

/** The labels of an exported file. */
export function exportLabels(language: Language) {
  const at = language === 'id' ? 0 : 1;
  return {
    header: (name: Header): string => headers[name][at],
    state: (state: TransactionState): string => states[state][at],
    kind: (kind: TransactionKind): string => kinds[kind][at],
    other: (name: keyof typeof others): string => others[name][at],
  };
}
type ExportLabels = ReturnType<typeof exportLabels>;

type Column = [header: Header, cell: (row: ExportRow) => Cell, kind: ColumnKind];

export interface Table {
  headers: string[];
  /** of each column */
  kinds: ColumnKind[];
  cells(row: ExportRow): Cell[];
}

/** The columns of a table of sales. Times are in the shop's zone, "YYYY-MM-DD HH:mm:ss". */
export function exportTable(language: Language, timeZone: string): Table {
  const labels = exportLabels(language);
  const columns = columnsOf(labels, wallTime(timeZone));
  return {
    headers: columns.map(([header]) => labels.header(header)),
    kinds: columns.map(([, , kind]) => kind),
    cells: (row) => columns.map(([, cell]) => cell(row)),
  };
}

/** Formats a time in the zone. Formatting is slow, so the result is reused within a quarter of an hour: zone offsets change only at its bounds. */
export function wallTime(timeZone: string): (at: string | null) => string | null {
  let known = { quarter: '', hour: '', minute: 0 };
  return (at) => {
    if (at === null) return null;
    const minutes = Number(at.slice(14, 16));
    const since = minutes % 15;
    const quarter = at.slice(0, 14) + (minutes - since);
    if (quarter !== known.quarter) {
      const { day, time } = wallClock(Date.parse(at), timeZone);
      known = { quarter, hour: `${day} ${time.slice(0, 3)}`, minute: Number(time.slice(3, 5)) - since };
    }
    return known.hour + String(known.minute + since).padStart(2, '0') + at.slice(16, 19);
  };
}

function columnsOf(labels: ExportLabels, time: (at: string | null) => string | null): Column[] {
  return [
    ['receiptNo', (row) => row.receipt_no, 'text'],
    ['time', (row) => time(row.created_at), 'plain'],
    ['day', (row) => row.day, 'plain'],
    ['kind', (row) => labels.kind(row.kind), 'plain'],
    ['state', (row) => labels.state(row.state), 'plain'],
    ['productCode', (row) => row.product_code, 'few'],
    ['productName', (row) => row.product_name, 'few'],
    ['brand', (row) => row.brand, 'few'],
    ['category', (row) => row.category, 'few'],
    ['customerNo', (row) => row.customer_no, 'text'],
    ['customerName', (row) => row.customer_name, 'text'],
    ['transactionId', (row) => row.transaction_id, 'text'],
    ['sn', (row) => row.sn, 'text'],
    ['price', (row) => row.price, 'plain'],
    ['fee', (row) => row.fee, 'plain'],
    ['total', (row) => row.total, 'plain'],
    ['tendered', (row) => row.tendered, 'plain'],
    ['change', (row) => row.change, 'plain'],
    ['sheets', (row) => (row.bill === null ? null : (StoredBill.parse(row.bill)?.billSheet ?? null)), 'plain'],
    ['periods', (row) => (row.bill === null ? null : periodsOf(row.bill)), 'text'],
    ['message', (row) => row.message, 'text'],
    ['settledAt', (row) => time(row.settled_at), 'plain'],
    ['cashReturnedAt', (row) => time(row.cash_returned_at), 'plain'],
    ['prints', (row) => row.prints, 'plain'],
    ['id', (row) => row.id, 'text'],
  ];
}

/** "Jan 2026: 50000 + 2500; …": every period with its value and its admin fee, "?" where the provider sent none. */
function periodsOf(stored: string): string {
  const details = StoredBill.parse(stored)?.details ?? [];
  return details
    .map(({ period, billValue, priceAdmin }) => `${period}: ${billValue ?? '?'} + ${priceAdmin ?? '?'}`)
    .join('; ');
}
