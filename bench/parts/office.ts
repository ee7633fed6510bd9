/**
 * Decides that an office holds a copy of each counter, each with an index and books of its own, instead of one database of all
 * (ADR 31).
 */
import { randomBytes } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { createSealing } from '../../src/main/base/sealing.ts';
import { systemClock, systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { headOf, readMeta } from '../../src/main/db/metadata.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { shipSnapshot } from '../../src/main/log-shipping/shipping-worker.ts';
import { type Office, openOffice } from '../../src/main/office/index.ts';
import { indexOf } from '../../src/main/office/replica.ts';
import { createOfficeClient, createShippedLogClient } from '../../src/main/relay-client/index.ts';
import { openShopDatabase, shopDatabase } from '../../src/main/runtime/shop-database.ts';
import { isCurrent, readState } from '../../src/main/search/search-index.ts';
import { createMailboxIn, createShop } from '../../src/relay/core/mailbox-service.ts';
import { openRelay } from '../../src/relay/open-relay.ts';
import { openStore } from '../../src/relay/store/open-store.ts';
import { createLog } from '../../src/server/log.ts';
import { systemClock as relayClock, systemRandom as relayRandom } from '../../src/server/system.ts';
import type { OfficeState } from '../../src/shared/contract/office.ts';
import { benchFolder } from '../bench-folder.ts';
import { benchSale } from '../bench-sale.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { createLedgerRebuild } from '../make-books.ts';
import type { Size } from '../size.ts';
import { variedReceipt, writeVariedReceipts } from '../varied-receipts.ts';

/** that long nothing is written once the segments of the indexes are merged */
const mergedMs = 20_000;
const limitMs = 20;
const today = '2026-11-20';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const logKey = randomBytes(32);

interface Run {
  rows: number;
  counters: number;
  /** of the join, and of the books */
  rounds: number;
  /** of each kind: the p99 of fewer is of the first ones, before the threads' code is compiled, and of those that the machine held up */
  searches: number;
}

/**
 * An office of twenty counters: how long it takes to join them all, over a real relay on this machine and disk, against one raw
 * copy of the same bytes; searches over all of them against a limit; and the books of all against those of one counter that has
 * every receipt. The journals hold the receipts, their books and one event: what an office joins is a copy of the whole
 * database, whatever is in it.
 */
export async function benchOffice(size: Size): Promise<Figure[]> {
  const run: Run = {
    rows: size.rows(1_000_000, 300),
    counters: size.of(20, 2),
    rounds: size.of(3, 1),
    searches: size.of(1000, 2),
  };
  const { rows, counters, rounds } = run;
  await using folder = await benchFolder();
  const journals = Array.from({ length: counters }, (_, at) => join(folder.path, `counter-${at}.db`));
  for (const [at, path] of journals.entries()) {
    const series = `C${String(at).padStart(3, '0')}`;
    await writeCounter(path, rows, { of: counters, at, series });
  }
  const whole = join(folder.path, 'whole.db');
  await writeCounter(whole, rows, { of: 1, at: 0, series: 'BNCH' });

  const masterKey = randomBytes(32);
  const database = { engine: 'sqlite', path: join(folder.path, 'relay.db') } as const;
  const relay = await openRelay({ database, masterKey, host: '127.0.0.1', port: 0, log: createLog('silent') });
  const { shops, mailboxes, vault, store } = await openStore(database, masterKey);
  const parts = { clock: relayClock, random: relayRandom };
  const shop = await createShop({ store: shops, ...parts }, 'shop');
  const mailboxOf = async (name: string, role?: 'office') => {
    const request = { name, secret: null, shop, ...(role ? { role } : {}) };
    const mailbox = await createMailboxIn({ store: mailboxes, vault, ...parts }, request);
    if (typeof mailbox === 'string') throw new Error(mailbox);
    return { ...mailbox, url: relay.url, transport: nodeSystem.network.transport({ proxy: null }) };
  };
  for (const [at, path] of journals.entries()) await ship(await mailboxOf(`counter ${at}`), path);
  const atRelay = createOfficeClient(await mailboxOf('office', 'office'));

  const [joins, copies]: [number[], number[]] = [[], []];
  let office: Office | null = null;
  const place = join(folder.path, 'office');
  for (let round = 0; round < rounds; round += 1) {
    await office?.stop();
    rmSync(place, { recursive: true, force: true });
    copies.push(rawCopy(journals, join(folder.path, 'raw')));
    mkdirSync(place);
    const joined = Promise.withResolvers<void>();
    const begun = performance.now();
    office = await openOffice({
      system: nodeSystem,
      relay: atRelay,
      logKey: () => logKey,
      folder: place,
      over: (db) => shopDatabase({ db, random: systemRandom, release: () => undefined }),
      erasures: {
        list: async () => [],
        digests: () => [],
        aheadMs: () => 0,
        open: (path) => openShopDatabase({ path, random: systemRandom }),
        runTask: async () => ({ kind: 'cleaned', done: true, unreached: [] }),
      },
      addProducts: async () => undefined,
      overdueMs: () => 60_000,
      // As a page gets it: each look at the office reads the open money of all counters.
      publish(event) {
        if (event.type === 'office' && isJoined(event.office, counters)) joined.resolve();
      },
      statusChanged: () => undefined,
      log: quiet,
    });
    await joined.promise;
    joins.push((performance.now() - begun) / 1000);
  }
  if (!office) throw new Error('no office was opened');
  try {
    return [
      figure({
        bench: 'office',
        metric: `${counters} counters joined, ${rows} receipts`,
        unit: 's',
        ours: median(joins),
        baseline: median(copies),
        against: 'one raw copy of the same bytes',
      }),
      ...(await searchFigures(office, run)),
      ...(await bookFigures(office, whole, run)),
    ];
  } finally {
    await office.stop();
    await store.close();
    await relay.close();
  }
}

async function writeCounter(
  path: string,
  rows: number,
  share: { of: number; at: number; series: string },
): Promise<void> {
  writeVariedReceipts(path, rows, 'live', share);
  const db = connect(path, false);
  createLedgerRebuild(db);
  db.close();
  const sales = await openShopDatabase({ path, random: systemRandom });
  await sales.commit(benchSale(rows + share.at + 1));
  await sales.close();
}

async function ship(
  {
    mailbox,
    token,
    url,
    transport,
  }: { mailbox: string; token: string } & Pick<Parameters<typeof createShippedLogClient>[0], 'url' | 'transport'>,
  path: string,
): Promise<void> {
  const { signal } = new AbortController();
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const db: Database.Database = connect(copy, true);
  const [{ terminal }, head] = [readMeta(db), headOf(db)];
  db.close();
  const isShipped = await shipSnapshot(
    {
      relay: createShippedLogClient({ transport, url, mailbox, token, signal }),
      seal: createSealing(logKey, mailbox, systemRandom),
      terminal,
      restart: true,
      shipAll: async () => Number.MAX_SAFE_INTEGER,
      clock: systemClock,
      random: systemRandom,
      log: quiet,
      signal,
    },
    { path: copy, head },
  );
  if (!isShipped) throw new Error('a counter could not be shipped');
}

const isJoined = ({ counters: all }: OfficeState, counters: number): boolean =>
  all.length === counters && all.every(({ state }) => state === 'following');

/** In seconds, down to the disk. */
function rawCopy(paths: readonly string[], folder: string): number {
  mkdirSync(folder, { recursive: true });
  const begun = performance.now();
  for (const [at, path] of paths.entries()) {
    const copy = join(folder, `${at}.db`);
    copyFileSync(path, copy);
    const file = openSync(copy, 'r+');
    fsyncSync(file);
    closeSync(file);
  }
  const seconds = (performance.now() - begun) / 1000;
  rmSync(folder, { recursive: true });
  return seconds;
}

/** Whether every index has all sales. */
const isFilled = (office: Office): boolean =>
  office.journals.of().every(({ path }) => {
    if (!existsSync(indexOf(path))) return false;
    const db = new Sqlite(indexOf(path), { readonly: true });
    const state = isCurrent(db, 'main') ? readState(db, 'main') : null;
    db.close();
    return state !== null && state.filled >= state.fillTo;
  });

const lastWritten = (path: string): number =>
  Math.max(...[path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));

async function searchFigures(office: Office, { rows, counters, searches }: Run): Promise<Figure[]> {
  const search = async (text: string): Promise<string | undefined> =>
    (await office.search.search({ text }, today))?.search?.index;
  // The first begins the indexes, if there is more than every search can read. Others meanwhile read every sale, on both processors.
  if ((await search('warm up')) !== 'ready') {
    while (!isFilled(office)) await pause(500);
    while ((await search('warm up')) !== 'ready') await pause(500);
    // Their segments are merged in the background, one index after the other.
    const written = (): number => Math.max(...office.journals.of().map(({ path }) => lastWritten(indexOf(path))));
    for (let before = 0; written() > before; await pause(mergedMs)) before = written();
  }
  const seldom = (n: number) => variedReceipt(Math.floor((rows * (n % searches)) / (searches + 1)) + 3, rows);
  const terms: ReadonlyArray<[name: string, text: (n: number) => string]> = [
    ['a whole customer number', (n) => seldom(n).customerNo],
    ['8 signs of an sn', (n) => (seldom(n).sn ?? seldom(n).customerNo).slice(4, 12)],
    ['a rare name', () => 'QORIB'],
    ['a common name', () => 'SANTOSO'],
    ['a common beginning of numbers', () => '0812'],
    ['missing, rare grams', (n) => `WXQ${n}ZJK`],
    ['missing, common grams', (n) => `7281${String(n).padStart(3, '0')}99${String(n * 7).padStart(4, '0')}`],
  ];
  const took = new Map(terms.map(([name]): [string, number[]] => [name, []]));
  for (let n = 0; n < searches; n += 1) {
    for (const [name, text] of terms) {
      const began = performance.now();
      await search(text(n));
      // The first ones warm up the thread's statements and the pages of the files.
      if (n > 0) took.get(name)?.push(performance.now() - began);
    }
  }
  return [...took].map(([name, ms]) =>
    figure(
      {
        bench: 'office',
        metric: `${name} p99, ${rows} receipts of ${counters} counters`,
        unit: 'ms',
        ours: p99(ms),
        baseline: limitMs,
        against: 'the limit',
      },
      { maxRatio: 1 },
    ),
  );
}

async function bookFigures(office: Office, path: string, { rounds }: Run): Promise<Figure[]> {
  const db = await openShopDatabase({ path, random: systemRandom });
  const range = { from: '2026-10-01', to: '2026-10-31' };
  try {
    const figures: Figure[] = [];
    const replicas = office.journals.of().map(({ db }) => db);
    for (const by of ['day', 'product', 'counter'] as const) {
      for (const [name, written] of [
        ['rebuilt', replicas],
        ['after a sale at one counter', replicas.slice(0, 1)],
      ] as const) {
        const [ours, one]: [number[], number[]] = [[], []];
        for (let round = 0; round <= rounds * 10; round += 1) {
          // What a replica answered counts only until it is written to.
          for (const replica of written) replica.exec('UPDATE metadata SET head_seq = head_seq');
          const began = performance.now();
          await office.journals.union.books.slices({ ...range, by });
          const between = performance.now();
          await db.books.slices({ ...range, by });
          if (round === 0) continue;
          ours.push(between - began);
          one.push(performance.now() - between);
        }
        figures.push(
          figure({
            bench: 'office',
            metric: `books of a month by ${by}, ${name}`,
            unit: 'ms',
            ours: median(ours),
            baseline: median(one),
            against: `one counter with all receipts, ${(statSync(path).size / 1e6).toFixed(0)} MB`,
          }),
        );
      }
    }
    return figures;
  } finally {
    await db.close();
  }
}
