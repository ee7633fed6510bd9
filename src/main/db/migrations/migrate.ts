import type Database from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError } from '../database-error.ts';
import { immediateTransaction } from '../statements.ts';
import { salesAndLog } from './0001-sales-and-log.ts';
import { kindAndRestore } from './0002-kind-and-restore.ts';
import { prints } from './0003-prints.ts';
import { booksAndShifts } from './0004-books-and-shifts.ts';
import { erasing } from './0005-erasing.ts';
import { people } from './0006-people.ts';
import { catalogue } from './0007-catalogue.ts';
import { customerBook } from './0008-customer-book.ts';
import { auditLog } from './0009-shop-log.ts';
import { lateBills } from './0010-late-bills.ts';
import { returnedOfSuccesses } from './0011-returned-of-successes.ts';
import { codesInAnyCase } from './0012-codes-in-any-case.ts';
import { unverifiedWebhooks } from './0013-unverified-webhooks.ts';
import { ackedPositions } from './0014-acked-positions.ts';
import { spellings } from './0015-spellings.ts';
import { providerPrices } from './0016-provider-prices.ts';
import { openSaleIndexes } from './0017-open-sale-indexes.ts';

/** "Kntr", so that a file can be told to be ours. */
export const applicationId = 0x4b6e7472;

/** In order; the position plus one is the version (user_version) a database has after it. Never edit one that was shipped. */
const migrations: readonly string[] = [
  salesAndLog,
  kindAndRestore,
  prints,
  booksAndShifts,
  erasing,
  people,
  catalogue,
  customerBook,
  auditLog,
  lateBills,
  returnedOfSuccesses,
  codesInAnyCase,
  unverifiedWebhooks,
  ackedPositions,
  spellings,
  providerPrices,
  openSaleIndexes,
];

export const schemaVersion = migrations.length;

const Whole = z.int();

/** The database's version, 0 for an empty one. Throws DatabaseError when it is not ours or newer than this program. */
export function checkVersion(db: Database.Database): number {
  const version = Whole.parse(db.pragma('user_version', { simple: true }));
  const id = Whole.parse(db.pragma('application_id', { simple: true }));
  if (id !== applicationId) {
    const tables = Whole.parse(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
    if (id === 0 && version === 0 && tables === 0) return 0;
    throw new DatabaseError('corrupt', 'the file is not a journal of Konter');
  }
  if (version > schemaVersion) {
    throw new DatabaseError('newer', `the database has version ${version}, this program knows ${schemaVersion}`);
  }
  return version;
}

/**
 * Brings the database forward, each step all or nothing.
 * @param create fills a new database, in the same transaction as the first step
 */
export function migrate(db: Database.Database, create: () => void): void {
  const step = immediateTransaction(db, (target: number, sql: string): void => {
    if (checkVersion(db) >= target) return;
    db.exec(sql);
    db.pragma(`user_version = ${target}`);
    if (target > 1) return;
    db.pragma(`application_id = ${applicationId}`);
    create();
  });
  // Whose it is, and that it is no newer, was seen when the connection was made.
  const from = Whole.parse(db.pragma('user_version', { simple: true }));
  for (const [index, sql] of migrations.entries()) {
    if (index >= from) step(index + 1, sql);
  }
}
