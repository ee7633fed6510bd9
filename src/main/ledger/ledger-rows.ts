import type Database from 'better-sqlite3';
import { z } from 'zod';
import { heldByMethod, saleAmount } from '../../shared/domain/cash.ts';
import { MoneyMethod, moneyMethods, paymentMethods } from '../../shared/domain/payment.ts';
import {
  addTotals,
  emptyOpenTotals,
  emptyTotals,
  heldColumns,
  LedgerTotals,
  type OpenTotals,
  owedColumns,
  returnedColumns,
  takenColumns,
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

/** The sums of a method's money, by their columns, and as LedgerTotals names them. */
const moneyColumns = { taken: takenColumns, owed: owedColumns, returned: returnedColumns } as const;
const moneyColumnNames = ['taken', 'owed', 'returned'] as const satisfies readonly (keyof typeof moneyColumns)[];

const moneySums: ReadonlySet<string> = new Set(Object.values(moneyColumns).flatMap((names) => Object.values(names)));

/** What a row of the ledger sums up, in the order of its columns. All are whole numbers; amounts are whole rupiah. */
const ledgerColumns = LedgerTotals.keyof().options.filter((name) => !moneySums.has(name));

/** The ledger's tables, each with its key. */
const ledgerTables = {
  ledger_by_hour: ['day', 'slot', 'shift', 'cashier'],
  ledger_by_product: ['day', 'product_code', 'brand', 'shift', 'cashier'],
} as const;
export type LedgerTable = keyof typeof ledgerTables;
/** Where the money of each stands: under its key a row for each method. */
const moneyTables: Readonly<Record<LedgerTable, string>> = {
  ledger_by_hour: 'ledger_money_by_hour',
  ledger_by_product: 'ledger_money_by_product',
};
export const ledgerTableNames = ['ledger_by_hour', 'ledger_by_product'] as const satisfies readonly LedgerTable[];

type LedgerKey = readonly (string | number)[];

/** By name, those of money too. */
export const allLedgerTables: readonly string[] = [...ledgerTableNames, ...Object.values(moneyTables)];

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
    for (const table of ledgerTableNames) this.addRow(table, keyOf(table, entry), entry.sums, times);
  }

  addRow(table: LedgerTable, key: LedgerKey, sums: LedgerTotals, times: number): void {
    const name = JSON.stringify(key);
    const row = this.tables[table].get(name) ?? { key, sums: emptyTotals() };
    addTotals(row.sums, sums, times);
    this.tables[table].set(name, row);
  }
}

const isSomething = (sums: LedgerTotals): boolean => Object.values(sums).some((sum) => sum !== 0);

/** Adds the sums to what the tables hold. */
function prepareAddRows(db: Database.Database): (rows: LedgerRows) => void {
  const upsert = (table: string, keys: readonly string[], sums: readonly string[]) =>
    statement(
      db,
      `INSERT INTO ${table} (${[...keys, ...sums].join(', ')}) VALUES (${[...keys, ...sums].map(() => '?').join(', ')})
       ON CONFLICT DO UPDATE SET ${sums.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`,
    );
  const upserts = (table: LedgerTable) => ({
    sums: upsert(table, ledgerTables[table], ledgerColumns),
    money: upsert(moneyTables[table], [...ledgerTables[table], 'method'], moneyColumnNames),
  });
  const into = { ledger_by_hour: upserts('ledger_by_hour'), ledger_by_product: upserts('ledger_by_product') };
  return (rows) => {
    for (const table of ledgerTableNames) {
      for (const { key, sums } of rows.tables[table].values()) {
        // Days are read from the rows of sums: a row of money never stands alone.
        if (isSomething(sums)) into[table].sums().run(...key, ...ledgerColumns.map((column) => sums[column]));
        for (const method of moneyMethods) {
          const amounts = moneyColumnNames.map((name) => sums[moneyColumns[name][method]]);
          if (amounts.some((amount) => amount !== 0)) into[table].money().run(...key, method, ...amounts);
        }
      }
    }
  };
}

const KeyPart = z.union([z.string(), z.number()]);
const StoredMoney = z.object({ method: z.string(), taken: z.int(), owed: z.int(), returned: z.int() });

/** Under the names of LedgerTotals; null where this program does not know the method. */
function totalsOf(row: z.infer<typeof StoredMoney>): LedgerTotals | null {
  const method = MoneyMethod.safeParse(row.method).data;
  if (method === undefined) return null;
  const sums = emptyTotals();
  for (const name of moneyColumnNames) sums[moneyColumns[name][method]] = row[name];
  return sums;
}

/** The first day whose rows in the database are not the expected ones; null: all are. Empties what it is compared with. */
export function firstDifferentDay(db: Database.Database, expected: LedgerRows): string | null {
  for (const table of ledgerTableNames) {
    const keys = ledgerTables[table];
    const Key = z.object(Object.fromEntries(keys.map((name) => [name, KeyPart])));
    const keyIn = (row: unknown): LedgerKey => Object.values(Key.parse(row));
    const sums = db.prepare(`SELECT ${[...keys, ...ledgerColumns].join(', ')} FROM ${table}`);
    for (const row of sums.iterate()) expected.addRow(table, keyIn(row), LedgerTotals.parse(row), -1);
    const money = db.prepare(`SELECT * FROM ${moneyTables[table]}`);
    for (const row of money.iterate()) {
      const totals = totalsOf(StoredMoney.parse(row));
      if (totals === null) return String(keyIn(row)[0]);
      expected.addRow(table, keyIn(row), totals, -1);
    }
    for (const { key, sums } of expected.tables[table].values()) if (isSomething(sums)) return String(key[0]);
  }
  return null;
}

const SettledRow = LedgerTotals.extend({ key: z.string() });
const SettledMoney = StoredMoney.extend({ key: z.string() });

type Params = readonly (string | number)[];

const summed = (names: readonly string[]): string => names.map((name) => `sum(${name}) AS ${name}`).join(', ');

/** The sums of what is settled. */
export class SettledSums {
  readonly #db: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /**
   * By the values of a column, each line that holds something.
   * @param column an expression over the table's key
   * @param where SQL, with a place for each of the params
   */
  by(table: LedgerTable, column: string, where: string, params: Params): Map<string, LedgerTotals> {
    const lines = new Map<string, LedgerTotals>();
    const select = (columns: string, from: string, group: string): unknown[] =>
      this.#all(
        `SELECT CAST(${column} AS TEXT) AS key, ${columns} FROM ${from} WHERE ${where} GROUP BY ${group}`,
        params,
      );
    for (const row of select(summed(ledgerColumns), table, column)) {
      const { key, ...sums } = SettledRow.parse(row);
      lines.set(key, sums);
    }
    for (const row of select(`method, ${summed(moneyColumnNames)}`, moneyTables[table], `${column}, method`)) {
      const { key, ...money } = SettledMoney.parse(row);
      const [sums, more] = [lines.get(key), totalsOf(money)];
      if (sums && more) addTotals(sums, more);
    }
    return new Map([...lines].filter(([, sums]) => isSomething(sums)));
  }

  #all(sql: string, params: Params): unknown[] {
    const statement = this.#prepared.get(sql) ?? this.#db.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement.all(...params);
  }
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

/** What sales that are written change in the ledger, gathered until it is written. */
export class LedgerChanges {
  readonly booked: ReturnType<typeof prepareSaleContext>;
  readonly #isFilled: ReturnType<typeof prepareIsInLedger>;
  readonly #addRows: ReturnType<typeof prepareAddRows>;
  #rows = new LedgerRows();

  constructor(db: Database.Database) {
    this.booked = prepareSaleContext(db);
    this.#isFilled = prepareIsInLedger(db);
    this.#addRows = prepareAddRows(db);
  }

  /** @param seq of the event, which is in the log already */
  add(before: LedgerSale | null, after: LedgerSale, seq: number): void {
    if (!changes(before, after) || !this.#isFilled(after.id)) return;
    const now = this.booked(after.id);
    // One that is not in the books, and was never corrected, takes nothing away.
    if (before !== null && (isBooked(before) || now.corrections.length > 0))
      for (const entry of entriesOf(before, this.booked(before.id, seq))) this.#rows.add(entry, -1);
    for (const entry of entriesOf(after, now)) this.#rows.add(entry);
  }

  write(): void {
    this.#addRows(this.#rows);
    this.clear();
  }

  /** A commit that failed leaves nothing to the next one. */
  clear(): void {
    this.#rows = new LedgerRows();
  }
}

/** Keeps the ledger in step with every sale that a commit writes. */
export function ledgerHook(db: Database.Database): CommitHook {
  const ledger = new LedgerChanges(db);
  return {
    // What a sale came to until a person disputed it: the books of the day on which it was sold keep that.
    facts(event, before): { sums?: { [amount: string]: number } } {
      const sums = event.type === 'sale.manually_disputed' && before ? sumsOf(before, ledger.booked(before.id)) : null;
      return sums ? { sums: { ...sums } } : {};
    },
    saleWritten(before, after, seq) {
      ledger.clear();
      ledger.add(before, after, seq);
      ledger.write();
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

/** A fortieth of a second of a slow PC: a cashier does not notice. */
const perBatch = 500;

interface LedgerRebuilder {
  /** Takes the next sales into the books, all or nothing; null when they are whole. */
  step(): { done: number; total: number } | null;
  /** Empties the books, to be rebuilt from the sales and the log. */
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
    db.exec(`${allLedgerTables.map((table) => `DELETE FROM ${table};`).join(' ')}
      DELETE FROM ledger_rebuild;
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
