import Database from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError } from '../database-error.ts';
import { immediateTransaction } from '../statements.ts';
import { firstSchema } from './0001-first-schema.ts';

/** "Kntr": marks a file as a database of Konter. */
const applicationId = 0x4b6e7472;

/** Erasures of a shop with several counters. Copies of this file leave the shop: they hold digests under the shop key, never a number. */
const shopErasures = `
-- made here, for the other counters, until the relay has them
CREATE TABLE erasures_to_post (
  id TEXT NOT NULL PRIMARY KEY,
  -- names the shop key under which the digest was made
  key_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- made at another counter, until this one has followed
CREATE TABLE erasures_to_follow (
  id TEXT NOT NULL PRIMARY KEY,
  key_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Every erasure of the shop, kept for those that learn of it late: a replica at the office, a counter after a change of the shop’s key. */
const knownErasures = `
CREATE TABLE shop_erasures (
  id TEXT NOT NULL PRIMARY KEY,
  -- names the shop key under which the digest was made
  key_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL,
  -- names the shop key under which the relay has it; null: the relay never had it
  posted_under TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO shop_erasures SELECT id, key_id, digest, at, NULL FROM erasures_to_post;
DROP TABLE erasures_to_post;
`;

/** In order; the position plus one is the version (user_version) of a database after it. Never edit a released one. */
export const migrations: readonly string[] = [firstSchema, shopErasures, knownErasures];

export const schemaVersion = migrations.length;

const Whole = z.int();

const SchemaRows = z.array(z.tuple([z.string(), z.string()]));

/**
 * The database's version, 0 for an empty one. Throws DatabaseError when it is not Konter's or newer than this program.
 * @param newest the version that the program knows
 */
export function checkVersion(db: Database.Database, newest = schemaVersion): number {
  const version = Whole.parse(db.pragma('user_version', { simple: true }));
  const id = Whole.parse(db.pragma('application_id', { simple: true }));
  if (id !== applicationId) {
    const tables = Whole.parse(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
    if (id === 0 && version === 0 && tables === 0) return 0;
    throw new DatabaseError('corrupt', 'the file is not a journal of Konter');
  }
  if (version > newest) {
    throw new DatabaseError('newer', `the database has version ${version}, this program knows ${newest}`);
  }
  return version;
}

/**
 * Migrates the database, each step all or nothing.
 * @param create fills a new database, in the same transaction as the first step
 * @param steps all that the program knows, oldest first
 */
export function migrate(db: Database.Database, create: () => void, steps: readonly string[] = migrations): void {
  const step = immediateTransaction(db, (target: number, sql: string): void => {
    if (checkVersion(db, steps.length) >= target) return;
    db.exec(sql);
    db.pragma(`user_version = ${target}`);
    if (target > 1) return;
    db.pragma(`application_id = ${applicationId}`);
    create();
  });
  // The connection has checked that the file is Konter's and not newer.
  const from = Whole.parse(db.pragma('user_version', { simple: true }));
  for (const [index, sql] of steps.entries()) {
    if (index >= from) step(index + 1, sql);
  }
}

/** The SQL of a database's triggers and indexes, by "trigger NAME" or "index NAME". */
export function readSchema(db: Database.Database): Map<string, string> {
  const rows = db
    .prepare(
      `SELECT type || ' ' || name, sql FROM sqlite_schema
       WHERE type IN ('trigger', 'index') AND sql IS NOT NULL ORDER BY type DESC, name`,
    )
    .raw();
  return new Map(SchemaRows.parse(rows.all()));
}

const schemas = new Map<number, ReadonlyMap<string, string>>();

/** As readSchema, of a database that the migrations up to a version made. */
export function schemaOfVersion(version: number): ReadonlyMap<string, string> {
  const schema = schemas.get(version);
  if (schema) return schema;
  const db = new Database(':memory:');
  try {
    migrate(db, () => undefined, migrations.slice(0, version));
    const schema = readSchema(db);
    schemas.set(version, schema);
    return schema;
  } finally {
    db.close();
  }
}
