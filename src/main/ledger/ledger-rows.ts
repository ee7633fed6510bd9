import type Database from 'better-sqlite3';
import { z } from 'zod';
import { heldByMethod, saleAmount } from '../../shared/domain/cash.ts';
import { paymentMethods } from '../../shared/domain/payment.ts';
import {
  addTotals,
  emptyOpenTotals,
  emptyTotals,
  heldColumns,
  LedgerTotals,
  type OpenTotals,
} from '../../shared/domain/sales-report.ts';
import { Transaction } from '../../shared/domain/transaction.ts';
import type { CommitHook } from '../db/commit.ts';
import { cashSql, StoredBill, StoredPayments, unresolvedSql } from '../db/sale-rows.ts';
import { statement } from '../db/statements.ts';
import {
  entriesOf,
  isBooked,
  type LedgerEntry,
  type LedgerSale,
  placeOf,
  prepareSaleContext,
  type SaleContext,
  sumsOf,
} from './ledger-entry.ts';

const RebuildState = z.object({ upTo: z.string(), done: z.int(), total: z.int() });
type RebuildState = z.infer<typeof RebuildState>;

/** How far the books are made; null when they are whole. */
export function prepareReadRebuild(db: Database.Database): () => RebuildState | null {
  const select = statement(db, 'SELECT up_to AS upTo, done, total FROM ledger_rebuild WHERE only = 1');
  return () => {
    const row = select().get();
    return row === undefined ? null : RebuildState.parse(row);
  };
}

/**
 * Whether the ledger has a sale already. While it is rebuilt in the order of ids, a sale with a later id is added when its turn
 * comes; so is a sale begun meanwhile.
 */
function prepareIsInLedger(db: Database.Database): (saleId: string) => boolean {
  const readFill = prepareReadRebuild(db);
  return (saleId) => {
    const fill = readFill();
    return fill === null || saleId <= fill.upTo;
  };
}

/** What a row of the ledger sums up, in the order of its columns. All are whole numbers; amounts are whole rupiah. */
export const ledgerColumns = LedgerTotals.keyof().options;

/** The ledger's tables, each with its key. */
export const ledgerTables = {
  ledger_by_hour: ['day', 'slot', 'shift', 'cashier'],
  ledger_by_product: ['day', 'product_code', 'brand', 'shift', 'cashier'],
} as const;
export type LedgerTable = keyof typeof ledgerTables;
export const ledgerTableNames = ['ledger_by_hour', 'ledger_by_product'] as const satisfies readonly LedgerTable[];

type LedgerKey = readonly (string | number)[];

/** The row of each table that an entry belongs to. */
function keyOf(table: LedgerTable, entry: LedgerEntry): LedgerKey {
  const { day, slot, shift, cashier, productCode, brand } = entry;
  return table === 'ledger_by_hour' ? [day, slot, shift, cashier] : [day, productCode, brand, shift, cashier];
}

/** Sums by row, before they are written or to be compared with what was. */
export class LedgerRows {
  readonly tables: Record<LedgerTable, Map<string, { key: LedgerKey; sums: LedgerTotals }>> = {
    ledger_by_hour: new Map(),
    ledger_by_product: new Map(),
  };

  /** @param times -1 takes it away */
  add(entry: LedgerEntry, times = 1): void {
    for (const table of ledgerTableNames) {
      const key = keyOf(table, entry);
      const name = JSON.stringify(key);
      const row = this.tables[table].get(name) ?? { key, sums: emptyTotals() };
      addTotals(row.sums, entry.sums, times);
      this.tables[table].set(name, row);
    }
  }
}

/** Adds the sums to what the tables hold. */
function prepareAddRows(db: Database.Database): (rows: LedgerRows) => void {
  const upsert = (table: LedgerTable) =>
    statement(
      db,
      `INSERT INTO ${table} (${[...ledgerTables[table], ...ledgerColumns].join(', ')})
       VALUES (${[...ledgerTables[table], ...ledgerColumns].map(() => '?').join(', ')})
       ON CONFLICT DO UPDATE SET ${ledgerColumns.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`,
    );
  const upserts = { ledger_by_hour: upsert('ledger_by_hour'), ledger_by_product: upsert('ledger_by_product') };
  return (rows) => {
    for (const table of ledgerTableNames) {
      for (const { key, sums } of rows.tables[table].values()) {
        const values = ledgerColumns.map((column) => sums[column]);
        if (values.some((value) => value !== 0)) upserts[table]().run(...key, ...values);
      }
    }
  };
}

/** The fields that choose a sale's rows. */
const placed = ['brand', 'day', 'sentAt'] as const;
const counted = [
  ...placed,
  'state',
  'price',
  'fee',
  'total',
  'tendered',
  'cashReturnedAt',
  'payments',
  'tabPayments',
  'returns',
] as const;
/** These never change, or only before the sale counts. */
type Unchanging = 'id' | 'kind' | 'productCode' | 'createdAt' | 'bill';
type Forgotten = Exclude<keyof LedgerSale, (typeof counted)[number] | Unchanging>;
/** Fails to compile when the ledger reads a field and nothing says whether its change counts. */
export const everyChangeCounts: [Forgotten] extends [never] ? true : never = true;

/** Keeps the ledger in step with every sale that a commit writes. */
export function ledgerHook(db: Database.Database): CommitHook {
  const booked = prepareSaleContext(db);
  const isFilled = prepareIsInLedger(db);
  const addRows = prepareAddRows(db);
  return {
    // What a sale came to until a person disputed it: the books of the day on which it was sold keep that.
    facts(event, before): { sums?: { [amount: string]: number } } {
      const sums = event.type === 'sale.manually_disputed' && before ? sumsOf(before, booked(before.id)) : null;
      return sums ? { sums: { ...sums } } : {};
    },
    saleWritten(before, after, seq) {
      if (!changes(before, after) || !isFilled(after.id)) return;
      const rows = new LedgerRows();
      for (const entry of before === null ? [] : entriesOf(before, booked(before.id, seq))) rows.add(entry, -1);
      for (const entry of entriesOf(after, booked(after.id))) rows.add(entry);
      addRows(rows);
    },
  };
}

/** Most commits settle nothing: the intent before sending, a print, a webhook that says the same again. */
function changes(before: LedgerSale | null, after: LedgerSale): boolean {
  if (before === null) return isBooked(after);
  // What a corrected sale came to before stays in the books while it is not settled.
  const fields = isBooked(before) || isBooked(after) ? counted : placed;
  return fields.some((field) => before[field] !== after[field]);
}

/** A fortieth of a second of a slow PC: nobody who sells notices. */
const perBatch = 500;

interface LedgerRebuilder {
  /** Takes the next sales into the books, all or nothing; null when they are whole. */
  step(): { done: number; total: number } | null;
  /** Empties the books, to be made anew from the sales and the log. */
  startOver(): void;
}

const Row = Transaction.pick({
  id: true,
  kind: true,
  state: true,
  productCode: true,
  brand: true,
  price: true,
  fee: true,
  total: true,
  tendered: true,
  day: true,
  createdAt: true,
  sentAt: true,
  cashReturnedAt: true,
}).extend({ bill: StoredBill, ...StoredPayments.shape });

/** `SELECT ${bookSaleColumns} FROM transactions` gives rows that readBookSale reads. */
export const ledgerSaleColumns = `id, kind, state, product_code AS productCode, brand, price, fee, total, tendered, bill, day,
  created_at AS createdAt, sent_at AS sentAt, cash_returned_at AS cashReturnedAt,
  payments, tab_payments AS tabPayments, returns`;

export const readLedgerSale = (row: unknown): LedgerSale => Row.parse(row);

/** Makes the books of a database that is older than they are, or whose books are not trusted, beside selling. */
export function prepareRebuild(db: Database.Database): LedgerRebuilder {
  const readFill = prepareReadRebuild(db);
  const booked = prepareSaleContext(db);
  const addRows = prepareAddRows(db);
  const next = statement(
    db,
    `SELECT ${ledgerSaleColumns} FROM transactions WHERE id > ? ORDER BY id LIMIT ${perBatch}`,
  );
  const move = statement(db, 'UPDATE ledger_rebuild SET up_to = ?, done = min(total, done + ?)');
  const end = statement(db, 'DELETE FROM ledger_rebuild');
  const step = db.transaction((): { done: number; total: number } | null => {
    const fill = readFill();
    if (fill === null) return null;
    const sales = next().all(fill.upTo).map(readLedgerSale);
    const rows = new LedgerRows();
    for (const sale of sales) {
      for (const entry of entriesOf(sale, booked(sale.id))) rows.add(entry);
    }
    addRows(rows);
    const last = sales.at(-1);
    if (last === undefined || sales.length < perBatch) {
      end().run();
      return null;
    }
    move().run(last.id, sales.length);
    return { done: Math.min(fill.total, fill.done + sales.length), total: fill.total };
  });
  const startOver = db.transaction((): void => {
    db.exec(`DELETE FROM ledger_by_hour; DELETE FROM ledger_by_product; DELETE FROM ledger_rebuild;
      INSERT INTO ledger_rebuild (only, up_to, done, total) SELECT 1, '', 0, (SELECT count(*) FROM transactions);`);
  });
  return { step: () => step.immediate(), startOver: () => startOver.immediate() };
}

export interface OpenSale {
  sale: LedgerSale;
  booked: SaleContext;
}

interface OpenSales {
  /** every sale that is not settled, oldest first */
  all(): OpenSale[];
  /** every sale whose cash is to be returned */
  owed(): LedgerSale[];
}

/** What is not settled, read as it stands: it is always little, and the partial index holds nothing else. */
export function prepareOpenSales(db: Database.Database): OpenSales {
  const booked = prepareSaleContext(db);
  const open = statement(
    db,
    `SELECT ${ledgerSaleColumns} FROM transactions WHERE ${unresolvedSql} ORDER BY created_at, id`,
  );
  const owed = statement(
    db,
    `SELECT ${ledgerSaleColumns} FROM transactions
     WHERE ${cashSql.cashToReturn} ORDER BY id`,
  );
  return {
    all: () =>
      open()
        .all()
        .map((row) => {
          const sale = readLedgerSale(row);
          return { sale, booked: booked(sale.id) };
        }),
    owed: () => owed().all().map(readLedgerSale),
  };
}

export const isOfShift =
  (number: number) =>
  ({ sale, booked }: OpenSale): boolean =>
    placeOf(sale, booked).shift === number;

export function addOpen(sales: readonly OpenSale[]): OpenTotals {
  const sums = emptyOpenTotals();
  for (const { sale } of sales) {
    const held = heldByMethod(sale);
    sums.amount += saleAmount(sale);
    for (const method of paymentMethods) sums[heldColumns[method]] += held[method];
    if (sale.state === 'sending' || sale.state === 'pending' || sale.state === 'unknown' || sale.state === 'disputed') {
      sums[sale.state] += 1;
    }
  }
  return sums;
}
