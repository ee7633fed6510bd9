import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { checkIndex, Indexer, IndexUpdater, openIndex, readState } from '../../../src/main/search/search-index.ts';
import { SearchReader } from '../../../src/main/search/search-worker.ts';
import type { TransactionPage, TransactionSearch } from '../../../src/shared/contract/transactions.ts';
import { transactionStates } from '../../../src/shared/domain/transaction.ts';
import { aJournal, journalPath, realRandom, temporaryFolder } from '../../support/database-files.ts';
import {
  csvRows,
  eraseNumber,
  exported,
  hisName,
  holdsHim,
  searchedSale,
  writeSearchBook,
} from '../../support/large-databases.ts';
import { soakSize } from '../../support/soak.ts';
import { begin, event, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('the index', () => {
  const sales = 500;
  const today = '2026-03-14';
  let folder = '';
  let db: ShopDatabase;
  let index: Database.Database;
  let reading: Database.Database;
  let reader: SearchReader;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'konter-test-'));
    const path = join(folder, 'journal.db');
    db = await openShopDatabase({ path, random: realRandom });
    const bySari = { event: event('sale.submitted', { data: { by: { name: 'SARI' } } }) };
    await stored(db, begin(order(9000, { customerNo: '089977665544' }), bySari));
    await writeSearchBook(db, 1, sales / 2);
    index = openIndex(join(folder, 'search.db'));
    reading = connect(path, true);
    const indexer = new Indexer(reading, index);
    while (indexer.step());
    // These come by the log, and the last hundred or so stay behind the index.
    await writeSearchBook(db, sales / 2, sales - 60);
    while (indexer.step());
    await writeSearchBook(db, sales - 60, sales);
    reader = new SearchReader({ database: path, index: join(folder, 'search.db') });
  }, 60_000);
  afterAll(async () => {
    reader.close();
    reading.close();
    index.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const withIndex = (query: TransactionSearch): TransactionPage => reader.search(query, today, () => undefined).page;

  /** In how many segments every gram is looked up. */
  const segmentsOf = (db: Database.Database): unknown =>
    db.prepare('SELECT count(DISTINCT segid) FROM grams_idx').pluck().get();

  /** Every id in the order of the list, over all pages. */
  async function everyId(
    query: TransactionSearch,
    page: (query: TransactionSearch) => TransactionPage | Promise<TransactionPage>,
  ) {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { items, next }: TransactionPage = await page(cursor === null ? query : { ...query, cursor });
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
    fc.constantFrom(
      'minggu lalu',
      'belum pasti',
      '0812-3',
      '62857',
      'trx-',
      '%',
      '_',
      'ñ',
      "'",
      '"',
      'nowhere',
      'R1M/9',
    ),
    fc.string({ minLength: 1, maxLength: 4 }),
  );
  const queries = fc.record({
    text: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    states: fc.option(fc.subarray([...transactionStates]), { nil: undefined }),
    kinds: fc.option(fc.subarray(['prepaid', 'postpaid'] as const), { nil: undefined }),
    from: fc.option(fc.constantFrom('2026-03-01T00:00:00Z', '2026-02-24T10:00:00+07:00'), { nil: undefined }),
    limit: fc.constantFrom(20, 200),
  });

  test('finds with the index exactly what looking at every sale finds, in the same order, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const question = Object.fromEntries(
          Object.entries(query).filter(([, value]) => value !== undefined),
        ) as TransactionSearch;
        const plain = await everyId(question, (page) => db.search(page, today));
        expect(await everyId(question, withIndex)).toEqual(plain);
        expect(withIndex(question).search?.index ?? 'ready').toBe('ready');
      }),
      { numRuns: soakSize({ usual: 60, soak: 2000 }) },
    );
  }, 240_000);

  test('who sold it and a part of its number are searched for together', () => {
    const search = (text: string) => {
      const { page, indexBroken } = reader.search({ text }, today, () => undefined);
      return { ids: page.items.map(({ id }) => id), index: page.search?.index, indexBroken };
    };
    const good = { index: 'ready', indexBroken: false };
    expect(search('99776655 kasir sari')).toEqual({ ids: [order(9000).id], ...good });
    expect(search('99776655 kasir budi')).toEqual({ ids: [], ...good });
  });

  test('what a first fill has not reached yet and what is being merged is found all the same; a merge that was cut off goes on', async () => {
    const path = join(folder, 'half.db');
    const indexPath = join(folder, 'half-search.db');
    const half = await openShopDatabase({ path, random: realRandom });
    await writeSearchBook(half, 0, 510);
    const from = connect(path, true);
    let halfIndex = openIndex(indexPath);
    const halfReader = new SearchReader({ database: path, index: indexPath });
    const expectFound = (): void => {
      for (const n of [5, 499, 501, 509]) {
        const { customerNo, id } = searchedSale(n);
        const { page } = halfReader.search({ text: customerNo }, today, () => undefined);
        expect(page.search?.index).toBe('ready');
        expect(page.items.map((sale) => sale.id)).toEqual([id]);
      }
    };
    const unfilled = (): number => {
      const { filled, fillTo } = readState(halfIndex, 'main') ?? { filled: 0, fillTo: Infinity };
      return fillTo - filled;
    };
    try {
      const indexer = new Indexer(from, halfIndex, 1);
      while (unfilled() > 10) indexer.step();
      expect(unfilled()).toBe(10);
      expectFound();
      while (unfilled() > 0) indexer.step();
      // The merge has begun, and is far from its end.
      indexer.step();
      halfIndex.close();
      halfIndex = openIndex(indexPath);
      expect(segmentsOf(halfIndex)).toBeGreaterThan(1);
      expectFound();
      const next = new Indexer(from, halfIndex, 1);
      let steps = 0;
      while (next.step()) steps += 1;
      expect(steps).toBeGreaterThan(3);
      expect(segmentsOf(halfIndex)).toBe(1);
      expectFound();
    } finally {
      halfReader.close();
      from.close();
      halfIndex.close();
      await half.close();
    }
  });

  test('an index that holds who was erased is built again beside, searched all along, and no byte stays', async () => {
    const path = join(folder, 'erased.db');
    const indexPath = join(folder, 'erased-search.db');
    const shop = await openShopDatabase({ path, random: realRandom });
    await writeSearchBook(shop, 1, 200);
    const him = await sold(shop, order(700, { customerNo: '085511112222', customerName: hisName }), { sn: '4711' });
    await writeSearchBook(shop, 200, 620);
    const from = connect(path, true);
    const reader = new SearchReader({ database: path, index: indexPath });
    const updater = new IndexUpdater(from, indexPath, async () => reader.release());
    while (await updater.step());
    // A row that was indexed again leaves the grams of both versions.
    await stored(shop, updated(him, { sn: '4712' }));
    while (await updater.step());
    expect(holdsHim(indexPath)).toBe(true);
    const search = (text: string): string[] => {
      const { page, indexBroken } = reader.search({ text }, today, () => undefined);
      expect([page.search?.index, indexBroken]).toEqual(['ready', false]);
      return page.items.map(({ id }) => id);
    };
    const { ino } = statSync(indexPath);
    try {
      await eraseNumber(shop, him.customerNo);
      let steps = 0;
      do {
        expect(search(hisName)).toEqual([]);
        for (const n of [5, 150, 400, 610]) expect(search(searchedSale(n).customerNo)).toContain(searchedSale(n).id);
        steps += 1;
      } while (await updater.step());
      expect(steps).toBeGreaterThan(3);
      expect(statSync(indexPath).ino).not.toBe(ino);
      expect([holdsHim(indexPath), existsSync(`${indexPath}-next`)]).toEqual([false, false]);
      expect(search(him.receiptNo ?? him.id)).toEqual([him.id]);
    } finally {
      reader.close();
      from.close();
      updater.close();
      await shop.close();
    }
  });

  test('a program that is closed after any step goes on with what it built, also where more was erased meanwhile', async () => {
    const path = join(folder, 'again.db');
    const indexPath = join(folder, 'again-search.db');
    const shop = await openShopDatabase({ path, random: realRandom });
    const him = await sold(shop, order(700, { customerNo: '085511112222', customerName: hisName }), { sn: '4711' });
    await writeSearchBook(shop, 1, 620);
    const from = connect(path, true);
    const reader = new SearchReader({ database: path, index: indexPath });
    const open = (): IndexUpdater => new IndexUpdater(from, indexPath, async () => reader.release());
    const first = open();
    while (await first.step());
    first.close();
    await eraseNumber(shop, searchedSale(5).customerNo);
    let built = 0;
    try {
      for (let goesOn = true; goesOn; ) {
        const updater = open();
        goesOn = await updater.step();
        updater.close();
        if (existsSync(`${indexPath}-next`)) built += 1;
        if (built === 2) await eraseNumber(shop, him.customerNo);
        const { page, indexBroken } = reader.search({ text: searchedSale(50).customerNo }, today, () => undefined);
        expect([page.search?.index, indexBroken]).toEqual(['ready', false]);
        expect(page.items.map(({ id }) => id)).toContain(searchedSale(50).id);
      }
      expect(built).toBeGreaterThan(5);
      expect([holdsHim(indexPath), existsSync(`${indexPath}-next`)]).toEqual([false, false]);
    } finally {
      reader.close();
      from.close();
      await shop.close();
    }
  });

  test('an index of another version or of another database is refused, and discarded with every byte', async () => {
    const indexPath = join(folder, 'older-search.db');
    const older = new Database(indexPath);
    older.exec('PRAGMA user_version = 3; CREATE TABLE parts (part INTEGER PRIMARY KEY)');
    older.exec(`CREATE VIRTUAL TABLE grams USING fts5(name, tokenize='trigram')`);
    older.prepare('INSERT INTO grams (name) VALUES (?)').run(hisName.toLowerCase());
    older.close();
    expect(holdsHim(indexPath)).toBe(true);
    const updater = new IndexUpdater(reading, indexPath, async () => undefined);
    await expect(updater.step()).rejects.toThrow('version');
    await updater.discard();
    expect(holdsHim(indexPath)).toBe(false);
    while (await updater.step());
    updater.close();
    const shop = await openShopDatabase({ path: join(folder, 'other.db'), random: realRandom });
    const from = connect(join(folder, 'other.db'), true);
    const other = new IndexUpdater(from, indexPath, async () => undefined);
    await expect(other.step()).rejects.toThrow('another database');
    other.close();
    from.close();
    await shop.close();
  });

  test('a book that has grown stays in few segments', () => {
    expect(segmentsOf(index)).toBeLessThanOrEqual(4);
  });

  test('grams that are damaged within whole pages are seen', () => {
    const path = join(folder, 'damaged.db');
    index.exec(`VACUUM INTO '${path}'`);
    const damaged = new Database(path).unsafeMode();
    try {
      checkIndex(damaged);
      // The first ten rows are FTS5's own.
      damaged.exec('UPDATE grams_data SET block = zeroblob(length(block)) WHERE id > 10');
      expect(() => {
        checkIndex(damaged);
      }).toThrow('damaged');
    } finally {
      damaged.close();
    }
  });

  test('while a step writes its index, nobody reads in the journal: its log of writes can start over', async () => {
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
      while (indexer.step());
      await writeSearchBook(selling, 20, 25);
      while (indexer.step());
      expect(begunAnew.length).toBeGreaterThan(1);
      for (const state of begunAnew) expect(state).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
    } finally {
      writer.close();
      from.close();
      own.close();
      await selling.close();
    }
  });
});

describe('a bill that is paid later', () => {
  const today = '2026-03-20';

  /** The provider named the same bill under the same id a week after it was first asked for, and it was paid then. */
  async function paidAWeekLater(path: string): Promise<{ db: Awaited<ReturnType<typeof aJournal>>; id: string }> {
    const db = await aJournal(path);
    const bill = { kind: 'postpaid', state: 'inquired', productCode: 'PLNPOST', sentAt: null, tendered: null } as const;
    const inquiry = await stored(db, begin(order(1, bill)));
    for (let n = 2; n < 5; n++) await sold(db, order(n));
    const again = await stored(db, updated(inquiry, { inquiredAt: '2026-03-09T03:00:00.000Z' }));
    const sentAt = '2026-03-09T03:01:00.000Z';
    const sending = await stored(db, updated(again, { state: 'sending', sentAt, day: '2026-03-09' }));
    await stored(db, updated(sending, { state: 'success', sn: 'SN1', price: 50_000, transactionId: 'BILL1' }));
    return { db, id: inquiry.id };
  }

  test.each(['9/3', 'tanggal 9', '9 maret sukses', 'plnpost 9/3'])(
    'is found by the day it was paid on: %s',
    async (text) => {
      const path = journalPath();
      const { db, id } = await paidAWeekLater(path);
      const index = openIndex(join(temporaryFolder(), 'search.db'));
      const reading = connect(path, true);
      const indexer = new Indexer(reading, index);
      while (indexer.step());
      const reader = new SearchReader({ database: path, index: index.name });
      onTestFinished(() => {
        reader.close();
        reading.close();
        index.close();
      });
      const result = await db.search({ text }, today);
      expect(result.items.map((sale) => sale.id)).toEqual([id]);
      const { page } = reader.search({ text }, today, () => undefined);
      expect(page.search?.index).toBe('ready');
      expect(page.items.map((sale) => sale.id)).toEqual([id]);
    },
  );

  test('is in the file of the day it was paid on', async () => {
    const path = journalPath();
    const { id } = await paidAWeekLater(path);
    const { path: file } = await exported(path, { filter: { days: { from: '2026-03-09', to: '2026-03-09' } }, today });
    expect(csvRows(file, ';').map((row) => row['Konter’s id'])).toEqual([id]);
  });
});
