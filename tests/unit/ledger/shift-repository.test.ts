import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { readBackupName } from '../../../src/main/backup/catalog.ts';
import { makeBackup } from '../../../src/main/backup/make-backup.ts';
import { prepareRestore } from '../../../src/main/backup/prepare-restore.ts';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom, temporaryFolder } from '../../support/database-files.ts';
import { begin, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('shifts', () => {
  const act = { actor: 'cashier', at: '2026-03-02T01:00:00.000Z' };
  const later = '2026-03-02T10:00:00.000Z';
  const opened = (db: ShopDatabase, counted = 100_000) => db.shifts.open({ ...act, counted, day: '2026-03-02' });
  const closed = async (db: ShopDatabase, counted: number) => {
    const report = await db.shifts.close({ ...act, at: later, counted });
    if (!report) throw new Error('no shift was open');
    return report;
  };

  test('the cash that should be there follows what was taken, changed, paid in and out, and returned', async () => {
    const db = await aJournal();
    await opened(db);
    await sold(db, order(1)); // 12.000 of 20.000: the change goes out again
    const failed = await stored(db, updated(await stored(db, begin(order(2))), { state: 'failed' }));
    await stored(db, updated(failed, { cashReturnedAt: later }, { type: 'cash.returned' }));
    await sold(db, order(3, { tendered: null, change: null })); // nobody said what was taken
    await db.shifts.move({ ...act, direction: 'in', amount: 50_000, reason: 'small change' });
    await db.shifts.move({ ...act, direction: 'out', amount: 7000, reason: 'drinking water' });
    const report = await closed(db, 154_000);
    expect(report).toMatchObject({
      kind: 'z',
      cash: { opening: 100_000, taken: 24_000, returned: 12_000, paidIn: 50_000, paidOut: 7000, expected: 155_000 },
      shift: { number: 1, closed: { counted: 154_000, expected: 155_000, difference: -1000 } },
      line: { success: 2, failed: 1, turnover: { amount: 24_000, without: 0 } },
      handedOver: [],
    });
    expect(report.moves.map(({ direction, amount, reason }) => [direction, amount, reason])).toEqual([
      ['in', 50_000, 'small change'],
      ['out', 7000, 'drinking water'],
    ]);
  });

  test('what is not settled is handed over by name, its cash held apart, and the shift that returns it has it less', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    await opened(db);
    const unknown = await stored(db, updated(await stored(db, begin(order(1))), { state: 'unknown' }));
    const owed = await stored(db, updated(await stored(db, begin(order(2))), { state: 'failed' }));
    const first = await closed(db, 124_000);
    expect(first).toMatchObject({ heldApart: 24_000, line: { unresolved: { count: 1, amount: 12_000 } } });
    expect(first.handedOver).toEqual([
      { id: unknown.id, state: 'unknown', amount: 12_000, cash: 12_000 },
      { id: owed.id, state: 'failed', amount: 12_000, cash: 12_000 },
    ]);
    await opened(db, 124_000);
    await stored(db, updated(owed, { cashReturnedAt: later }, { type: 'cash.returned' }));
    await stored(db, updated(unknown, { state: 'success' }));
    const second = await closed(db, 112_000);
    expect(second).toMatchObject({
      cash: { taken: 0, returned: 12_000, expected: 112_000 },
      shift: { number: 2, closed: { difference: 0 } },
      line: { count: 0 },
      handedOver: [],
    });
    const log = new Database(path, { readonly: true });
    const { data } = log.prepare(`SELECT data FROM events WHERE type = 'shift.opened' ORDER BY seq DESC`).get() as {
      data: string;
    };
    log.close();
    expect(JSON.parse(data).takenOver.map(([id]: [string]) => id)).toEqual([unknown.id, owed.id]);
  });

  test('a closed shift says the same for ever, while the books learn how its sales came out', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    await opened(db);
    const pending = await stored(db, updated(await stored(db, begin(order(1))), { state: 'pending' }));
    const report = await closed(db, 112_000);
    await stored(db, updated(pending, { state: 'success' }));
    expect(await db.shifts.report(1, '2026-03-09T00:00:00.000Z')).toEqual(report);
    const ofShift = await db.books.slices({ from: '2026-03-01', to: '2026-03-31', by: 'shift' });
    expect(ofShift).toMatchObject([{ key: '1', sums: { success: 1, taken: 12_000 }, open: { pending: 0 } }]);
    expect(report.head).toEqual({ ...(await headAt(path, report.head.seq)), terminal: db.terminal, at: later });
  });

  async function headAt(path: string, seq: number): Promise<{ seq: number; hash: string }> {
    const log = new Database(path, { readonly: true });
    const hash = log.prepare('SELECT lower(hex(hash)) FROM events WHERE seq = ?').pluck().get(seq);
    log.close();
    return { seq, hash: String(hash) };
  }

  test('at most one is open: a second opening, and a closing or cash without one, do nothing', async () => {
    const db = await aJournal();
    expect(await db.shifts.current()).toBeNull();
    expect(await db.shifts.close({ ...act, counted: 0 })).toBeNull();
    expect(await db.shifts.move({ ...act, direction: 'out', amount: 1000, reason: 'water' })).toBeNull();
    const both = await Promise.all([opened(db), opened(db)]);
    expect(both.map((shift) => shift?.number ?? null)).toEqual([1, null]);
    await closed(db, 0);
    expect(await db.shifts.close({ ...act, counted: 0 })).toBeNull();
    expect((await db.head()).seq).toBe(2);
    expect((await opened(db))?.number).toBe(2);
    expect((await db.shifts.list({ limit: 10 })).map(({ number }) => number)).toEqual([2, 1]);
    expect((await db.shifts.list({ limit: 10, before: 2 })).map(({ number }) => number)).toEqual([1]);
  });

  test('a clock that was set back changes neither the order of the log nor what a shift comes to', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    await opened(db);
    await sold(
      db,
      order(1, { createdAt: '2026-03-01T23:00:00.000Z', sentAt: '2026-03-01T23:00:00.000Z', day: '2026-03-02' }),
    );
    const report = await db.shifts.close({ actor: 'cashier', at: '2026-02-28T23:00:00.000Z', counted: 112_000 });
    expect(report).toMatchObject({
      cash: { expected: 112_000 },
      line: { success: 1 },
      shift: { closed: { difference: 0 } },
    });
    expect(verifyJournal(path).flaw).toBeNull();
  });

  test('where the shop wants shifts, the commit itself refuses a sale without one', async () => {
    const db = await aJournal();
    const change = begin(order(1));
    const wanting = { ...change, sale: { expectedRevision: 0, next: order(1), needsShift: true } };
    expect(await db.commit(wanting)).toEqual({ kind: 'no_shift' });
    expect(await db.get(order(1).id)).toBeNull();
    await opened(db);
    expect(await db.commit(wanting)).toMatchObject({ kind: 'committed' });
  });

  test('SQL cannot change a closed shift, take one away, or close one twice', async () => {
    const path = journalPath();
    const sales = await aJournal(path);
    await opened(sales);
    await closed(sales, 0);
    await opened(sales);
    await sales.close();
    const db = new Database(path);
    const run = (sql: string) => () => db.exec(sql);
    expect(run('UPDATE shifts SET closed_seq = 3 WHERE number = 1')).toThrow('does not change');
    expect(run('UPDATE shifts SET closed_seq = NULL WHERE number = 1')).toThrow('does not change');
    expect(run('DELETE FROM shifts')).toThrow('does not change');
    expect(run('INSERT INTO shifts (number, opened_seq) VALUES (9, 3)')).toThrow('follow one another');
    expect(run('INSERT INTO shifts (number, opened_seq) VALUES (3, 2)')).toThrow('UNIQUE');
    db.close();
  });

  test('a copy with an open shift comes back with that shift ended, uncounted, and the next one opens with what is counted then', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'journal.db');
    const db = await openShopDatabase({ path, random: realRandom, kind: 'live' });
    await opened(db);
    const begun = await stored(db, begin(order(1)));
    const { file } = await makeBackup(systemClock, {
      database: path,
      folder: join(folder, 'copies'),
      makeFolder: true,
      at: later,
    });
    await sold(db, order(2));
    await db.close();
    const prepared = join(folder, 'prepared.db');
    const head = readBackupName(file.file)?.head ?? { seq: 0, hash: '' };
    prepareRestore({ copy: join(folder, 'copies', file.file), head, database: path, prepared, at: later }, realRandom);
    copyFileSync(prepared, path);

    const back = await aJournal(path);
    expect(await back.shifts.current()).toBeNull();
    expect(await back.shifts.report(1, later)).toMatchObject({
      kind: 'z',
      shift: { closed: { by: 'system', counted: null, difference: null, expected: 112_000 } },
      handedOver: [{ id: begun.id, state: 'unknown' }],
    });
    expect((await opened(back, 130_000))?.number).toBe(2);
    expect(verifyJournal(path).flaw).toBeNull();
  });
});
