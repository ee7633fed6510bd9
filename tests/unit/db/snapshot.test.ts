import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { additions, readSnapshot, snapshotCodec, writeSnapshot } from '../../../src/main/db/snapshot.ts';
import { Transaction } from '../../../src/shared/domain/transaction.ts';
import { journalPath, realRandom } from '../../support/database-files.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';
import { tamper } from '../../support/tamper.ts';

/** A sale with one more field, as a later version may have it. */
const WithTable = Transaction.extend({ table: z.string().nullable() });
const withTable = [...additions, { table: null }];
const second = snapshotCodec(withTable, WithTable);
const newest = additions.length + 1;

describe('a snapshot', () => {
  it('is its version and the values in order', () => {
    const sale = order(1);
    expect(JSON.parse(Buffer.from(writeSnapshot(sale)).toString()).slice(0, 4)).toEqual([
      newest,
      sale.id,
      'prepaid',
      'sending',
    ]);
    expect(readSnapshot(writeSnapshot(sale))).toEqual(sale);
  });

  it('of this version is read by a program of the next, with what the new field was before it existed', () => {
    expect(second.read(writeSnapshot(order(1)))).toEqual({ ...order(1), table: null });
  });

  it('of the next version holds the new field, and a program of this one does not read it', () => {
    const sale = { ...order(1), table: 'by the window' };
    const bytes = second.write(sale);
    expect(JSON.parse(Buffer.from(bytes).toString())[0]).toBe(newest + 1);
    expect(second.read(bytes)).toEqual(sale);
    expect(readSnapshot(bytes)).toBeNull();
  });

  it.each(['', '[]', '[1]', '[0, 1]', `[${newest + 2}, 1]`, '{}', '[1, null]'])(
    'is none where the bytes are %j',
    (text) => {
      expect(second.read(Buffer.from(text))).toBeNull();
    },
  );
});

describe('a book with snapshots of both versions', () => {
  afterEach(() => {
    vi.doUnmock('../../../src/main/db/snapshot.ts');
    vi.resetModules();
  });

  /** The modules of a program whose sales have the field `table`. */
  async function secondProgram() {
    const codec = snapshotCodec(withTable);
    vi.resetModules();
    vi.doMock('../../../src/main/db/snapshot.ts', () => ({ writeSnapshot: codec.write, readSnapshot: codec.read }));
    const { openShopDatabase } = await import('../../../src/main/runtime/shop-database.ts');
    const { verifyJournal } = await import('../../../src/main/integrity/verify.ts');
    return { openShopDatabase, verifyJournal };
  }

  it('verifies, and a sale that differs from its old or its new snapshot is still found', async () => {
    const path = journalPath();
    const { openShopDatabase } = await import('../../../src/main/runtime/shop-database.ts');
    const first = await openShopDatabase({ path, random: realRandom });
    for (const n of [1, 2]) await stored(first, begin(order(n)));
    await first.close();

    const later = await secondProgram();
    const db = await later.openShopDatabase({ path, random: realRandom });
    const sale = await db.get(order(2).id);
    if (!sale) throw new Error('lost');
    await stored(db, updated(sale, { state: 'unknown' }));
    await stored(db, begin(order(3)));
    await db.close();

    expect(later.verifyJournal(path)).toMatchObject({ flaw: null, sales: 3 });
    for (const n of [3, 1]) {
      tamper(path, `UPDATE transactions SET message = 'other' WHERE id = '${order(n).id}'`);
      expect(later.verifyJournal(path).flaw).toEqual({ row: `sale ${order(n).id}`, why: 'sale_differs' });
    }
  });
});
