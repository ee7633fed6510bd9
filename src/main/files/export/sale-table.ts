import { z } from 'zod';
import { paidByMethod, paymentsOf, tabOwed } from '../../../shared/domain/cash.ts';
import type { PaymentMethod } from '../../../shared/domain/payment.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import {
  type Bill,
  type FieldWith,
  type Transaction,
  TransactionKind,
  TransactionState,
} from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { columnOf, StoredBill, StoredPayments } from '../../db/sale-rows.ts';
import { positionalRow } from '../../db/statements.ts';
import type { Cell } from './csv.ts';

type ExportedField = FieldWith<'export', 'column'>;
/** A sale with the fields that are exported. */
export type ExportRow = Pick<Transaction, ExportedField>;

const text = z.string().nullable();
const amount = z.int().nullable();

/** Texts of times are not checked: that would take a third of the time of an export. */
const Row = z.object({
  receiptNo: text,
  createdAt: z.string(),
  day: z.string(),
  kind: TransactionKind,
  state: TransactionState,
  productCode: z.string(),
  productName: text,
  brand: text,
  category: text,
  customerNo: z.string(),
  customerName: text,
  transactionId: text,
  sn: text,
  price: amount,
  fee: amount,
  total: amount,
  tendered: amount,
  change: amount,
  ...StoredPayments.shape,
  bill: StoredBill,
  message: text,
  settledAt: text,
  cashReturnedAt: text,
  prints: z.int(),
  id: z.string(),
}) satisfies z.ZodType<ExportRow>;

const rowFields = Row.keyof().options;
const named = positionalRow(rowFields);

/** The columns of `transactions` that `readRow` reads. */
export const rowColumns = rowFields.map(columnOf).join(', ');

/** Reads a raw row of `rowColumns`. Throws ZodError or DatabaseError if it is none. */
export const readRow = (values: unknown): ExportRow => Row.parse(named(values));

type Words = readonly [id: string, en: string];

/** Formats stored values for the file. */
interface Format {
  language: Language;
  labels: ExportLabels;
  time(at: string | null): string | null;
}

interface Column {
  header: Words;
  cell(sale: ExportRow, format: Format): Cell;
}

const periods = (bill: Bill | null): string | null =>
  bill &&
  bill.details
    .map(({ period, billValue, priceAdmin }) => `${period}: ${billValue ?? '?'} + ${priceAdmin ?? '?'}`)
    .join('; ');

const methods: Readonly<Record<PaymentMethod, Words>> = {
  cash: ['Tunai', 'Cash'],
  qris: ['QRIS', 'QRIS'],
  transfer: ['Transfer', 'Transfer'],
  ewallet: ['Dompet digital', 'E-wallet'],
  tab: ['Utang', 'Tab'],
};

/** The amount paid by one method; empty for none. */
const paidBy = (method: PaymentMethod): Column => ({
  header: [`Bayar: ${methods[method][0]}`, `Paid: ${methods[method][1]}`],
  cell: (sale) => paidByMethod(sale)[method] || null,
});

/** Amounts with their methods and references, for reading. */
const amounts = (
  list: readonly { method: PaymentMethod; amount: number; reference?: string | null }[],
  language: Language,
) =>
  list
    .map(({ method, amount, reference }) =>
      [methods[method][language === 'id' ? 0 : 1], amount, ...(reference ? [`(${reference})`] : [])].join(' '),
    )
    .join('; ') || null;

/** Columns that no single field provides. */
type DerivedColumn = 'periods' | 'paidCash' | 'paidQris' | 'paidTransfer' | 'paidEwallet' | 'paidTab' | 'tabOwed';

/** The columns of an exported table, in their order. `saleFields` says which fields have one. */
const columns: Readonly<Record<ExportedField | DerivedColumn, Column>> = {
  receiptNo: { header: ['Nomor struk', 'Receipt number'], cell: (sale) => sale.receiptNo },
  createdAt: { header: ['Waktu', 'Time'], cell: (sale, { time }) => time(sale.createdAt) },
  day: { header: ['Hari', 'Day'], cell: (sale) => sale.day },
  kind: { header: ['Jenis', 'Kind'], cell: (sale, { labels }) => labels.kind(sale.kind) },
  state: { header: ['Status', 'State'], cell: (sale, { labels }) => labels.state(sale.state) },
  productCode: { header: ['Kode produk', 'Product code'], cell: (sale) => sale.productCode },
  productName: { header: ['Produk', 'Product'], cell: (sale) => sale.productName },
  brand: { header: ['Merek', 'Brand'], cell: (sale) => sale.brand },
  category: { header: ['Kategori', 'Category'], cell: (sale) => sale.category },
  customerNo: { header: ['Nomor pelanggan', 'Customer number'], cell: (sale) => sale.customerNo },
  customerName: { header: ['Nama pelanggan', 'Customer name'], cell: (sale) => sale.customerName },
  transactionId: { header: ['ID provider', 'Provider’s id'], cell: (sale) => sale.transactionId },
  sn: { header: ['SN', 'SN'], cell: (sale) => sale.sn },
  price: { header: ['Harga provider', 'Provider’s price'], cell: (sale) => sale.price },
  fee: { header: ['Biaya layanan', 'Service fee'], cell: (sale) => sale.fee },
  total: { header: ['Total', 'Total'], cell: (sale) => sale.total },
  tendered: { header: ['Tunai', 'Cash'], cell: (sale) => sale.tendered },
  change: { header: ['Kembali', 'Change'], cell: (sale) => sale.change },
  paidCash: paidBy('cash'),
  paidQris: paidBy('qris'),
  paidTransfer: paidBy('transfer'),
  paidEwallet: paidBy('ewallet'),
  paidTab: paidBy('tab'),
  tabOwed: { header: ['Sisa utang', 'Left on the tab'], cell: (sale) => tabOwed(sale) || null },
  payments: { header: ['Cara bayar', 'Paid by'], cell: (sale, { language }) => amounts(paymentsOf(sale), language) },
  tabPayments: {
    header: ['Pelunasan utang', 'Paid of the tab'],
    cell: (sale, { language }) => amounts(sale.tabPayments, language),
  },
  returns: {
    header: ['Dikembalikan lewat', 'Given back by'],
    cell: (sale, { language }) => amounts(sale.returns, language),
  },
  bill: { header: ['Lembar tagihan', 'Bill sheets'], cell: (sale) => sale.bill?.billSheet ?? null },
  // Every period with its value and its admin fee, "?" where the provider sent none.
  periods: { header: ['Periode', 'Periods'], cell: (sale) => periods(sale.bill) },
  message: { header: ['Pesan provider', 'Provider’s message'], cell: (sale) => sale.message },
  settledAt: { header: ['Selesai', 'Settled'], cell: (sale, { time }) => time(sale.settledAt) },
  cashReturnedAt: {
    header: ['Uang dikembalikan', 'Cash returned'],

    cell: (sale, { time }) => time(sale.cashReturnedAt),
  },
  prints: { header: ['Cetakan', 'Prints'], cell: (sale) => sale.prints },
  id: { header: ['ID Konter', 'Konter’s id'], cell: (sale) => sale.id },
};

export type Header = keyof typeof columns;

const states: Readonly<Record<TransactionState, Words>> = {
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

const kinds: Readonly<Record<TransactionKind, Words>> = {
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
    header: (name: Header): string => columns[name].header[at],
    state: (state: TransactionState): string => states[state][at],
    kind: (kind: TransactionKind): string => kinds[kind][at],
    other: (name: keyof typeof others): string => others[name][at],
  };
}
type ExportLabels = ReturnType<typeof exportLabels>;

export interface Table {
  headers: string[];
  cells(sale: ExportRow): Cell[];
}

/** The columns of a table of sales. Times are in the shop's zone, "YYYY-MM-DD HH:mm:ss". */
export function exportTable(language: Language, timeZone: string): Table {
  const format = { language, labels: exportLabels(language), time: wallTime(timeZone) };
  const all = Object.values(columns);
  return {
    headers: all.map(({ header }) => header[language === 'id' ? 0 : 1]),
    cells: (sale) => all.map(({ cell }) => cell(sale, format)),
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
