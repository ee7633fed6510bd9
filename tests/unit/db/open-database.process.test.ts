import { once } from 'node:events';
import { chmodSync, closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { connect, lockFolder } from '../../../src/main/db/open-database.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, shopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { killHard, linesOf, startChild } from '../../support/child-process.ts';
import { aJournal, journalPath, realRandom, temporaryFolder } from '../../support/database-files.ts';
import { begin, order, sold, stored } from '../../support/stored-sales.ts';

describe('a database on disk', () => {
  test('every connection is durable, also the second one on the same file', async () => {
    const path = journalPath();
    for (const round of ['made', 'opened again']) {
      const sales = await aJournal(path);
      await sales.close();
      const db = connect(path, false);
      const set = (name: string): unknown => db.pragma(name, { simple: true });
      expect([round, set('synchronous'), set('journal_mode'), set('foreign_keys'), set('trusted_schema')]).toEqual([
        round,
        2,
        'wal',
        1,
        0,
      ]);
      db.close();
    }
  });

  test('only its owner may read the file', async () => {
    const path = journalPath();
    await aJournal(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600);
  });

  test('a sale is found again after the journal was closed and opened', async () => {
    const path = journalPath();
    const first = await aJournal(path);
    const sale = await sold(first, order(1));
    await first.close();
    const second = await aJournal(path);
    expect(await second.get(sale.id)).toEqual(sale);
    expect(second.terminal).toBe(first.terminal);
    expect(second.terminal).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{4}$/);
  });

  test('killed in the middle of commits, everything that was said to be stored is there and the log is whole', async () => {
    const path = journalPath();
    const commits = new Map<string, string>();
    for (const round of [1, 2, 3]) {
      const child = startChild('database-child.ts', 'sell', path);
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      await vi.waitFor(() => expect(text.split('\n').length).toBeGreaterThan(20 * round), {
        timeout: 30_000,
        interval: 1,
      });
      await killHard(child);
      // The last line may have been cut by the kill; a whole one was promised.
      for (const line of text.split('\n').slice(0, -1)) {
        const [id = '', receiptNo = ''] = line.split(' ');
        commits.set(id, receiptNo);
      }
      const report = verifyJournal(path);
      expect(report.flaw).toBeNull();
      expect(report.receipts).toBeGreaterThanOrEqual(commits.size);
    }
    const db = await openShopDatabase({ path, random: realRandom });
    for (const [id, receiptNo] of commits) expect((await db.get(id))?.receiptNo).toBe(receiptNo);
    await db.close();
    expect(commits.size).toBeGreaterThan(100);
  });

  test('a second writer in this process is refused, and may come after the first has closed', async () => {
    const path = journalPath();
    const first = await aJournal(path);
    await expect(openShopDatabase({ path, random: realRandom })).rejects.toMatchObject({
      name: 'DatabaseError',
      kind: 'locked',
    });
    await first.close();
    await expect(aJournal(path)).resolves.toBeDefined();
  });

  test('closing twice does not make room beside a writer that came after', async () => {
    const path = journalPath();
    const first = await aJournal(path);
    await first.close();
    await aJournal(path);
    await first.close();
    await expect(openShopDatabase({ path, random: realRandom })).rejects.toMatchObject({ kind: 'locked' });
  });

  test('a database whose making was broken off is rebuilt', async () => {
    const path = journalPath();
    const broken = {
      bytes: (): Uint8Array => {
        throw new Error('no chance left');
      },
    };
    await expect(openShopDatabase({ path, random: broken })).rejects.toThrow('no chance left');
    const db = await aJournal(path);
    await sold(db, order(1));
    expect(verifyJournal(path)).toMatchObject({ flaw: null, events: 2 });
  });

  test('a reader sees what the writer commits, and cannot write', async () => {
    const path = journalPath();
    const writer = await aJournal(path);
    const reader = await openShopDatabase({ path, random: realRandom, readOnly: true });
    const sale = await sold(writer, order(1));
    expect(await reader.get(sale.id)).toEqual(sale);
    await expect(sold(reader, order(2))).rejects.toMatchObject({ kind: 'read_only' });
    await reader.close();
  });

  test('a database of a newer version is refused and not touched', async () => {
    const path = journalPath();
    await (await aJournal(path)).close();
    const db = new Database(path);
    db.pragma('user_version = 900');
    db.close();
    await expect(openShopDatabase({ path, random: realRandom })).rejects.toMatchObject({ kind: 'newer' });
    const after = new Database(path, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(900);
    after.close();
  });

  test('what is not a database, and a database that is not ours, is refused as corrupt', async () => {
    const noise = journalPath();
    writeFileSync(noise, 'this is a letter and not a database. '.repeat(200));
    await expect(openShopDatabase({ path: noise, random: realRandom })).rejects.toMatchObject({ kind: 'corrupt' });

    const foreign = journalPath();
    const db = new Database(foreign);
    db.exec('CREATE TABLE letters (words TEXT)');
    db.close();
    await expect(openShopDatabase({ path: foreign, random: realRandom })).rejects.toMatchObject({ kind: 'corrupt' });
    const after = new Database(foreign, { readonly: true });
    expect(after.pragma('journal_mode', { simple: true })).toBe('delete');
    after.close();
  });

  test('damaged pages are said to be corrupt when they are read', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    for (let n = 1; n <= 40; n++) await sold(db, order(n));
    await db.close();
    const { size } = statSync(path);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(size - 4096 * 2, 0xa5), 0, undefined, 4096 * 2);
    closeSync(file);
    const readAll = async (): Promise<void> => {
      const again = await openShopDatabase({ path, random: realRandom });
      onTestFinished(() => again.close());
      await again.search({});
    };
    await expect(readAll()).rejects.toMatchObject({ name: 'DatabaseError', kind: 'corrupt' });
  });
});

describe('a disk that is full or read-only', () => {
  test('a full disk is said to be full, the sale that did not fit left no trace, and room lets it go on', async () => {
    const path = journalPath();
    const db = connect(path, false);
    migrate(db, () => createMeta(db, realRandom));
    const sales = shopDatabase({ db, random: realRandom, release: () => undefined });
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${pages + 8}`);

    let n = 0;
    const fill = async (): Promise<void> => {
      for (;;) {
        n += 1;
        await stored(sales, begin(order(n)));
      }
    };
    await expect(fill()).rejects.toMatchObject({ name: 'DatabaseError', kind: 'full' });
    expect(await sales.get(order(n).id)).toBeNull();
    expect(await sales.get(order(n - 1).id)).not.toBeNull();

    db.pragma(`max_page_count = ${pages + 1000}`);
    await stored(sales, begin(order(n)));
    await sales.close();
    expect(verifyJournal(path)).toMatchObject({ flaw: null, events: n, sales: n });
  });

  /** Root may write everything, so it stops being root for a moment. */
  async function asSomebodyElse<T>(work: () => Promise<T>): Promise<T> {
    const root = process.geteuid?.() === 0;
    if (root) process.seteuid?.(65534);
    try {
      return await work();
    } finally {
      if (root) process.seteuid?.(0);
    }
  }

  test('a file that may not be written is said to be read-only', async () => {
    const path = journalPath();
    await (await aJournal(path)).close();
    chmodSync(path, 0o444);
    chmodSync(dirname(path), 0o555);
    await expect(asSomebodyElse(() => openShopDatabase({ path, random: realRandom }))).rejects.toMatchObject({
      kind: 'read_only',
    });
    chmodSync(dirname(path), 0o755);
  });

  test('what fails at opening lets go of the file', async () => {
    const path = journalPath();
    await (await aJournal(path)).close();
    chmodSync(path, 0o444);
    await asSomebodyElse(() => openShopDatabase({ path, random: realRandom })).catch(() => undefined);
    chmodSync(path, 0o600);
    await expect(aJournal(path)).resolves.toBeDefined();
  });

  test('a closed journal answers with a fault', async () => {
    const db = await aJournal();
    await db.close();
    await expect(db.get('x')).rejects.toMatchObject({ name: 'DatabaseError', kind: 'closed' });
    await expect(db.close()).resolves.toBeUndefined();
  });
});

describe('the lock of a folder', () => {
  const atOnce = { waitMs: 0, clock: systemClock };

  test('one process holds a folder, and a killed one has let go of it', async () => {
    const dir = temporaryFolder();
    const first = startChild('database-child.ts', 'hold', dir);
    expect(await linesOf(first, 1)).toEqual(['held']);
    expect(await linesOf(startChild('database-child.ts', 'hold', dir), 1)).toEqual(['refused']);
    expect(await lockFolder(dir, atOnce)).toBeNull();
    await killHard(first);
    const lock = await lockFolder(dir, atOnce);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  test('waits for the one before to stop', async () => {
    const dir = temporaryFolder();
    const first = startChild('database-child.ts', 'hold', dir);
    await linesOf(first, 1);
    const waiting = lockFolder(dir, { waitMs: 15_000, clock: systemClock });
    first.stdin.end();
    await once(first, 'exit');
    const lock = await waiting;
    expect(lock).not.toBeNull();
    expect(await linesOf(startChild('database-child.ts', 'hold', dir), 1)).toEqual(['refused']);
    lock?.release();
  });

  test('gives up when the time is over, by the clock it was given', async () => {
    const dir = temporaryFolder();
    const held = await lockFolder(dir, atOnce);
    let now = 0;
    const slept: number[] = [];
    const clock = {
      ...systemClock,
      now: () => now,
      monotonic: () => now,
      sleep: async (ms: number) => {
        slept.push(ms);
        now += ms;
      },
    };
    expect(await lockFolder(dir, { waitMs: 120, clock })).toBeNull();
    expect(slept).toEqual([50, 50, 20]);
    held?.release();
    expect(await lockFolder(dir, { waitMs: 120, clock })).not.toBeNull();
  });

  test('a second lock in the same process is refused too', async () => {
    const dir = temporaryFolder();
    const held = await lockFolder(dir, atOnce);
    expect(await lockFolder(dir, atOnce)).toBeNull();
    held?.release();
  });

  test('a folder that is not there is a fault, not a wait', async () => {
    await expect(lockFolder(join(temporaryFolder(), 'none'), atOnce)).rejects.toThrow('directory');
  });
});
