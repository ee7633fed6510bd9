import type Database from 'better-sqlite3';
import { z } from 'zod';
import { JournalFault } from '../../ports/journal.ts';
import { salesAndLog } from './0001-sales-and-log.ts';
import { kindAndRestore } from './0002-kind-and-restore.ts';

/** "Kntr", so that a file can be told to be ours. */
export const applicationId = 0x4b6e7472;

/** In order; the position plus one is the version (user_version) a database has after it. Never edit one that was shipped. */
const migrations: readonly string[] = [salesAndLog, kindAndRestore];

export const schemaVersion = migrations.length;

const Count = z.int();
const Marks = z.object({ version: z.int(), id: z.int() });
const readMarks = `SELECT (SELECT user_version FROM pragma_user_version) AS version,
  (SELECT application_id FROM pragma_application_id) AS id`;

/** The database's version, 0 for an empty one. Throws JournalFault when it is not ours or newer than this program. */
export function checkVersion(db: Database.Database): number {
  const { version, id } = Marks.parse(db.prepare(readMarks).get());
  if (id !== applicationId) {
    const tables = Count.parse(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
    if (id === 0 && version === 0 && tables === 0) return 0;
    throw new JournalFault('corrupt', 'the file is not a journal of Konter');
  }
  if (version > schemaVersion) {
    throw new JournalFault('newer', `the database has version ${version}, this program knows ${schemaVersion}`);
  }
  return version;
}

/**
 * Brings the database forward, each step all or nothing.
 * @param create fills a new database, in the same transaction as the first step
 */
export function migrate(db: Database.Database, create: () => void): void {
  const step = db.transaction((target: number, sql: string): void => {
    if (checkVersion(db) >= target) return;
    db.exec(sql);
    db.pragma(`user_version = ${target}`);
    if (target > 1) return;
    db.pragma(`application_id = ${applicationId}`);
    create();
  });
  const from = checkVersion(db);
  for (const [index, sql] of migrations.entries()) {
    if (index >= from) step.immediate(index + 1, sql);
  }
}
