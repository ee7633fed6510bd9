import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { nodeSystem } from '../../../src/main/base/system/node-system.ts';
import { onCommit } from '../../../src/main/db/commit.ts';
import { createTaskRunner } from '../../../src/main/db/database-tasks.ts';
import { createReserve, dataToDisk, type Reserve, reserveGuard } from '../../../src/main/db/disk-files.ts';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { shopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom, temporaryFolder } from '../../support/database-files.ts';
import { type SmallDisk, smallDisk } from '../../support/small-disk.ts';
import { begin, event, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('data on its way to the disk', () => {
  test('data that the disk takes is no complaint', async () => {
    const file = openSync(join(temporaryFolder(), 'copy'), 'wx');
    const disk = dataToDisk(file);
    writeSync(file, 'some bytes');
    disk.begin();
    disk.begin();
    await disk.idle();
    expect(() => disk.complain()).not.toThrow();
    closeSync(file);
  });

  test('what the disk did not take is reported each time it is asked', async () => {
    const nobodys = 1_000_000;
    const disk = dataToDisk(nobodys);
    disk.begin();
    await disk.idle();
    expect(() => disk.complain()).toThrow('EBADF');
    expect(() => disk.complain()).toThrow('EBADF');
  });
});

describe('the reserve on the disk', () => {
  const runTask = createTaskRunner(nodeSystem);

  function aSmallDisk(context: TestContext, megabytes = 12): SmallDisk {
    const disk = smallDisk(megabytes);
    if (!disk) context.skip('this user may not mount a small disk: what a full one does is NOT tested here');
    return disk;
  }

  test('on a disk that is really full, no sale is begun, and the answer of one under way is written', async (context) => {
    const disk = aSmallDisk(context);
    const path = join(disk.folder, 'journal.db');
    const reserve = createReserve(join(disk.folder, 'reserve'), realRandom);
    const db = onCommit(await aJournal(path), [reserveGuard(reserve)]);
    const under = [];
    for (let n = 1; n <= 8; n++) under.push(await stored(db, begin(order(n))));

    disk.fill(0);
    // Something else took the last byte: what still fits into the log of writes may go, then nothing.
    const beginning = async (): Promise<void> => {
      for (let n = 100; n < 1000; n++) under.push(await stored(db, begin(order(n))));
    };
    await expect(beginning()).rejects.toMatchObject({ name: 'DatabaseError', kind: 'full' });
    for (const sale of under) {
      const { receiptNo } = await stored(db, updated(sale, { state: 'success', sn: 'SN-1' }));
      expect(receiptNo).not.toBeNull();
    }
    // The room was used: nothing begins before it can be taken again.
    expect(existsSync(join(disk.folder, 'reserve'))).toBe(false);
    await expect(stored(db, begin(order(2000)))).rejects.toMatchObject({ kind: 'full' });

    disk.makeRoom();
    await stored(db, begin(order(2000)));
    expect(statSync(join(disk.folder, 'reserve')).size).toBe(4 * 1024 * 1024);
    await db.close();
    expect(verifyJournal(path)).toMatchObject({ flaw: null, receipts: under.length });
  });

  test('a copy that does not fit on its stick is not taken for one, and harms nobody', async (context) => {
    const stick = aSmallDisk(context, 1);
    const folder = temporaryFolder();
    const db = await aJournal(join(folder, 'journal.db'));
    for (let n = 1; n <= 800; n++) await sold(db, order(n));
    const task = {
      task: 'copy',
      database: join(folder, 'journal.db'),
      makeFolder: false,
      at: '2026-03-02T03:04:05.678Z',
    } as const;
    const to = join(stick.folder, 'konter');
    mkdirSync(to);
    expect(await runTask({ ...task, folder: to }, { withinMs: 15_000 })).toMatchObject({
      kind: 'not_copied',
      error: 'disk_full',
    });
    expect(readdirSync(to)).toEqual([]);
    await sold(db, order(900));
  });

  /** A reserve that is only counted. */
  function countedReserve() {
    const done: string[] = [];
    const reserve: Reserve = { hold: () => void done.push('hold'), release: () => void done.push('release') };
    return { done, reserve };
  }

  async function limitedJournal() {
    const path = journalPath();
    const db = connect(path, false);
    migrate(db, () => createMeta(db, realRandom));
    const sales = shopDatabase({ db, random: realRandom, release: () => undefined });
    const limit = (more: number): void => {
      db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + more}`);
    };
    return { path, db: sales, limit };
  }

  test('an answer is tried once more with the reserve returned, a webhook is not', async () => {
    const { db, limit } = await limitedJournal();
    const { done, reserve } = countedReserve();
    const guarded = onCommit(db, [
      reserveGuard({
        hold: reserve.hold,
        release() {
          reserve.release();
          limit(100);
        },
      }),
    ]);
    const sale = await stored(guarded, begin(order(1)));
    const note = { role: 'answer' as const, bytes: new Uint8Array(100_000) };
    limit(0);
    const quarantined = { sale: null, event: event('webhook.quarantined', { bodies: [note] }) };
    await expect(guarded.commit(quarantined)).rejects.toMatchObject({ kind: 'full' });
    expect(done).toEqual(['hold']);
    await stored(guarded, updated(sale, { state: 'pending' }, { bodies: [note] }));
    expect(done).toEqual(['hold', 'release']);
  });

  test('a reserve of another size is rebuilt', () => {
    const path = join(temporaryFolder(), 'reserve');
    writeFileSync(path, 'short');
    const reserve = createReserve(path, realRandom, 8192);
    reserve.hold();
    expect(statSync(path).size).toBe(8192);
    reserve.release();
    expect(existsSync(path)).toBe(false);
    expect(() => createReserve(join(path, 'none', 'reserve'), realRandom, 10).hold()).toThrow('failed');
  });
});
