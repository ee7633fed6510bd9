import Database from 'better-sqlite3';
import type { VerifyReport } from '../../shared/contract/journal.ts';
import { DatabaseError } from '../db/database-error.ts';
import { readMeta } from '../db/metadata.ts';
import { checkVersion } from '../db/migrations/migrate.ts';
import type { Head, JournalKind } from '../db/sales-store.ts';
import { verifyJournal } from '../integrity/index.ts';

export interface CheckedCopy {
  kind: JournalKind | null;
  /** hex */
  genesis: string;
  report: VerifyReport;
}

/**
 * Reads a whole copy back: SQLite's own check, then the log's chain, the sales and the receipts. Throws DatabaseError
 * ("corrupt" when it is not whole, "newer" when this program is too old for it). Blocks its thread: call it in a worker.
 * @param head where its log must end; the hash may be cut short
 */
export function checkCopy(path: string, head: Head): CheckedCopy {
  const about = readAbout(path);
  const report = verifyJournal(path);
  if (report.flaw) throw new DatabaseError('corrupt', `the copy is not whole: ${report.flaw.row} ${report.flaw.why}`);
  if (report.head.seq !== head.seq || !report.head.hash.startsWith(head.hash)) {
    throw new DatabaseError('corrupt', 'the copy is not the one its name says');
  }
  return { ...about, report };
}

function readAbout(path: string): Pick<CheckedCopy, 'kind' | 'genesis'> {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    checkVersion(db);
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      throw new DatabaseError('corrupt', 'the copy is damaged');
    }
    const { kind, genesis } = readMeta(db);
    return { kind, genesis: Buffer.from(genesis).toString('hex') };
  } finally {
    db.close();
  }
}
