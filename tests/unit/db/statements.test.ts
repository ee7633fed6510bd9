import type Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { prepareErasureQueue } from '../../../src/main/customers/erasure-queue.ts';
import { prepareSavedCustomerQueries } from '../../../src/main/customers/saved-customers-repository.ts';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { customerDigest } from '../../../src/main/db/sale-rows.ts';
import { positionalRow } from '../../../src/main/db/statements.ts';
import { openShopDatabase, shopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { order, sold } from '../../support/stored-sales.ts';

describe('rows read by position', () => {
  test('values are named in the order of the columns, and a row of other columns is a damaged database', () => {
    const named = positionalRow(['id', 'state']);
    expect(named(['x', null])).toEqual({ id: 'x', state: null });
    for (const row of [undefined, [], ['x'], ['x', null, 1]]) {
      expect(() => named(row)).toThrow(expect.objectContaining({ kind: 'corrupt' }));
    }
  });

  test('a journal whose row about itself is gone is damaged, and does not open', async () => {
    const path = journalPath();
    await (await aJournal(path)).close();
    const db = connect(path, false);
    db.exec('DELETE FROM metadata');
    db.close();
    await expect(openShopDatabase({ path, random: realRandom })).rejects.toMatchObject({ kind: 'corrupt' });
  });

  test('the digest of a number is its own, after any other and in every spelling', () => {
    const digest = customerDigest(new Uint8Array(32).fill(7));
    const first = digest('081234567890');
    expect(digest('081200000001')).not.toBe(first);
    expect(digest('+62 812-3456-7890')).toBe(first);
    expect(customerDigest(new Uint8Array(32).fill(7))('081234567890')).toBe(first);
  });
});

describe('the plans of queries', () => {
  test('no list or guard reads a whole table, and no page of the list is sorted', async () => {
    const db = connect(journalPath(), false);
    migrate(db, () => createMeta(db, realRandom));
    const prepare = vi.spyOn(db, 'prepare');
    const sales = shopDatabase({ db, random: realRandom, release: () => undefined });
    await sold(sales, order(1));
    const cursor = Buffer.from('["2026-01-01T00:00:00.000Z","x"]').toString('base64url');
    const pages = [
      {},
      { cursor },
      { states: ['success' as const] },
      { states: ['failed' as const, 'unknown' as const], cursor },
    ];
    for (const query of pages) await sales.search(query);
    await sales.search({ text: 'TRX2026030200000001' });
    const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /^\s*SELECT/.test(sql));
    prepare.mockRestore();

    const plan = (sql: string): string => planOf(db, sql);
    const whole = statements.filter((sql) =>
      /SCAN (transactions|events|event_payloads|e|b)\b(?! USING)/.test(plan(sql)),
    );
    expect(whole).toEqual([]);
    const paged = statements.filter(
      (sql) => sql.includes('ORDER BY created_at DESC, id DESC') && !/customer_key|json_each/.test(sql),
    );
    expect(paged.length).toBeGreaterThanOrEqual(pages.length);
    expect(paged.filter((sql) => plan(sql).includes('TEMP B-TREE'))).toEqual([]);
    await sales.close();
  });

  test('a suggestion of a customer reads along an index to the few it shows, however many there are', () => {
    const db = connect(journalPath(), false);
    migrate(db, () => createMeta(db, realRandom));
    db.exec(`INSERT INTO customers VALUES ('b', 'Budi', 'budi', NULL, '2026-06-01', 'cashier', '2027-06-01');
    INSERT INTO customer_words VALUES ('budi', 'b')`);
    const prepare = vi.spyOn(db, 'prepare');
    const book = prepareSavedCustomerQueries(db);
    for (const text of ['0812', 'bu', 'budi sit', 'siti wati 1']) book.suggest(text, 8);
    const statements = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    expect(statements.length).toBeGreaterThanOrEqual(4);
    for (const sql of statements) {
      expect(planOf(db, sql), sql).not.toMatch(/SCAN (customers|customer_words|customer_numbers|n|c)\b(?! USING)/);
    }
    // Several words are met in what the indexes gave; one word or number is never gathered first.
    const single = statements.filter((sql) => !sql.includes('INTERSECT'));
    expect(single.filter((sql) => planOf(db, sql).includes('TEMP B-TREE'))).toEqual([]);
    db.close();
  });

  test('what is to be erased is looked for from its queue, not among all sales', () => {
    const db = connect(journalPath(), false);
    migrate(db, () => createMeta(db, realRandom));
    const prepare = vi.spyOn(db, 'prepare');
    prepareErasureQueue(db).next(10, false);
    const statements = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    expect(statements).toHaveLength(1);
    expect(statements.map((sql) => planOf(db, sql)).join('\n')).not.toMatch(/SCAN (transactions|t)\b/);
    db.close();
  });

  const Step = z.object({ detail: z.string() });

  const planOf = (db: Database.Database, sql: string): string =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+|\?/g, '1')}`)
      .all()
      .map((row) => Step.parse(row).detail)
      .join('\n');
});
