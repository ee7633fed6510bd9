/** Decides that searches have an index, in a file and a thread of its own beside the database (ADR 16). */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import type { Change, CommitOutcome } from '../../src/main/db/change.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { type IndexState, readState } from '../../src/main/search/search-index.ts';
import { type SearchService, ThreadedSearch } from '../../src/main/search/search-service.ts';
import type { TransactionPage, TransactionSearch } from '../../src/shared/contract/transactions.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { startSeller } from '../seller.ts';
import type { Size } from '../size.ts';
import { variedReceipt, writeVariedReceipts } from '../varied-receipts.ts';

const today = '2026-11-20';
const scans = 3;

/** What one run has of each. */
interface Run {
  rows: number;
  /** all for something else where a term can be: enough that their p99 is not the one search that the machine held up */
  searches: number;
  pages: number;
  /** before the fill and after it: its p99 is of some three thousand commits, as what stalls a disk now and then must be in it too */
  idleMs: number;
}

/**
 * Searches of a book of years through the thread that the counter uses, against LIKE over every sale, the two in turns; words
 * that most sales have, which LIKE finds at once too, against the first page of the list that the same thread reads; pages at
 * the end of the list against the first; what a seller's commit takes while the index is filled, and how large that gets.
 */
export async function benchSearch(size: Size): Promise<Figure[]> {
  const rows = size.rows(100_000, 2_000);
  const run = { rows, searches: size.of(240, scans), pages: size.of(100, 1), idleMs: size.of(10_000, 50) };
  await using folder = await benchFolder();
  const path = join(folder.path, 'journal.db');
  const indexPath = join(folder.path, 'search.db');
  writeVariedReceipts(path, rows);
  const db = await openShopDatabase({ path, random: nodeSystem.random });
  const service = new ThreadedSearch({
    system: nodeSystem,
    db,
    files: [{ database: path, index: indexPath }],
    smallBytes: 0,
  });
  const sold = async (change: Change): Promise<CommitOutcome> => {
    const outcome = await db.commit(change);
    service.committed();
    return outcome;
  };
  const seller = startSeller({ commit: sold }, rows);
  try {
    await seller.for(run.idleMs, 'calm');
    const filled = await fill(service, seller, indexPath, run);
    // What was sold meanwhile is searched one by one until the index has it: what is measured afterwards is the index.
    while ((indexed(indexPath)?.seq ?? 0) < (await db.head()).seq) await pause(100);
    const figures = await searchFigures(service, path, run);
    const depth = [
      await depthFigure(service, run, {}, 'a page of the list'),
      await depthFigure(service, run, { text: 'BUDI' }, 'a page of a common name'),
    ];
    return [...figures, ...depth, filled, sizeFigure(path, indexPath)];
  } finally {
    await service.close();
    await db.close();
  }
}

async function fill(
  service: SearchService,
  seller: ReturnType<typeof startSeller>,
  indexPath: string,
  { idleMs }: Run,
): Promise<Figure> {
  await service.search({ text: 'warm up' }, today);
  const indexReady = async (): Promise<void> => {
    while ((await search(service, { text: 'warm up', states: ['disputed'] })).search?.index !== 'ready')
      await pause(250);
    while (!isMade(indexPath)) await pause(250);
  };
  await seller.during(indexReady());
  // Before and after: a shared disk is not the same all the time.
  await seller.for(idleMs, 'calm');
  const { calm, busy } = seller.took;
  return figure(
    {
      bench: 'search',
      metric: 'seller’s commit while indexing p99',
      unit: 'ms',
      ours: p99(busy),
      baseline: p99(calm),
      against: 'the same with nothing beside it',
    },
    { maxRatio: 2 },
  );
}

/** What is sold while the first fill is merged has segments of its own. */
const mergedSegments = 4;

/** Whether every sale there was is in it, and the segments of the first fill are one. */
function isMade(indexPath: string): boolean {
  const db = new Database(indexPath, { readonly: true });
  try {
    const state = readState(db, 'main');
    const segments = z.int().parse(db.prepare('SELECT count(DISTINCT segid) FROM grams_idx').pluck().get());
    return state !== null && state.filled >= state.fillTo && segments <= mergedSegments;
  } finally {
    db.close();
  }
}

/** Up to where it goes; null before it is begun. */
function indexed(indexPath: string): IndexState | null {
  const db = new Database(indexPath, { readonly: true });
  try {
    return readState(db, 'main');
  } finally {
    db.close();
  }
}

async function search(service: SearchService, query: TransactionSearch): Promise<TransactionPage> {
  const page = await service.search(query, today);
  if (!page) throw new Error('a search of the bench was given up');
  return page;
}

async function searchFigures(service: SearchService, path: string, { rows, searches }: Run): Promise<Figure[]> {
  const scan = likeScan(path);
  const seldom = (n: number) => variedReceipt(Math.floor((rows * (n % searches)) / (searches + 1)) + 3, rows);
  /** Failed sales have none; their next one does. */
  const withSn = (n: number) => {
    const sale = seldom(n);
    return sale.sn === null ? variedReceipt(Math.floor((rows * (n % searches)) / (searches + 1)) + 4, rows) : sale;
  };
  const terms: ReadonlyArray<[name: string, common: boolean, text: (n: number) => string]> = [
    ['8 signs of an sn', false, (n) => (withSn(n).sn ?? '').slice(4, 12)],
    ['a whole customer number', false, (n) => seldom(n).customerNo],
    ['a rare name', false, () => 'QORIB'],
    ['missing, rare grams', false, (n) => `WXQ${n}ZJK`],
    ['missing, common grams', false, (n) => `7281${String(n).padStart(3, '0')}99${String(n * 7).padStart(4, '0')}`],
    ['a common name', true, () => 'SANTOSO'],
    ['a common beginning of numbers', true, () => '0812'],
  ];
  const figures: Figure[] = [];
  for (const [name, common, text] of terms) {
    const [ours, scanned, listed]: [number[], number[], number[]] = [[], [], []];
    for (let n = 0; n < searches; n += 1) {
      const began = performance.now();
      await search(service, { text: text(n) });
      const between = performance.now();
      if (n % (searches / scans) === 0) {
        scan(text(n));
        scanned.push(performance.now() - between);
      }
      // The first one warms up the thread's statements and the pages of the file.
      if (n > 0) ours.push(between - began);
      if (!common) continue;
      const startedAt = performance.now();
      await search(service, {});
      if (n > 0) listed.push(performance.now() - startedAt);
    }
    const about = { bench: 'search', unit: 'ms', against: common ? 'first page of the list' : 'LIKE over every sale' };
    const [baseline, maxRatio] = common ? [listed, 10] : [scanned, 1 / 8];
    const metric = `${name}, ${rows} receipts`;
    figures.push(
      figure({ ...about, metric, ours: median(ours), baseline: median(baseline) }, { maxRatio }),
      figure(
        { ...about, metric: `${name} p99`, ours: p99(ours), baseline: p99(baseline) },
        { maxRatio: common ? maxRatio : 1 / 4 },
      ),
    );
  }
  scan.close();
  return figures;
}

/** Pages at nine tenths of the list against first pages, in turns. */
async function depthFigure(
  service: SearchService,
  { rows, pages }: Run,
  query: TransactionSearch,
  words: string,
): Promise<Figure> {
  const deep = { ...query, cursor: await placeAt(service, rows, query) };
  const [first, last]: [number[], number[]] = [[], []];
  for (let n = 0; n <= pages; n += 1) {
    const began = performance.now();
    await search(service, query);
    const between = performance.now();
    await search(service, deep);
    if (n === 0) continue;
    first.push(between - began);
    last.push(performance.now() - between);
  }
  return figure(
    {
      bench: 'search',
      metric: `${words}, nine tenths down`,
      unit: 'ms',
      ours: median(last),
      baseline: median(first),
      against: 'its first page',
    },
    { maxRatio: 1.5 },
  );
}

/** The cursor of a place far down, as a page that ends there gives it. */
async function placeAt(service: SearchService, rows: number, query: TransactionSearch): Promise<string> {
  const to = variedReceipt(Math.floor(rows / 10), rows).createdAt;
  const { next } = await search(service, { ...query, to, limit: 1 });
  if (next === null) throw new Error('the list of the bench is too short');
  return next;
}

const columns = ['customer_no', 'customer_name', 'sn', 'transaction_id', 'receipt_no', 'product_code', 'product_name'];

/** The plain way to search: LIKE over every sale, newest first, a page of 50. */
function likeScan(path: string): ((text: string) => unknown[]) & { close(): void } {
  const db = new Database(path, { readonly: true });
  const where = columns.map((column) => `${column} LIKE @text`).join(' OR ');
  const statement = db.prepare(`SELECT * FROM transactions WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT 51`);
  return Object.assign((text: string) => statement.all({ text: `%${text}%` }), { close: () => void db.close() });
}

function sizeFigure(path: string, indexPath: string): Figure {
  const db = new Database(path, { readonly: true });
  const table = z.int().parse(db.prepare(`SELECT sum(pgsize) FROM dbstat WHERE name = 'transactions'`).pluck().get());
  db.close();
  return figure(
    {
      bench: 'search',
      metric: 'size of the index',
      unit: 'MB',
      ours: statSync(indexPath).size / 1e6,
      baseline: table / 1e6,
      against: 'the table of sales',
    },
    { maxRatio: 1 },
  );
}
