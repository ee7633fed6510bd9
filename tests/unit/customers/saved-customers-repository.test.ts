import { copyFileSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { purgeErasedTraces } from '../../../src/main/customers/purge-databases.ts';
import type { SavedCustomerEntry } from '../../../src/main/customers/saved-customers-repository.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { order, sold } from '../../support/stored-sales.ts';

describe('SavedCustomers', () => {
  const at = '2026-06-01T00:00:00.000Z';
  const entry = (
    id: string,
    name: string,
    numbers: string[],
    more: Partial<SavedCustomerEntry> = {},
  ): SavedCustomerEntry => ({
    id,
    name,
    note: null,
    numbers: numbers.map((customerNo) => ({ customerNo, label: 'rumah', productCode: 'TSEL10' })),
    consentAt: at,
    consentBy: 'cashier',
    purgeAt: '2027-06-01',
    ...more,
  });
  const budi = entry('b', 'Budi Contoh', ['081234567890', '530000000001'], { note: 'pagar hijau' });
  const siti = entry('s', 'Siti Ánisah Contoh', ['081299990000']);

  test('an entry comes back as it was kept, and is replaced whole', async () => {
    const { customerBook } = await aJournal();
    await customerBook.save(budi);
    expect(await customerBook.get('b')).toEqual(budi);
    const changed = entry('b', 'Budi Lain', ['081200000000']);
    await customerBook.save(changed);
    expect(await customerBook.get('b')).toEqual(changed);
    expect(await customerBook.ofNumber('530000000001')).toEqual([]);
    expect((await customerBook.list({ text: 'contoh', after: null, limit: 5 })).entries).toEqual([]);
    expect(await customerBook.count()).toBe(1);
  });

  test('customers are found by the beginning of a number in any spelling, or of any word of the name', async () => {
    const { customerBook } = await aJournal();
    for (const each of [budi, siti]) await customerBook.save(each);
    const search = async (text: string) =>
      (await customerBook.list({ text, after: null, limit: 5 })).entries.map(({ id }) => id);
    expect(await search('')).toEqual(['b', 's']);
    expect(await search('+62 812-3456')).toEqual(['b']);
    expect(await search('5300')).toEqual(['b']);
    expect(await search('con')).toEqual(['b', 's']);
    expect(await search('CONTOH bud')).toEqual(['b']);
    expect(await search('ontoh')).toEqual([]);
    expect(await search('%')).toEqual(['b', 's']);
  });

  test('the list goes on where a page ended, with nobody twice and nobody left out', async () => {
    const { customerBook } = await aJournal();
    for (let n = 0; n < 7; n++) await customerBook.save(entry(`c${n}`, `Sama ${n % 2}`, [`0812000000${n}`]));
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const { entries, next } = await customerBook.list({ text: 'sama', after, limit: 3 });
      seen.push(...entries.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    expect(seen).toEqual(['c0', 'c2', 'c4', 'c6', 'c1', 'c3', 'c5']);
  });

  test('numbers are suggested from three digits on, names from two letters, and never more than asked for', async () => {
    const { customerBook } = await aJournal();
    for (const each of [budi, siti]) await customerBook.save(each);
    expect(await customerBook.suggest('08', 8)).toEqual([]);
    expect((await customerBook.suggest('0812', 8)).map(({ customerNo }) => customerNo)).toEqual([
      '081234567890',
      '081299990000',
    ]);
    expect(await customerBook.suggest('0812', 1)).toHaveLength(1);
    expect(await customerBook.suggest('b', 8)).toEqual([]);
    expect((await customerBook.suggest('bu', 8)).map(({ customerNo }) => customerNo)).toEqual([
      '081234567890',
      '530000000001',
    ]);
  });

  test('entries go on their day, some at a time, and no day before', async () => {
    const { customerBook } = await aJournal();
    for (let n = 0; n < 60; n++)
      await customerBook.save(entry(`c${n}`, 'Lama', [`0812000000${n}`], { purgeAt: '2026-07-01' }));
    await customerBook.save(budi);
    expect(await customerBook.purge('2026-06-30')).toBe(false);
    expect(await customerBook.count()).toBe(61);
    expect(await customerBook.purge('2026-07-01')).toBe(true);
    expect(await customerBook.purge('2026-07-01')).toBe(false);
    expect(await customerBook.list({ text: '', after: null, limit: 9 })).toEqual({ entries: [budi], next: null });
  });

  test('an erased customer goes from the book too, with every number of the entry, and an older copy does not bring them back', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    await db.customerBook.save(budi);
    await db.customerBook.save(siti);
    const older = journalPath();
    purgeErasedTraces(path, false);
    copyFileSync(path, older);
    expect(await db.customers.begin({ customerNo: '+62 812 3456 7890', note: 'asked', at })).toEqual({
      kind: 'begun',
      sales: 0,
      webhooks: 0,
      saved: 1,
    });
    expect(await db.customerBook.get('b')).toBeNull();
    expect(await db.customerBook.ofNumber('530000000001')).toEqual([]);
    expect(await db.customerBook.get('s')).toEqual(siti);

    const copy = await aJournal(older);
    expect(await copy.customerBook.get('b')).toEqual(budi);
    await copy.customers.reapply(await db.customers.erasures(), at);
    expect(await copy.customerBook.get('b')).toBeNull();
    expect(await copy.customerBook.get('s')).toEqual(siti);
  });

  test('a forgotten customer leaves no trace in the file or the log, does not come back with an older copy, and the sales stay', async () => {
    const path = journalPath();
    const db = await openShopDatabase({ path, random: realRandom });
    const sale = await sold(db, order(1));
    await db.customerBook.save(budi);
    const older = journalPath();
    purgeErasedTraces(path, false);
    copyFileSync(path, older);
    expect(await db.customerBook.forget('b', at)).toBe('forgotten');
    expect(await db.customerBook.forget('b', at)).toBe('not_found');
    expect(await db.get(sale.id)).toEqual(sale);
    expect(await db.customers.state()).toMatchObject({ leftovers: true });
    const list = await db.customers.erasures();
    await db.close();
    purgeErasedTraces(path, true);
    const file = readFileSync(path).toString('latin1');
    for (const trace of ['Budi', 'budi', '530000000001', 'pagar hijau']) expect(file).not.toContain(trace);
    expect(verifyJournal(path).flaw).toBeNull();

    const copy = await aJournal(older);
    await copy.customers.reapply(list, at);
    expect(await copy.customerBook.count()).toBe(0);
  });
});
