import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeSystem } from '../../../src/main/base/system/node-system.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { prepareSource, searchSources } from '../../../src/main/search/search.ts';
import { type SearchService, ThreadedSearch } from '../../../src/main/search/search-service.ts';
import { SearchReader } from '../../../src/main/search/search-worker.ts';
import type { TransactionPage, TransactionSearch } from '../../../src/shared/contract/transactions.ts';
import { killHard, linesOf, startChild } from '../../support/child-process.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { eraseNumber, hisName, holdsHim, writeSearchBook } from '../../support/large-databases.ts';
import { soakSize } from '../../support/soak.ts';
import { order, sold, stored, updated } from '../../support/stored-sales.ts';

const today = '2026-03-14';
const texts = ['0812', 'budi', 'trx-5', '20rb', 'gagal', 'kembali', 'nowhere', '3333-3'];

interface Opened {
  folder: string;
  path: string;
  indexPath: string;
  db: ShopDatabase;
  service: SearchService;
  failures: string[];
}

async function opened(folder = temporaryFolder(), sales = 0): Promise<Opened> {
  const path = join(folder, 'journal.db');
  const indexPath = join(folder, 'search.db');
  const db = await openShopDatabase({ path, random: realRandom });
  if (sales > 0) await writeSearchBook(db, 1, sales);
  const failures: string[] = [];
  // However small the book, with threads.
  const service = new ThreadedSearch({
    system: nodeSystem,
    db,
    files: [{ database: path, index: indexPath }],
    smallBytes: 0,
    failed: (message) => failures.push(message),
  });
  onTestFinished(async () => {
    await service.close();
    await db.close();
  });
  return { folder, path, indexPath, db, service, failures };
}

async function searchIds({ service }: Pick<Opened, 'service'>, query: TransactionSearch): Promise<TransactionPage> {
  const page = await service.search(query, today);
  if (!page) throw new Error('given up');
  return page;
}

const indexOf = async (world: Pick<Opened, 'service'>): Promise<string | undefined> =>
  (await searchIds(world, { text: 'budi' })).search?.index;

const ready = (world: Pick<Opened, 'service'>): Promise<void> =>
  vi.waitFor(async () => expect(await indexOf(world)).toBe('ready'), { timeout: 30_000, interval: 50 });

/** What is searched for and not answered as looking at every sale does; nothing, with an index and without. */
async function wrongAnswers(world: Opened): Promise<string[]> {
  const wrong: string[] = [];
  for (const text of texts) {
    const ids = (page: TransactionPage): string => page.items.map(({ id }) => id).join(' ');
    const ours = await searchIds(world, { text, limit: 200 });
    if (ids(ours) !== ids(await world.db.search({ text, limit: 200 }, today))) wrong.push(text);
  }
  return wrong;
}

test('answers before there is an index, and says so; then with it', async () => {
  const world = await opened(undefined, 150);
  const first = await searchIds(world, { text: 'budi' });
  expect(first.search?.index).toMatch(/missing|ready/);
  expect(await wrongAnswers(world)).toEqual([]);
  await ready(world);
  expect(await wrongAnswers(world)).toEqual([]);
  expect(statSync(world.indexPath).mode & 0o077).toBe(0);
});

test('finds a sale, and what a sale became, right after its commit', async () => {
  const world = await opened(undefined, 60);
  await ready(world);
  const sale = await sold(world.db, order(5000, { customerName: 'QORIBULLAH' }));
  world.service.committed();
  expect((await searchIds(world, { text: 'qorib' })).items).toMatchObject([{ id: sale.id }]);
  await stored(world.db, updated(sale, { sn: 'WXYZ-4711' }));
  expect((await searchIds(world, { text: 'xyz47' })).items).toMatchObject([{ id: sale.id, sn: 'WXYZ-4711' }]);
});

test('an index that was lost is rebuilt, and searches are right meanwhile', async () => {
  const folder = temporaryFolder();
  const first = await opened(folder, 120);
  await ready(first);
  await first.service.close();
  await first.db.close();
  for (const end of ['', '-wal', '-shm']) rmSync(first.indexPath + end, { force: true });
  const again = await opened(folder);
  expect(await wrongAnswers(again)).toEqual([]);
  await ready(again);
  expect(await wrongAnswers(again)).toEqual([]);
});

test.each([
  ['is no database at all', (file: Buffer) => Buffer.alloc(file.length, 'x')],
  ['is cut off', (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))],
  [
    'has pages of noise',
    (file: Buffer) => Buffer.concat([file.subarray(0, 8192), Buffer.alloc(file.length - 8192, 7)]),
  ],
])('an index that %s does no harm, and is replaced', async (_what, damage) => {
  const folder = temporaryFolder();
  const first = await opened(folder, 120);
  await ready(first);
  await first.service.close();
  await first.db.close();
  for (const end of ['-wal', '-shm']) rmSync(first.indexPath + end, { force: true });
  writeFileSync(first.indexPath, damage(readFileSync(first.indexPath)));
  const again = await opened(folder);
  expect(await wrongAnswers(again)).toEqual([]);
  await ready(again);
  expect(await wrongAnswers(again)).toEqual([]);
  expect(again.failures.length).toBeGreaterThan(0);
});

test('the index of a journal that was put back to an older copy is not believed', async () => {
  const folder = temporaryFolder();
  const first = await opened(folder, 80);
  await first.service.close();
  await first.db.close();
  const copy = join(folder, 'copy.db');
  copyFileSync(first.path, copy);
  const later = await opened(folder);
  await writeSearchBook(later.db, 80, 160);
  await ready(later);
  await later.service.close();
  await later.db.close();
  for (const end of ['-wal', '-shm']) rmSync(first.path + end, { force: true });
  copyFileSync(copy, first.path);
  const restored = await opened(folder);
  // As many events as before, but others: the number alone would not show it.
  await writeSearchBook(restored.db, 300, 400);
  expect(await wrongAnswers(restored)).toEqual([]);
  await ready(restored);
  expect(await wrongAnswers(restored)).toEqual([]);
});

test('a program killed while it indexes goes on where it was, at whatever moment', { tags: ['full'] }, async () => {
  const world = await opened(undefined, 400);
  for (const [round, lines] of [1, 1, 2].entries()) {
    const child = startChild('database-child.ts', 'index', world.path, world.indexPath);
    await linesOf(child, lines + 1);
    await killHard(child);
    await writeSearchBook(world.db, 400 + round * 30, 430 + round * 30);
    expect(await wrongAnswers(world)).toEqual([]);
  }
  await ready(world);
  expect(await wrongAnswers(world)).toEqual([]);
});

test('an index far behind is not used, and that is said', async () => {
  const folder = temporaryFolder();
  const world = await opened(folder, 40);
  await ready(world);
  await world.service.close();
  const db = new Database(world.indexPath);
  db.exec('UPDATE state SET filled = 0, fill_to = 1000000');
  db.close();
  const reader = new SearchReader({ database: world.path, index: world.indexPath });
  onTestFinished(() => reader.close());
  const { page } = reader.search({ text: 'budi' }, today, () => undefined);
  expect(page).toMatchObject({ search: { index: 'behind' } });
});

const him = { customerNo: '085511112222', customerName: hisName };

test('nothing of customers who were erased stays in the index', async () => {
  const world = await opened(undefined, 50);
  const sale = await sold(world.db, order(6000, him));
  await ready(world);
  world.service.committed();
  await vi.waitFor(() => expect(holdsHim(world.indexPath)).toBe(true), { timeout: 30_000 });
  await eraseNumber(world.db, sale.customerNo);
  expect(await world.service.forget()).toBe(true);
  expect(holdsHim(world.indexPath)).toBe(false);
  expect((await searchIds(world, { text: hisName })).items).toEqual([]);
  expect(await indexOf(world)).toBe('ready');
});

/** Six hundred sales, one of them to him: written once, and copied by each test that begins with them. */
let bookWithHim: Promise<Buffer> | null = null;
async function writeBookWithHim(): Promise<Buffer> {
  const path = join(temporaryFolder(), 'journal.db');
  const db = await openShopDatabase({ path, random: realRandom });
  await writeSearchBook(db, 1, 50);
  await sold(db, order(6000, him));
  await writeSearchBook(db, 50, 600);
  await db.close();
  return readFileSync(path);
}

test.each(soakSize({ usual: [0, 3], soak: [0, 2, 3, 4] }))(
  'killed after %i steps of forgetting, it is made up for at the next start, before anybody has searched, and costs nobody the index',
  { tags: ['full'] },
  async (steps) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'journal.db'), await (bookWithHim ??= writeBookWithHim()));
    const first = await opened(folder);
    await ready(first);
    await first.service.forget();
    expect(holdsHim(first.indexPath)).toBe(true);
    await first.service.close();
    await eraseNumber(first.db, him.customerNo);
    await first.db.close();
    const child = startChild('database-child.ts', 'index', first.path, first.indexPath, String(steps));
    await linesOf(child, steps + 1);
    await killHard(child);
    expect(holdsHim(first.indexPath)).toBe(true);
    const world = await opened(first.folder);
    const forgetting = world.service.forget();
    // It is replaced, and at no time removed.
    let forgotten: boolean | null = null;
    while (forgotten === null) {
      expect(existsSync(world.indexPath)).toBe(true);
      forgotten = await Promise.race([forgetting, pause(1, null)]);
    }
    expect(forgotten).toBe(true);
    expect(holdsHim(world.indexPath)).toBe(false);
    expect(await wrongAnswers(world)).toEqual([]);
    expect(await indexOf(world)).toBe('ready');
  },
);

test('forgetting that is not waited for goes on by itself', async () => {
  const world = await opened(undefined, 50);
  const sale = await sold(world.db, order(6000, him));
  await ready(world);
  await world.service.forget();
  expect(holdsHim(world.indexPath)).toBe(true);
  await eraseNumber(world.db, sale.customerNo);
  expect(await world.service.forget(AbortSignal.abort())).toBe(false);
  expect(await world.service.forget()).toBe(true);
  expect(holdsHim(world.indexPath)).toBe(false);
});

test('a search that nobody waits for is given up, and the next one answered', async () => {
  const world = await opened(undefined, 100);
  const abort = new AbortController();
  const [first, second] = [
    world.service.search({ text: 'budi' }, today, abort.signal),
    searchIds(world, { text: 'budi' }),
  ];
  abort.abort();
  expect([await first, (await second).items.length > 0]).toEqual([null, true]);
});

test('a cursor that is not ours is refused by the thread too', async () => {
  const world = await opened(undefined, 10);
  await expect(world.service.search({ text: 'budi', cursor: 'nonsense' }, today)).rejects.toThrow(RangeError);
});

test('a small book is searched without threads or an index', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'journal.db');
  const db = await openShopDatabase({ path, random: realRandom });
  onTestFinished(() => db.close());
  await writeSearchBook(db, 1, 30);
  const service = new ThreadedSearch({
    system: nodeSystem,
    db,
    files: [{ database: path, index: join(folder, 'search.db') }],
  });
  onTestFinished(() => service.close());
  const page = await searchIds({ service }, { text: 'budi' });
  expect([page.items.length > 0, page.search?.index]).toEqual([true, 'ready']);
  expect(existsSync(join(folder, 'search.db'))).toBe(false);
});

test('the databases of several counters are one list, page by page, also where one is a copy of another', {
  tags: ['full'],
}, async () => {
  const folder = temporaryFolder();
  const paths = ['a', 'b', 'c', 'copy'].map((name) => join(folder, `${name}.db`));
  const journals = await Promise.all(paths.slice(0, 3).map((path) => openShopDatabase({ path, random: realRandom })));
  for (let n = 1; n <= 120; n += 1) {
    const db = journals[n % journals.length];
    if (db) await writeSearchBook(db, n, n + 1);
  }
  await Promise.all(journals.map((db) => db.close()));
  const [first = '', , , copy = ''] = paths;
  copyFileSync(first, copy);
  const files = paths.map((database, at) => ({ database, index: `${database}.search`, counter: `c${at}` }));
  const sources = paths.map((path) => ({
    source: prepareSource(connect(path, true)),
    index: { kind: 'missing' as const },
  }));
  onTestFinished(() => sources.forEach(({ source }) => void source.db.close()));
  /** in one thread, of all databases at once, reading every sale */
  const whole = (request: TransactionSearch): TransactionPage => {
    const readers = files.filter(({ counter }) => request.counter === undefined || counter === request.counter);
    const among = readers.flatMap((file) => sources[files.indexOf(file)] ?? []);
    const { page, places } = searchSources(among, { request, today });
    return { ...page, counters: places.flatMap((place) => readers[place]?.counter ?? []) };
  };
  const db = {
    search: () => Promise.reject(new Error('searched without a thread')),
    outline: () => Promise.reject(new Error('listed without a thread')),
  };
  const service = new ThreadedSearch({ system: nodeSystem, db, files, smallBytes: 0 });
  onTestFinished(() => service.close());
  const summaryOf = ({ items, next, counters = [], search }: TransactionPage) => ({
    ids: items.map(({ id }) => id),
    next,
    counters,
    search: { ...search, index: null },
  });
  const exact = whole({ text: 'budi' }).items[0];
  const only = [{}, { counter: 'c1' }, { counter: 'unknown' }];
  const compare = async (): Promise<void> => {
    for (const text of [...texts, exact?.receiptNo ?? '', exact?.id ?? '', '2']) {
      for (const which of only) {
        let cursor: string | null = null;
        do {
          const request: TransactionSearch = { text, limit: 7, ...which, ...(cursor && { cursor }) };
          const page: TransactionPage = await searchIds({ service }, request);
          expect(summaryOf(page), JSON.stringify(request)).toEqual(summaryOf(whole(request)));
          cursor = page.next;
        } while (cursor);
      }
    }
  };
  await compare();
  await ready({ service });
  await compare();
});

test('the outline of a list has the place of every 200th sale, whatever is asked for, and is given up when nobody waits', async () => {
  const world = await opened(temporaryFolder(), soakSize({ usual: 450, soak: 1300 }));
  for (const query of [{}, { states: ['success' as const] }, { kinds: ['postpaid' as const] }]) {
    const outline = await world.service.outline(query);
    const cursors: string[] = [];
    let [cursor, count]: [string | null, number] = [null, 0];
    do {
      const page: TransactionPage = await searchIds(world, { ...query, limit: 200, ...(cursor ? { cursor } : {}) });
      count += page.items.length;
      cursor = page.next;
      if (cursor) cursors.push(cursor);
    } while (cursor);
    expect(outline?.count).toBe(count);
    expect(outline?.places.map((place) => place.cursor).slice(0, cursors.length)).toEqual(cursors);
  }
  expect(await world.service.outline({}, AbortSignal.abort())).toBeNull();
});
