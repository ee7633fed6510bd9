import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { checkIndex } from '../../../src/main/search/index/check.ts';
import { Indexer } from '../../../src/main/search/index/indexer.ts';
import { leavingTables } from '../../../src/main/search/index/leaving.ts';
import { partRows, readParts, tableOf } from '../../../src/main/search/index/parts.ts';
import { openIndex } from '../../../src/main/search/index/schema.ts';
import { Reader } from '../../../src/main/search/reader.ts';
import type { TransactionPage, TransactionSearch } from '../../../src/shared/contract/transactions.ts';
import { transactionStates } from '../../../src/shared/domain/transaction.ts';
import { eraseNumber, hisName, holdsHim } from '../../support/erased-grams.ts';
import { realRandom } from '../../support/journal-folder.ts';
import { amended, begin, event, order, sold, stored } from '../../support/sale-changes.ts';
import { searchedSale, writeSearchBook } from '../../support/search-book.ts';
import { soakSize } from '../../support/soak.ts';

const sales = 500;
const today = '2026-03-14';
let folder = '';
let journal: ShopDatabase;
let index: Database.Database;
let reading: Database.Database;
let reader: Reader;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'konter-test-'));
  const path = join(folder, 'journal.db');
  journal = await openShopDatabase({ path, random: realRandom });
  const bySari = { event: event('sale.sending', { data: { by: { name: 'SARI' } } }) };
  await stored(journal, begin(order(9000, { customerNo: '089977665544' }), bySari));
  await writeSearchBook(journal, 1, sales / 2);
  moveBehind(path, 100);
  index = openIndex(join(folder, 'search.db'));
  reading = connect(path, true);
  const indexer = new Indexer(reading, index);
  while (indexer.step().left > 0);
  // These come by the log, and the last hundred or so stay behind the index.
  await writeSearchBook(journal, sales / 2, sales - 60);
  while (indexer.step().left > 0);
  await writeSearchBook(journal, sales - 60, sales);
  reader = new Reader(path, join(folder, 'search.db'));
}, 60_000);
afterAll(async () => {
  reader.close();
  reading.close();
  index.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const withIndex = (ask: TransactionSearch): TransactionPage => reader.search(ask, today, () => undefined).page;

/** As in a large book: the sales behind this row stand in rows of which the first belong to the same part, and the others to the next. */
function moveBehind(path: string, row: number): void {
  const db = connect(path, false);
  db.prepare('UPDATE transactions SET rowid = rowid + ? WHERE rowid > ?').run(partRows - 200, row);
  db.close();
}

/** How many segments the grams of each part stand in: in each of them every gram is looked up. */
const segmentsOf = (db: Database.Database): unknown[] =>
  readParts(db, 'main').map((part) =>
    db
      .prepare(`SELECT count(DISTINCT segid) FROM ${tableOf(part)}_idx`)
      .pluck()
      .get(),
  );

/** Every id in the order of the list, over all pages. */
async function everyId(
  ask: TransactionSearch,
  page: (ask: TransactionSearch) => TransactionPage | Promise<TransactionPage>,
) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { items, next }: TransactionPage = await page(cursor === null ? ask : { ...ask, cursor });
    ids.push(...items.map(({ id }) => id));
    cursor = next;
  } while (cursor !== null);
  return ids;
}

/** Parts of what stands in the sales, words that mean something, and nonsense. */
const someSale = fc.integer({ min: 1, max: sales - 1 }).map((n) => searchedSale(n));
const partOf = (text: string) =>
  fc
    .tuple(fc.nat(Math.max(0, text.length - 1)), fc.integer({ min: 1, max: 12 }))
    .map(([start, length]) => text.slice(start, start + length));
const word = fc.oneof(
  { weight: 4, arbitrary: someSale.chain((sale) => partOf(sale.customerNo)) },
  { weight: 2, arbitrary: someSale.chain((sale) => partOf(sale.customerName ?? sale.productCode)) },
  { weight: 2, arbitrary: someSale.chain((sale) => partOf(sale.productName ?? 'TRX-5-')) },
  fc.integer({ min: 1, max: sales }).map((n) => String(n * 1_000_003).slice(-6)),
  fc.constantFrom(
    'gagal',
    'sukses',
    'kemarin',
    '20rb',
    'Rp 20.000',
    '12000',
    'pln',
    'listrik',
    'tagihan',
    '5/3',
    'maret',
    'kasir sari',
  ),
  fc.constantFrom('minggu lalu', 'belum pasti', '0812-3', '62857', 'trx-', '%', '_', 'ñ', "'", '"', 'nowhere', 'R1M/9'),
  fc.string({ minLength: 1, maxLength: 4 }),
);
const asked = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  states: fc.option(fc.subarray([...transactionStates]), { nil: undefined }),
  kinds: fc.option(fc.subarray(['prepaid', 'postpaid'] as const), { nil: undefined }),
  from: fc.option(fc.constantFrom('2026-03-01T00:00:00Z', '2026-02-24T10:00:00+07:00'), { nil: undefined }),
  limit: fc.constantFrom(20, 200),
});

test('finds with the index exactly what looking at every sale finds, in the same order, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (ask) => {
      const question = Object.fromEntries(
        Object.entries(ask).filter(([, value]) => value !== undefined),
      ) as TransactionSearch;
      const plain = await everyId(question, (page) => journal.search(page, today));
      expect(await everyId(question, withIndex)).toEqual(plain);
      expect(withIndex(question).search?.index ?? 'ready').toBe('ready');
    }),
    { numRuns: soakSize({ usual: 150, soak: 2000 }) },
  );
}, 240_000);

test('who sold it and a part of its number are searched for together', () => {
  const ask = (text: string) => {
    const { page, indexBroken } = reader.search({ text }, today, () => undefined);
    return { found: page.items.map(({ id }) => id), index: page.search?.index, indexBroken };
  };
  const good = { index: 'ready', indexBroken: false };
  expect(ask('99776655 kasir sari')).toEqual({ found: [order(9000).id], ...good });
  expect(ask('99776655 kasir budi')).toEqual({ found: [], ...good });
});

test('what a first fill has not reached yet and what is being merged is found all the same; a merge that was cut off goes on', async () => {
  const path = join(folder, 'half.db');
  const indexPath = join(folder, 'half-search.db');
  const half = await openShopDatabase({ path, random: realRandom });
  await writeSearchBook(half, 0, 510);
  const from = connect(path, true);
  let halfIndex = openIndex(indexPath);
  const halfReader = new Reader(path, indexPath);
  const expectFound = (): void => {
    for (const n of [5, 499, 501, 509]) {
      const { customerNo, id } = searchedSale(n);
      const { page } = halfReader.search({ text: customerNo }, today, () => undefined);
      expect(page.search?.index).toBe('ready');
      expect(page.items.map((sale) => sale.id)).toEqual([id]);
    }
  };
  const merging = (): boolean => readParts(halfIndex, 'main').some((part) => part.merging);
  try {
    const indexer = new Indexer(from, halfIndex, 1);
    let { left } = indexer.step();
    while (left > 10) ({ left } = indexer.step());
    expect(left).toBe(10);
    expectFound();
    while (!merging()) indexer.step();
    indexer.step();
    halfIndex.close();
    halfIndex = openIndex(indexPath);
    expect(merging()).toBe(true);
    expect(segmentsOf(halfIndex)).toEqual([3]);
    expectFound();
    const next = new Indexer(from, halfIndex, 1);
    while (next.step().left > 0);
    expect(merging()).toBe(false);
    expect(segmentsOf(halfIndex)).toEqual([1]);
    expectFound();
  } finally {
    halfReader.close();
    from.close();
    halfIndex.close();
    await half.close();
  }
});

test('of who was erased only the part is written anew, in steps, searched all along, and no byte stays', async () => {
  const path = join(folder, 'erased.db');
  const indexPath = join(folder, 'erased-search.db');
  const shop = await openShopDatabase({ path, random: realRandom });
  await writeSearchBook(shop, 1, 200);
  const him = await sold(shop, order(700, { customerNo: '085511112222', customerName: hisName }), { sn: '4711' });
  await writeSearchBook(shop, 200, 620);
  moveBehind(path, 10);
  const from = connect(path, true);
  const own = openIndex(indexPath);
  const indexer = new Indexer(from, own);
  while (indexer.step().left > 0);
  // A row that was indexed again leaves grams of its own behind.
  await stored(shop, amended(him, { sn: '4712' }));
  while (indexer.step().left > 0);
  expect(holdsHim(indexPath)).toBe(true);
  const reader = new Reader(path, indexPath);
  const search = (text: string): string[] =>
    reader.search({ text }, today, () => undefined).page.items.map(({ id }) => id);
  try {
    await eraseNumber(shop, him.customerNo);
    let steps = 0;
    do {
      expect(search(hisName)).toEqual([]);
      for (const n of [5, 150, 400, 610]) expect(search(searchedSale(n).customerNo)).toContain(searchedSale(n).id);
      steps += 1;
    } while (indexer.step().left > 0);
    expect(steps).toBeGreaterThan(3);
    expect(readParts(own, 'main').map(({ made }) => made)).toEqual([0, 1]);
    indexer.emptyLog();
    expect(holdsHim(indexPath)).toBe(false);
    expect(search(him.receiptNo ?? him.id)).toEqual([him.id]);
  } finally {
    reader.close();
    from.close();
    own.close();
    await shop.close();
  }
});

test('what a part was written anew for leaves in steps, is no damage in between, and a program that was closed after any goes on', async () => {
  const path = join(folder, 'leaving.db');
  const indexPath = join(folder, 'leaving-search.db');
  const shop = await openShopDatabase({ path, random: realRandom });
  const him = await sold(shop, order(700, { customerNo: '085511112222', customerName: hisName }), { sn: '4711' });
  await writeSearchBook(shop, 1, 120);
  const from = connect(path, true);
  let own = openIndex(indexPath);
  const first = new Indexer(from, own);
  while (first.step().left > 0);
  await eraseNumber(shop, him.customerNo);
  const reader = new Reader(path, indexPath);
  let held = 0;
  try {
    for (let left = 1; left > 0; ) {
      own.close();
      own = openIndex(indexPath);
      checkIndex(own);
      const indexer = new Indexer(from, own, 1);
      ({ left } = indexer.step());
      held += leavingTables(own).length > 0 ? 1 : 0;
      const { page, indexBroken } = reader.search({ text: searchedSale(50).customerNo }, today, () => undefined);
      expect([page.search?.index, indexBroken]).toEqual(['ready', false]);
      expect(page.items.map(({ id }) => id)).toContain(searchedSale(50).id);
      if (left === 0) indexer.emptyLog();
    }
    expect(held).toBeGreaterThan(5);
    expect(holdsHim(indexPath)).toBe(false);
    const tables = own.prepare(`SELECT count(*) FROM sqlite_schema WHERE name LIKE '%grams_0_0%'`).pluck().get();
    expect(tables).toBe(0);
  } finally {
    reader.close();
    from.close();
    own.close();
    await shop.close();
  }
});

test('an index of another version is made anew, and no byte of it stays', () => {
  const indexPath = join(folder, 'older-search.db');
  const older = openIndex(indexPath);
  older.exec('PRAGMA secure_delete = OFF; DROP TABLE parts; PRAGMA user_version = 3');
  older.exec(`CREATE VIRTUAL TABLE grams USING fts5(name, tokenize='trigram')`);
  const insert = older.prepare('INSERT INTO grams (name) VALUES (?)');
  for (let n = 0; n < 50; n += 1) insert.run(`${hisName.toLowerCase()} ${'x'.repeat(2000)}`);
  older.exec('CREATE TABLE leaving_grams_0_0_data (id INTEGER PRIMARY KEY, block BLOB)');
  older.prepare('INSERT INTO leaving_grams_0_0_data (block) VALUES (?)').run(Buffer.from(hisName.toLowerCase()));
  older.close();
  expect(holdsHim(indexPath)).toBe(true);
  const anew = openIndex(indexPath);
  expect(readParts(anew, 'main')).toEqual([]);
  expect(leavingTables(anew)).toEqual([]);
  anew.pragma('wal_checkpoint(TRUNCATE)');
  expect(holdsHim(indexPath)).toBe(false);
  anew.close();
});

test('forgetting fails where somebody reads what is to go: its bytes stay then', async () => {
  const busy = openIndex(join(folder, 'read-meanwhile.db'));
  busy.pragma('busy_timeout = 0');
  const indexer = new Indexer(reading, busy);
  while (indexer.step().left > 0);
  const other = new Database(busy.name);
  other.exec('BEGIN; SELECT * FROM state;');
  expect(() => {
    indexer.emptyLog();
  }).toThrow('read');
  other.exec('COMMIT');
  indexer.emptyLog();
  other.close();
  busy.close();
});

test('a book that has grown is merged again', () => {
  expect(segmentsOf(index)).toEqual([1, 1]);
});

test('grams that are damaged within whole pages are seen', () => {
  const path = join(folder, 'damaged.db');
  index.exec(`VACUUM INTO '${path}'`);
  const damaged = new Database(path).unsafeMode();
  try {
    checkIndex(damaged);
    // The first ten rows are FTS5's own.
    damaged.exec('UPDATE grams_0_0_data SET block = zeroblob(length(block)) WHERE id > 10');
    expect(() => {
      checkIndex(damaged);
    }).toThrow('damaged');
  } finally {
    damaged.close();
  }
});

test('while a step writes its index, nobody reads in the journal: its log of writes can begin anew', async () => {
  const path = join(folder, 'seller.db');
  const selling = await openShopDatabase({ path, random: realRandom });
  await writeSearchBook(selling, 0, 20);
  const own = openIndex(join(folder, 'seller-search.db'));
  const from = connect(path, true);
  const writer = connect(path, false);
  const begunAnew: unknown[] = [];
  own.function('written', { directOnly: false }, () => {
    begunAnew.push(writer.pragma('wal_checkpoint(TRUNCATE)'));
    return null;
  });
  const indexer = new Indexer(from, own);
  indexer.step();
  own.exec('CREATE TEMP TRIGGER seen AFTER INSERT ON main.state BEGIN SELECT written(); END');
  try {
    // The first fill, and what comes by the log.
    while (indexer.step().left > 0);
    await writeSearchBook(selling, 20, 25);
    while (indexer.step().left > 0);
    expect(begunAnew.length).toBeGreaterThan(1);
    for (const told of begunAnew) expect(told).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
  } finally {
    writer.close();
    from.close();
    own.close();
    await selling.close();
  }
});
