import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import { systemRandom } from '../src/main/base/system/clock-and-random.ts';
import type { JournalKind } from '../src/main/db/change.ts';
import { createMeta } from '../src/main/db/metadata.ts';
import { migrate } from '../src/main/db/migrate.ts';
import { connect } from '../src/main/db/open-database.ts';
import { prepareSales, receiptNo } from '../src/main/db/sales-repository.ts';
import type { Transaction } from '../src/shared/domain/transaction.ts';
import { catalogue } from '../src/simulator/core/catalogue.ts';
import { benchSale } from './bench-sale.ts';

const first = [
  'BUDI',
  'SITI',
  'AGUS',
  'DEWI',
  'EKO',
  'RINA',
  'JOKO',
  'WATI',
  'HADI',
  'NUR',
  'TONO',
  'LINA',
  'YUSUF',
  'MAYA',
];
const last = ['CONTOH', 'SANTOSO', 'LESTARI', 'WIJAYA', 'RAHAYU', 'SAPUTRA', 'UTAMI', 'HIDAYAT', 'PERTIWI', 'GUNAWAN'];
const prefixes = ['0812', '0813', '0857', '0878', '0896', '0821'];
/** seldom enough to be few among all, and in the first rows of nothing */
const rareName = 'ZULKIFLI QORIB';
const rareEvery = 25_000;
const items = [...catalogue.values()].filter(({ behaviour }) => behaviour === null);
const template = templateSale();
const end = Date.parse('2026-11-20T05:00:00.000Z');
const apartMs = 95_000;

function templateSale(): Transaction {
  const { sale } = benchSale(0);
  if (!sale) throw new Error('no sale');
  return sale.next;
}

/** Numbers that look like chance and are the same each time. */
function scattered(count: number, salt: number): number {
  const once = Math.imul(count + Math.imul(salt, 0x85ebca6b), 0x9e3779b1);
  return Math.imul(once ^ (once >>> 15), 0xc2b2ae35) >>> 0;
}
const pick = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};
function digits(count: number, salt: number, length: number): string {
  let text = '';
  for (let more = 0; text.length < length; more += 1)
    text += String(1_000_000_000 + scattered(count, salt + more)).slice(1);
  return text.slice(0, length);
}

/** The nth of this number of receipts as a shop has them: bills and credit, names and none, serial numbers of several kinds. */
export function variedReceipt(n: number, of: number): Transaction {
  const item = pick(items, scattered(n, 3) % items.length);
  const bill = item.kind === 'postpaid';
  const createdAt = new Date(end - (of - n) * apartMs).toISOString();
  const token = item.kind === 'prepaid' && item.sn === 'token';
  const name = n % rareEvery === 777 ? rareName : `${pick(first, scattered(n, 5))} ${pick(last, scattered(n, 6))}`;
  const plain = digits(n, 20, token ? 20 : 16);
  return {
    ...template,
    id: `${String(n).padStart(8, '0')}-0000-7000-8000-${digits(n, 30, 12)}`,
    kind: item.kind,
    state: n % 50 === 7 ? 'failed' : 'success',
    productCode: item.code,
    productName: item.name,
    brand: item.brand,
    category: item.category,
    customerNo: bill || token ? `53${digits(n, 40, 10)}` : `${pick(prefixes, scattered(n, 8))}${digits(n, 50, 8)}`,
    customerName: bill || token ? name : null,
    transactionId: `TRX26${digits(n, 60, 10)}`,
    transactionIdFrom: 'answer',
    sn: n % 50 === 7 ? null : token ? (plain.match(/\d{4}/g) ?? []).join('-') : plain,
    price: 10_000 + (scattered(n, 9) % 90) * 1000,
    total: 12_000 + (scattered(n, 9) % 90) * 1000,
    receiptNo: n % 50 === 7 ? null : receiptNo('BNCH', n),
    createdAt,
    updatedAt: createdAt,
    sentAt: createdAt,
    settledAt: createdAt,
    day: new Date(Date.parse(createdAt) + 7 * 3_600_000).toISOString().slice(0, 10),
    revision: 3,
  };
}

/** The same by a process of its own: one that has just written a million sales is not what sells in a shop. */
export function haveVariedReceipts(path: string, rows: number): void {
  execFileSync(process.execPath, [import.meta.filename, path, String(rows)], { stdio: 'inherit' });
}

/** The share of a shop's receipts that one of its counters made: every nth. */
interface Share {
  of: number;
  at: number;
  series: string;
}
const whole: Share = { of: 1, at: 0, series: 'BNCH' };

/** A journal with that many receipts over some years. Only what lists and searches read: their log is not written. */
export function writeVariedReceipts(
  path: string,
  rows: number,
  kind: JournalKind = 'live',
  { of, at, series }: Share = whole,
): void {
  const db = connect(path, false);
  migrate(db, () => createMeta(db, systemRandom));
  db.prepare('UPDATE metadata SET kind = ?').run(kind);
  // It is not needed after the bench.
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -262144');
  const sales = prepareSales(db);
  // Built in one go at the end: a fifth of the time that keeping them up takes.
  const indexes = z
    .array(z.object({ name: z.string(), sql: z.string() }))
    .parse(
      db
        .prepare(
          `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'transactions' AND sql IS NOT NULL`,
        )
        .all(),
    );
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  const receipt = db.prepare('INSERT INTO receipts (series, number, sale_id) VALUES (?, ?, ?)');
  let number = 0;
  const many = db.transaction((from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      if (n % of !== at) continue;
      const sale = variedReceipt(n, rows);
      number += 1;
      sales.insert({ ...sale, receiptNo: sale.receiptNo === null ? null : receiptNo(series, number) });
      receipt.run(series, number, sale.id);
    }
  });
  for (let from = 0; from < rows; from += 10_000) many(from, Math.min(rows, from + 10_000));
  for (const { sql } of indexes) db.exec(sql);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

if (import.meta.main) {
  const [path, rows] = z.tuple([z.string(), z.coerce.number().int()]).parse(process.argv.slice(2));
  writeVariedReceipts(path, rows);
}
