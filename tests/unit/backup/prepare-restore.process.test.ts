import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readBackupName } from '../../../src/main/backup/catalog.ts';
import { headPath, readHeadFile, writeHeadFile } from '../../../src/main/backup/known-heads.ts';
import { makeBackup } from '../../../src/main/backup/make-backup.ts';
import { prepareRestore, type RestoreRefused } from '../../../src/main/backup/prepare-restore.ts';
import { finishOrDiscardReplacement, preparedPath, stageReplacement } from '../../../src/main/backup/restore.ts';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import type { JournalKind } from '../../../src/main/db/change.ts';
import { diskFiles } from '../../../src/main/db/disk-files.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { startChild } from '../../support/child-process.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { begin, event, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('prepareRestore', () => {
  const at = '2026-03-09T00:00:00.000Z';

  async function open(path: string, kind: JournalKind = 'live', seen?: Parameters<typeof openShopDatabase>[0]['seen']) {
    const db = await openShopDatabase({ path, random: realRandom, kind, ...(seen ? { seen } : {}) });
    onTestFinished(() => db.close());
    return db;
  }

  /** A shop with one sale in each state that a restore touches, a copy of it, and sales made after the copy. */
  async function shopWithCopy() {
    const folder = temporaryFolder();
    const places = { folder, database: join(folder, 'journal.db') };
    const db = await open(places.database);
    const done = await sold(db, order(1));
    const sending = await stored(db, begin(order(2)));
    const pending = await stored(db, updated(await stored(db, begin(order(3))), { state: 'pending' }));
    const inquired = await stored(db, begin(order(4, { kind: 'postpaid', state: 'inquired', sentAt: null })));
    await db.commit({ sale: null, event: event('webhook.duplicate'), cursor: { mailbox: 'm', cursor: 'c9' } });
    const { file: copy } = await makeBackup(systemClock, {
      database: places.database,
      folder: join(folder, 'copies'),
      makeFolder: true,
      at,
    });
    await sold(db, order(5));
    const path = join(folder, 'copies', copy.file);
    const head = readBackupName(copy.file)?.head ?? { seq: 0, hash: '' };
    const request = { copy: path, head, database: places.database, prepared: preparedPath(places), at };
    return { places, db, request, copy, sales: { done, sending, pending, inquired } };
  }

  async function restored(shop: Awaited<ReturnType<typeof shopWithCopy>>): Promise<ShopDatabase> {
    prepareRestore(shop.request, realRandom);
    await shop.db.close();
    stageReplacement(shop.places, at, diskFiles);
    return open(shop.places.database);
  }

  /** Oldest first: the last digit of each sale's id, and its state. */
  const states = async (db: ShopDatabase): Promise<Array<[string, string]>> =>
    (await db.search({})).items
      .map((sale): [string, string] => [sale.id.slice(-1), sale.state])
      .toSorted(([a], [b]) => a.localeCompare(b));

  test('what was under way is unknown, inquiries expire, the relay is read again, and the log says so', async () => {
    const shop = await shopWithCopy();
    const before = shop.db.terminal;
    const db = await restored(shop);
    expect(await states(db)).toEqual([
      ['1', 'success'],
      ['2', 'unknown'],
      ['3', 'unknown'],
      ['4', 'expired'],
    ]);
    expect(await db.cursor('m')).toBeNull();
    expect(db.terminal).not.toBe(before);
    expect(db.restored).toMatchObject({ at, reason: 'copy', upTo: '2026-03-02T03:04:05.000Z' });
    const log = new Database(shop.places.database, { readonly: true });
    const restoreEvents = log.prepare(`SELECT data FROM events WHERE type = 'database.restored'`).pluck().all();
    log.close();
    expect(restoreEvents).toHaveLength(1);
    expect(JSON.parse(String(restoreEvents[0]))).toMatchObject({
      reason: 'copy',
      head: { seq: shop.request.head.seq, hash: expect.stringMatching(`^${shop.request.head.hash}`) },
      terminal: { from: before, to: db.terminal },
      expired: 1,
      unknown: 2,
    });
    expect((await db.timeline(shop.sales.pending.id)).at(-1)?.type).toBe('sale.restored');
    expect(verifyJournal(shop.places.database).flaw).toBeNull();
  });

  test('a line of a batch that waits may have been sent since: it is unknown, and is not sent again', async () => {
    const folder = temporaryFolder();
    const places = { folder, database: join(folder, 'journal.db') };
    const db = await open(places.database);
    const line = (n: number, more: Parameters<typeof order>[1], batch: string) =>
      stored(db, {
        ...begin(order(n, { flags: ['batch_line'], sentAt: null, tendered: 12_000, change: 0, ...more })),
        event: event('sale.queued'),
        parts: { batchLine: { id: batch, tendered: 24_000, position: n } },
      });
    const prepaid = await line(1, { state: 'unsent' }, 'b1');
    const bill = await line(2, { kind: 'postpaid', state: 'inquired', transactionId: 'INQ-2' }, 'b1');
    const onTab = [{ method: 'tab' as const, amount: 12_000, reference: null, customerId: 'c1' }];
    await db.customerBook.save({
      id: 'c1',
      name: 'Bu Siti',
      note: null,
      numbers: [],
      consentAt: at,
      consentBy: 'Sari',
      purgeAt: '2027-01-01',
    });
    const owed = await line(3, { state: 'unsent', tendered: null, change: null, payments: onTab }, 'b1');
    await line(4, { state: 'unsent' }, 'b1');
    await db.batches.resumed({ id: 'b1', leaveOut: [4], at });
    await line(5, { state: 'unsent' }, 'b2');
    await db.batches.stopped({ id: 'b2', at });
    const { file } = await makeBackup(systemClock, {
      database: places.database,
      folder: join(folder, 'copies'),
      makeFolder: true,
      at,
    });
    const head = readBackupName(file.file)?.head ?? { seq: 0, hash: '' };
    const copy = join(folder, 'copies', file.file);
    const now = await restored({
      places,
      db,
      request: { copy, head, database: places.database, prepared: preparedPath(places), at },
      copy: file,
      sales: { done: prepaid, sending: prepaid, pending: prepaid, inquired: bill },
    });
    expect(await states(now)).toEqual([
      ['1', 'unknown'],
      ['2', 'unknown'],
      ['3', 'unknown'],
      ['4', 'unsent'],
      ['5', 'unsent'],
    ]);
    // The debt counts again, and the log says so, as the shift reports need it.
    expect((await now.tabs.of('c1'))?.unsettled).toBe(12_000);
    expect((await now.timeline(owed.id)).at(-1)).toMatchObject({ type: 'sale.restored', data: { tab: 12_000 } });
    expect(verifyJournal(places.database).flaw).toBeNull();
  });

  test('no receipt number is given twice: a new series begins', async () => {
    const shop = await shopWithCopy();
    const lost = (await shop.db.search({})).items.find(({ id }) => id.endsWith('5'))?.receiptNo;
    const db = await restored(shop);
    const next = await sold(db, order(6));
    expect(lost).toMatch(/-000002$/);
    expect(next.receiptNo).toBe(`${db.terminal}-000001`);
    expect(verifyJournal(shop.places.database)).toMatchObject({ flaw: null, receipts: 2 });
  });

  test('the database in use before is kept aside, whole', async () => {
    const shop = await shopWithCopy();
    await restored(shop);
    const aside = readdirSync(shop.places.folder).find((file) => file.startsWith('replaced-')) ?? '';
    expect(verifyJournal(join(shop.places.folder, aside))).toMatchObject({ flaw: null, sales: 5 });
    expect(existsSync(join(shop.places.folder, 'restore.json'))).toBe(false);
  });

  test('what the first of two restores lost is still known to have been lost', async () => {
    const shop = await shopWithCopy();
    const first = await restored(shop);
    expect(first.restored?.earlier).toEqual([]);
    const next = await sold(first, order(7, { createdAt: '2026-03-10T00:00:00.000Z' }));
    const { file } = await makeBackup(systemClock, {
      database: shop.places.database,
      folder: join(shop.places.folder, 'copies'),
      makeFolder: true,
      at: '2026-03-10T01:00:00.000Z',
    });
    const head = readBackupName(file.file)?.head ?? { seq: 0, hash: '' };
    const copy = join(shop.places.folder, 'copies', file.file);
    const again = { ...shop.request, copy, head, at: '2026-03-11T00:00:00.000Z' };
    const second = await restored({ ...shop, db: first, request: again });
    expect(second.restored?.earlier).toEqual([{ upTo: '2026-03-02T03:04:05.000Z', at }]);
    expect(await second.get(next.id)).not.toBeNull();
  });

  test('a copy that was put back may be put back again', async () => {
    const shop = await shopWithCopy();
    const first = await restored(shop);
    const again = await restored({ ...shop, db: first });
    expect(again.terminal).not.toBe(first.terminal);
    expect(verifyJournal(shop.places.database).flaw).toBeNull();
  });

  async function refusal(work: () => void): Promise<string> {
    try {
      work();
    } catch (error) {
      return (error as RestoreRefused).reason;
    }
    return 'taken';
  }

  test('a copy that is damaged, from a newer version, of practice or of another counter is refused', async () => {
    const shop = await shopWithCopy();
    const changed = async (sql: string): Promise<string> => {
      const path = `${shop.request.copy}.changed`;
      copyFileSync(shop.request.copy, path);
      const db = new Database(path);
      db.exec(sql);
      db.close();
      return refusal(() => prepareRestore({ ...shop.request, copy: path }, realRandom));
    };
    expect(await changed('DROP TRIGGER events_never_change; UPDATE events SET actor = 1 WHERE seq = 3')).toBe(
      'copy_damaged',
    );
    expect(await changed(`UPDATE transactions SET sn = 'X' WHERE state = 'success'`)).toBe('copy_damaged');
    expect(await changed('PRAGMA user_version = 900')).toBe('newer');
    expect(await changed(`UPDATE metadata SET kind = 'training'`)).toBe('training');
    expect(await changed('SELECT 1')).toBe('taken');

    writeFileSync(`${shop.request.copy}.noise`, 'no database');
    expect(
      await refusal(() => prepareRestore({ ...shop.request, copy: `${shop.request.copy}.noise` }, realRandom)),
    ).toBe('copy_damaged');

    const other = await shopWithCopy();
    expect(await refusal(() => prepareRestore({ ...shop.request, database: other.places.database }, realRandom))).toBe(
      'other_counter',
    );
    expect(await states(shop.db)).toHaveLength(5);
  });

  test('another counter’s copy takes the place of nothing that is not settled, receipts or none', async () => {
    const other = temporaryFolder();
    const db = await open(join(other, 'journal.db'));
    const shop = await shopWithCopy();
    const into = { ...shop.request, database: join(other, 'journal.db'), prepared: join(other, 'restoring.db') };
    const sale = await stored(db, begin(order(9, { tendered: 12_000 })));
    expect(await refusal(() => prepareRestore(into, realRandom))).toBe('other_counter');
    const failed = await stored(db, updated(sale, { state: 'failed' }));
    expect(await refusal(() => prepareRestore(into, realRandom))).toBe('other_counter');
    await stored(db, updated(failed, { cashReturnedAt: at }));
    expect(await refusal(() => prepareRestore(into, realRandom))).toBe('taken');
  });

  test('what was only reported to a new database, after the old one was moved away, stands in no copy’s way', async () => {
    const shop = await shopWithCopy();
    const other = temporaryFolder();
    const db = await open(join(other, 'journal.db'));
    const adopted = (n: number) => ({
      ...begin(order(n, { state: 'unknown' })),
      event: event('sale.created_from_webhook'),
    });
    const adoptedSale = await stored(db, adopted(9));
    await stored(db, adopted(8));
    await stored(db, updated(adoptedSale, { state: 'success' }, { type: 'webhook.applied' }));
    const into = { ...shop.request, database: join(other, 'journal.db'), prepared: join(other, 'restoring.db') };
    expect(await refusal(() => prepareRestore(into, realRandom))).toBe('taken');
  });

  test('a new PC takes a copy of the old one', async () => {
    const shop = await shopWithCopy();
    const folder = temporaryFolder();
    const places = { folder, database: join(folder, 'journal.db') };
    await (await open(places.database)).close();
    prepareRestore({ ...shop.request, database: places.database, prepared: preparedPath(places) }, realRandom);
    stageReplacement(places, at, diskFiles);
    expect(await states(await open(places.database))).toHaveLength(4);
  });

  test('killed before any step, the next start finds the old one or the restored one, whole', {
    tags: ['full'],
    timeout: 60_000,
  }, async () => {
    const outcomes = new Set<string>();
    let steps = 0;
    for (let ended = false; !ended; steps++) {
      const shop = await shopWithCopy();
      prepareRestore(shop.request, realRandom);
      // As after a power cut: its last writes stand in the log of writes beside it.
      await shop.db.close();
      const child = startChild('swap-killer.ts', shop.places.folder, String(steps));
      const [code] = await once(child, 'exit');
      ended = code === 0;
      // The start after it is killed as well, further on, and the one after that is not.
      await once(startChild('swap-killer.ts', shop.places.folder, String(steps % 3), 'finish'), 'exit');
      finishOrDiscardReplacement(shop.places, diskFiles);
      const db = await open(shop.places.database);
      const isRestored = db.restored !== null;
      expect(await states(db)).toHaveLength(isRestored ? 4 : 5);
      await db.close();
      expect(verifyJournal(shop.places.database).flaw).toBeNull();
      expect(existsSync(preparedPath(shop.places))).toBe(false);
      outcomes.add(isRestored ? 'restored' : 'old');
    }
    expect(steps).toBeGreaterThan(5);
    expect([...outcomes].toSorted()).toEqual(['old', 'restored']);
  });

  test('an older file put back by hand is noticed, and answered as a restored copy', async () => {
    const shop = await shopWithCopy();
    const head = await shop.db.head();
    const path = headPath(shop.places);
    await writeHeadFile(path, { ...head, terminal: shop.db.terminal });
    const seen = { heads: [readHeadFile(path, diskFiles) ?? { ...head, terminal: '', isHeadFile: true }], at };
    await shop.db.close();
    const same = await open(shop.places.database, 'live', seen);
    expect(same.restored).toBeNull();
    await same.close();

    copyFileSync(shop.request.copy, shop.places.database);
    const older = await open(shop.places.database, 'live', seen);
    expect(older.restored).toMatchObject({ reason: 'rolled_back', at });
    expect(older.terminal).not.toBe(same.terminal);
    expect(await states(older)).toContainEqual(['2', 'unknown']);
    await older.close();
    // Killed before the file beside it was written again: it is answered once.
    const again = await open(shop.places.database, 'live', { ...seen, at: '2026-03-10T00:00:00.000Z' });
    expect(again.terminal).toBe(older.terminal);
  });

  test('the names of backups reveal a rollback too, those of another terminal do not', async () => {
    const shop = await shopWithCopy();
    const { terminal } = shop.db;
    const head = await shop.db.head();
    await shop.db.close();
    copyFileSync(shop.request.copy, shop.places.database);
    const named = { seq: head.seq, hash: head.hash.slice(0, 16), isHeadFile: false };
    const other = await open(shop.places.database, 'live', { heads: [{ ...named, terminal: 'ZZZZ' }], at });
    expect(other.restored).toBeNull();
    await other.close();
    const ours = await open(shop.places.database, 'live', { heads: [{ ...named, terminal }], at });
    expect(ours.restored?.reason).toBe('rolled_back');
  });

  test('a practice database is not opened as a live one', async () => {
    const folder = temporaryFolder();
    await (await open(join(folder, 'a.db'), 'training')).close();
    renameSync(join(folder, 'a.db'), join(folder, 'b.db'));
    await expect(open(join(folder, 'b.db'), 'live')).rejects.toMatchObject({ name: 'DatabaseError' });
  });
});
