import Database from 'better-sqlite3';
import { z } from 'zod';
import { migrations } from '../schema/index.ts';
import { DatabaseError } from './database-error.ts';
import { immediateTransaction } from './statements.ts';

/** "Kntr": marks a file as a database of Konter. */
const applicationId = 0x4b6e7472;

/** What this program brings a database to. */
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
