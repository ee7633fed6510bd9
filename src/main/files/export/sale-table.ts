import { z } from 'zod';
import { paidByMethod, paymentsOf, tabOwed } from '../../../shared/domain/cash.ts';
import { byMethod, methodNames, type PaymentMethod, paymentMethods } from '../../../shared/domain/payment.ts';
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
import { jsonText, positionalRow } from '../../db/statements.ts';
import { sentBySql, sumsOf } from '../../ledger/index.ts';
import type { ExportTask } from '../file-tasks.ts';
import type { Cell } from './csv.ts';
import type { CellType, SheetColumn } from './xlsx.ts';

type ExportedField = FieldWith<'export', 'column'>;
/** A sale with the fields that are exported, and what only the log knows of it. */
export type ExportRow = Pick<Transaction, ExportedField> & {
  sentBy: SentBy | null;
  /** at an office: the name of the counter that sold it */
  counter: string | null;
};

interface SentBy {
  /** 0: none was open */
  shift: number;
  actor: string;
  /** as they were called then; the actor where no person was signed in */
  name: string;
  commission: number | null;
  cost: number | null;
}

const text = z.string().nullable();
const amount = z.int().nullable();

/** Texts of times are not checked: that would take a third of the time of an export. */
const Row = z.object({
  receiptNo: text,
  createdAt: z.string(),
  sentAt: text,
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
}) satisfies z.ZodType<Pick<Transaction, ExportedField>>;

const StoredSentBy = z.union([
  z.null(),
  jsonText
    .pipe(z.tuple([z.int(), z.string(), z.string(), amount, amount]))
    .transform(([shift, actor, name, commission, cost]): SentBy => ({ shift, actor, name, commission, cost })),
]);

const RowWithSender = Row.extend({ sentBy: StoredSentBy, counter: text });

const rowFields = Row.keyof().options;
const named = positionalRow([...rowFields, 'sentBy', 'counter']);

/** The columns of `transactions` that `readRow` reads. @param counter at an office: its name */
export function rowColumns(counter?: string): string {
  const name = counter === undefined ? 'NULL' : `'${counter.replaceAll("'", "''")}'`;
  return [...rowFields.map(columnOf), sentBySql('transactions.id'), name].join(', ');
}

/** Reads a raw row of `rowColumns`. Throws ZodError or DatabaseError if it is none. */
export const readRow = (values: unknown): ExportRow => RowWithSender.parse(named(values));

/** When the sale was: of a bill that was paid, when it was paid. */
export const saleTime = ({ sentAt, createdAt }: ExportRow): string => sentAt ?? createdAt;

/** The same text in both languages. */
export type Words = readonly [id: string, en: string];

/** Formats stored values for the file. */
interface Format {
  language: Language;
  labels: ExportLabels;
  costs: boolean;
  time(at: string | null): string | null;
}

interface Column {
  header: Words;
  /** text, unless said otherwise */
  type?: CellType;
  /** only for those who may see what sales cost the shop */
  ofCosts?: boolean;
  /** only at an office */
  ofOffice?: boolean;
  cell(sale: ExportRow, format: Format): Cell;
}

/** What a success came to, as the books count it; null for other sales. */
function earned(sale: ExportRow, column: 'price' | 'margin' | 'admin' | 'commission'): number | null {
  if (sale.state !== 'success') return null;
  const sums = sumsOf(sale, { commission: sale.sentBy?.commission ?? null, cost: sale.sentBy?.cost ?? null });
  return sums === null || sums[`${column}s`] === 0 ? null : sums[column];
}

/** The name of an actor of the log where no person was signed in. */
const actors: Readonly<Record<string, Words>> = {
  cashier: ['Kasir', 'Cashier'],
  supervisor: ['Pengawas', 'Supervisor'],
};

function senderOf({ sentBy }: ExportRow, language: Language): string | null {
  if (sentBy === null) return null;
  return actors[sentBy.name]?.[language === 'id' ? 0 : 1] ?? sentBy.name;
}

const periods = (bill: Bill | null): string | null =>
  bill &&
  bill.details
    .map(({ period, billValue, priceAdmin }) => `${period}: ${billValue ?? '?'} + ${priceAdmin ?? '?'}`)
    .join('; ');

/** The amount paid by one method; empty for none. */
const paidBy = (method: PaymentMethod): Column => ({
  header: [`Bayar: ${methodNames.id[method]}`, `Paid: ${methodNames.en[method]}`],
  type: 'rupiah',
  cell: (sale) => paidByMethod(sale)[method] || null,
});

/** Amounts with their methods and references, for reading. */
const amounts = (
  list: readonly { method: PaymentMethod; amount: number; reference?: string | null }[],
  language: Language,
) =>
  list
    .map(({ method, amount, reference }) =>
      [methodNames[language][method], amount, ...(reference ? [`(${reference})`] : [])].join(' '),
    )
    .join('; ') || null;

/** Columns that no single field provides. */
type DerivedColumn =
  | 'counter'
  | 'cashier'
  | 'shift'
  | 'cost'
  | 'margin'
  | 'admin'
  | 'commission'
  | 'periods'
  | PaymentMethod
  | 'tabOwed';

/** The columns of an exported table, in their order. `saleFields` says which fields have one. */
const columns: Readonly<Record<ExportedField | DerivedColumn, Column>> = {
  counter: { header: ['Konter', 'Counter'], ofOffice: true, cell: (sale) => sale.counter },
  receiptNo: { header: ['Nomor struk', 'Receipt number'], cell: (sale) => sale.receiptNo },
  sentAt: { header: ['Waktu', 'Time'], type: 'time', cell: (sale, { time }) => time(saleTime(sale)) },
  day: { header: ['Hari', 'Day'], type: 'day', cell: (sale) => sale.day },
  cashier: { header: ['Kasir', 'Cashier'], cell: (sale, { language }) => senderOf(sale, language) },
  shift: { header: ['Shift', 'Shift'], type: 'count', cell: ({ sentBy }) => sentBy?.shift || null },
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
  // Of a bill the customer sees it.
  price: {
    header: ['Harga provider', 'Provider’s price'],
    type: 'rupiah',
    cell: (sale, { costs }) => (costs || sale.kind === 'postpaid' ? sale.price : null),
  },
  fee: { header: ['Biaya layanan', 'Service fee'], type: 'rupiah', cell: (sale) => sale.fee },
  total: { header: ['Total', 'Total'], type: 'rupiah', cell: (sale) => sale.total },
  cost: { header: ['Modal', 'Cost'], type: 'rupiah', ofCosts: true, cell: (sale) => earned(sale, 'price') },
  margin: { header: ['Laba', 'Margin'], type: 'rupiah', ofCosts: true, cell: (sale) => earned(sale, 'margin') },
  admin: { header: ['Admin tagihan', 'Bill admin'], type: 'rupiah', cell: (sale) => earned(sale, 'admin') },
  commission: {
    header: ['Komisi tagihan', 'Bill commission'],
    type: 'rupiah',
    ofCosts: true,
    cell: (sale) => earned(sale, 'commission'),
  },
  tendered: { header: ['Tunai', 'Cash'], type: 'rupiah', cell: (sale) => sale.tendered },
  change: { header: ['Kembalian', 'Change'], type: 'rupiah', cell: (sale) => sale.change },
  ...byMethod(paymentMethods, paidBy),
  tabOwed: { header: ['Sisa utang', 'Left on the tab'], type: 'rupiah', cell: (sale) => tabOwed(sale) || null },
  payments: { header: ['Cara bayar', 'Paid by'], cell: (sale, { language }) => amounts(paymentsOf(sale), language) },
  tabPayments: {
    header: ['Pelunasan utang', 'Paid of the tab'],
    cell: (sale, { language }) => amounts(sale.tabPayments, language),
  },
  returns: {
    header: ['Dikembalikan lewat', 'Given back by'],
    cell: (sale, { language }) => amounts(sale.returns, language),
  },
  bill: { header: ['Lembar tagihan', 'Bill sheets'], type: 'count', cell: (sale) => sale.bill?.billSheet ?? null },
  // Every period with its value and its admin fee, "?" where the provider sent none.
  periods: { header: ['Periode', 'Periods'], cell: (sale) => periods(sale.bill) },
  message: { header: ['Pesan provider', 'Provider’s message'], cell: (sale) => sale.message },
  settledAt: { header: ['Selesai', 'Settled'], type: 'time', cell: (sale, { time }) => time(sale.settledAt) },
  cashReturnedAt: {
    header: ['Uang dikembalikan', 'Cash returned'],
    type: 'time',
    cell: (sale, { time }) => time(sale.cashReturnedAt),
  },
  prints: { header: ['Cetakan', 'Prints'], type: 'count', cell: (sale) => sale.prints },
  // Of a bill the inquiry.
  createdAt: { header: ['Dimulai', 'Begun'], type: 'time', cell: (sale, { time }) => time(sale.createdAt) },
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
  columns: SheetColumn[];
  cells(sale: ExportRow): Cell[];
}

/**
 * The columns of a table of sales. Times are in the shop's zone, "YYYY-MM-DD HH:mm:ss".
 * @param costs false: without what sales cost the shop and earned it
 * @param counters at an office: each sale names its own
 */
export function exportTable({
  language,
  timeZone,
  costs,
  counters,
}: Pick<ExportTask, 'language' | 'timeZone' | 'costs' | 'counters'>): Table {
  const format = { language, costs, labels: exportLabels(language), time: wallTime(timeZone) };
  const visibleColumns = Object.values(columns).filter(
    ({ ofCosts = false, ofOffice = false }) => (costs || !ofCosts) && (counters !== undefined || !ofOffice),
  );
  return {
    columns: visibleColumns.map(({ header, type = 'text' }) => ({ header: header[language === 'id' ? 0 : 1], type })),
    cells: (sale) => visibleColumns.map(({ cell }) => cell(sale, format)),
  };
}

/** Formats a time in the zone. Formatting is slow, so the result is reused within a quarter of an hour: zone offsets change only at its bounds. */
export function wallTime(timeZone: string): (at: string | null) => string | null {
  let cache = { quarter: '', hour: '', minute: 0 };
  return (at) => {
    if (at === null) return null;
    const minutes = Number(at.slice(14, 16));
    const since = minutes % 15;
    const quarter = at.slice(0, 14) + (minutes - since);
    if (quarter !== cache.quarter) {
      const { day, time } = wallClock(Date.parse(at), timeZone);
      cache = { quarter, hour: `${day} ${time.slice(0, 3)}`, minute: Number(time.slice(3, 5)) - since };
    }
    return cache.hour + String(cache.minute + since).padStart(2, '0') + at.slice(16, 19);
  };
}
