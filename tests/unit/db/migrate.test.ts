import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { checkVersion, migrate, schemaVersion } from '../../../src/main/db/migrate.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { unresolvedSql } from '../../../src/main/db/sale-rows.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { migrations } from '../../../src/main/schema/index.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { order, sold } from '../../support/stored-sales.ts';

/** As a release after this one may add it. */
const second = `ALTER TABLE products ADD COLUMN barcode TEXT;
  INSERT INTO products (product_code, product, used_at, barcode) VALUES ('NEW', '{}', '2026-01-01T00:00:00.000Z', '899');`;
const withSecond = [...migrations, second];

const versionOf = (path: string): unknown => {
  const db = new Database(path, { readonly: true });
  const version = db.pragma('user_version', { simple: true });
  db.close();
  return version;
};

/** A database of this version with one sale. */
async function aDatabase(): Promise<string> {
  const path = journalPath();
  const db = await aJournal(path);
  await sold(db, order(1));
  await db.close();
  return path;
}

describe('a second migration', () => {
  it('brings a database of the first version forward with its sales', async () => {
    const path = await aDatabase();
    const db = connect(path, false);
    migrate(db, () => expect.unreachable('the database is not new'), withSecond);
    expect(db.prepare('SELECT barcode FROM products WHERE product_code = ?').pluck().get('NEW')).toBe('899');
    expect(db.prepare('SELECT count(*) FROM transactions').pluck().get()).toBe(1);
    db.close();
    expect(versionOf(path)).toBe(schemaVersion + 1);
  });

  it('runs once, and on a new database after the first', () => {
    const path = journalPath();
    for (let run = 0; run < 2; run++) {
      const db = new Database(path);
      migrate(db, () => createMeta(db, realRandom), withSecond);
      expect(db.prepare('SELECT count(*) FROM products').pluck().get()).toBe(1);
      db.close();
    }
  });

  it('that fails leaves the database as it was', async () => {
    const path = await aDatabase();
    const db = connect(path, false);
    const broken = [...migrations, `${second} INSERT INTO nowhere VALUES (1);`];
    expect(() => migrate(db, () => undefined, broken)).toThrow(/nowhere/);
    db.close();
    expect(versionOf(path)).toBe(schemaVersion);
    expect(verifyJournal(path).flaw).toBeNull();
    const again = await aJournal(path);
    expect((await again.get(order(1).id))?.state).toBe('success');
  });

  it('makes a database that a program without it refuses as newer', async () => {
    const path = await aDatabase();
    const db = connect(path, false);
    migrate(db, () => undefined, withSecond);
    expect(checkVersion(db, withSecond.length)).toBe(schemaVersion + 1);
    expect(() => checkVersion(db)).toThrow(expect.objectContaining({ kind: 'newer' }));
    db.close();
    await expect(aJournal(path)).rejects.toMatchObject({ kind: 'newer' });
    expect(versionOf(path)).toBe(schemaVersion + 1);
  });
});

describe('the schema', () => {
  it('says which sales are unresolved in the words of the queries, so that its index is used', () => {
    const path = journalPath();
    const db = new Database(path);
    migrate(db, () => createMeta(db, realRandom));
    const states = /IN \([^)]*\)/.exec(unresolvedSql)?.[0] ?? '';
    const index = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'transactions_unresolved_of'`).pluck().get();
    expect(index).toContain(`state ${states}`);
    db.close();
  });
});
