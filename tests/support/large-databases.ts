import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { type ExportTask, type FileEnding, runExport } from '../../src/main/files/file-tasks.ts';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import type { Transaction, TransactionState } from '../../src/shared/domain/transaction.ts';
import { temporaryFolder } from './database-files.ts';
import { goodProduct } from './provider-answers.ts';
import { begin, order, sold, stored, updated } from './stored-sales.ts';

const names = ['BUDI CONTOH', "SITI O'AMINAH", 'JOSÉ Ñandú', 'AGUS 100% HALAL', 'X_Y', 'Rp LIMA', 'GAGAL SUKSES', null];
const products = [
  { productCode: 'TSEL10', productName: 'Telkomsel 10.000', brand: 'TELKOMSEL', category: 'Pulsa' },
  { productCode: 'TSEL20', productName: 'Telkomsel 20.000', brand: 'TELKOMSEL', category: 'Pulsa' },
  { productCode: 'PLN20', productName: 'Token PLN 20.000', brand: 'PLN', category: 'Token Listrik' },
  { productCode: 'XL5', productName: 'XL 5rb', brand: 'XL', category: 'Pulsa' },
  { productCode: 'DATA1', productName: null, brand: null, category: null },
];
const bills = [
  { productCode: 'PLNPOST', productName: 'Tagihan PLN', brand: 'PLN', category: 'Tagihan Listrik' },
  { productCode: 'PDAM1', productName: 'PDAM Kota', brand: 'PDAM', category: 'PDAM' },
];
const states: readonly TransactionState[] = ['pending', 'unknown', 'failed', 'sending', 'unsent', 'disputed'];
const start = Date.parse('2026-02-20T20:00:00.000Z');
const hour = 3_600_000;

const pick = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** The nth sale of a small shop, always the same; the clock was wrong for a while. */
export function searchedSale(n: number): Transaction {
  const bill = n % 4 === 3;
  const wrongClock = n % 97 > 90 ? 40 * 24 * hour : n % 53 === 7 ? -9 * hour : 0;
  const createdAt = new Date(start + n * 0.6 * hour + wrongClock).toISOString();
  return order(n, {
    ...(bill ? pick(bills, n >> 2) : pick(products, n * 7)),
    kind: bill ? 'postpaid' : 'prepaid',
    customerNo: `${pick(['0812', '0857', '6281', '5300'], n * 5)}${String((n * 7919) % 100_000_000).padStart(8, '0')}`,
    customerName: bill ? pick(names, n >> 2) : null,
    total: pick([12_000, 22_000, 20_000, 52_500], n * 3),
    price: pick([10_275, 20_150, null], n),
    day: new Date(Date.parse(createdAt) + 7 * hour).toISOString().slice(0, 10),
    createdAt,
  });
}

/** Writes sales from..to; most of them with an answer, an id and a serial number, some left in every other state. */
export async function writeSearchBook(db: ShopDatabase, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    const transactionId = `TRX-${n % 13}-${(n * 104_729) % 1_000_000}`;
    const answered = { transactionId, transactionIdFrom: 'answer' } as const;
    const sale = { ...searchedSale(n), ...answered };
    if (n % 9 === 4) {
      await stored(db, begin({ ...sale, state: pick(states, n) }));
      continue;
    }
    const digits = String(n * 1_000_003).padStart(20, '3');
    const sn = n % 3 === 0 ? (digits.match(/\d{4}/g) ?? []).join('-') : `0${digits.slice(0, 15)}`;
    const done = await sold(db, sale, { sn: `${sn}${n % 6 === 0 ? '/BUDI/R1M/900VA' : ''}` });
    if (n % 50 === 1) await stored(db, updated(done, { sn: `KEMBALI${n}` }));
  }
}

/** Of a script that nothing else in a test's book is written in. */
export const hisName = 'ΨΞΦΘΛΔ ΓΩΣΠ';
/** Of three neighbouring signs two stand in the file as they are: FTS5 leaves out how a gram begins like the one before it. */
const hisGrams = ['ξφ', 'φθ', 'γω'].map((signs) => Buffer.from(signs));

/** Whether any byte of him is in the index or in its log of writes. */
export function holdsHim(indexPath: string): boolean {
  return ['', '-wal'].some((end) => {
    if (!existsSync(indexPath + end)) return false;
    const bytes = readFileSync(indexPath + end);
    return hisGrams.some((signs) => bytes.includes(signs));
  });
}

const at = '2026-06-01T00:00:00.000Z';

/** Takes a customer out of the journal, and publishes nothing. */
export async function eraseNumber({ customers }: ShopDatabase, customerNo: string): Promise<void> {
  const begun = await customers.begin({ customerNo, note: 'asked for it', at });
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  while ((await customers.eraseNext(at)).length > 0);
}

/** Puts that many products into a counter of a data folder, as if each had been looked up: "P00001" and on. */
export async function fillCatalogue(
  dataDir: string,
  count: number,
  kind: 'training' | 'live' = 'training',
): Promise<void> {
  mkdirSync(join(dataDir, kind), { recursive: true });
  const path = join(dataDir, kind, 'journal.db');
  await (await openShopDatabase({ path, random: systemRandom, kind })).close();
  const db = new Database(path);
  const insert = db.prepare(
    'INSERT INTO products (product_code, product, used_at, looked_up_at, cost, selling_price) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const at = '2026-03-10T03:00:00.000Z';
  db.transaction(() => {
    for (let n = 1; n <= count; n += 1) {
      const productCode = `P${String(n).padStart(5, '0')}`;
      const brand = ['TELKOMSEL', 'INDOSAT', 'XL', 'TRI'][n % 4] ?? null;
      const product = { ...goodProduct, productCode, productName: `Pulsa ${n}`, brand, category: `Pulsa ${n % 7}` };
      insert.run(productCode, JSON.stringify(product), at, at, 1000 + n, n % 2 === 0 ? 3000 + n : null);
    }
  })();
  db.close();
}

type TaskOptions = Partial<Omit<ExportTask, 'database'>>;

/** What the counter would ask of the thread that writes, into a folder of the test's own. */
export function exportOf(database: string, options: TaskOptions = {}): ExportTask {
  const path = options.path ?? join(temporaryFolder(), `out.${options.format ?? 'csv'}`);
  return {
    database,
    path,
    temporary: `${path}.${randomUUID().slice(0, 8)}.part`,
    format: 'csv',
    separator: 'semicolon',
    filter: {},
    overdue: { before: '2026-03-02T03:00:00.000Z', after: '2026-04-01T00:00:00.000Z' },
    today: '2026-03-02',
    timeZone: 'Asia/Jakarta',
    language: 'en',
    shop: 'Konter Contoh',
    costs: true,
    ...options,
  };
}

/** Writes it in a thread, and answers how that ended. */
export async function exported(
  database: string,
  options: TaskOptions = {},
): Promise<{ path: string; ending: FileEnding }> {
  const task = exportOf(database, options);
  const ending = await runExport(nodeSystem, task, () => undefined, new AbortController().signal);
  if (ending.kind === 'ended') rmSync(task.temporary, { force: true });
  return { path: task.path, ending };
}

/** A CSV as another program's library reads it: by the names of its columns. */
export function csvRows(path: string, delimiter: string): Array<Record<string, string>> {
  return z
    .array(z.record(z.string(), z.string()))
    .parse(parse(readFileSync(path), { bom: true, columns: true, delimiter, relax_column_count: false }));
}
