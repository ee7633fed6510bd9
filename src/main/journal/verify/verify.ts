import type Database from 'better-sqlite3';
import type { Flaw, VerifyReport } from '../../../shared/contract/journal.ts';
import { JournalFault } from '../../ports/journal.ts';
import { connect } from '../connection.ts';
import { asFault, faulting } from '../fault.ts';
import { type Meta, readMeta } from '../meta.ts';
import { checkBook } from './check-book.ts';
import { checkChain } from './check-chain.ts';
import { checkFile } from './check-file.ts';
import { checkPeople } from './check-people.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkSales } from './check-sales.ts';
import { checkShifts } from './check-shifts.ts';
import { checkWebhooks } from './check-webhooks.ts';
import type { Counts, Passed } from './report.ts';

/**
 * Reads a whole journal, row by row, and says what is first not right in it. It changes nothing, and looks at one moment of
 * the file while a counter goes on writing. Throws JournalFault when the file is not a journal that can be read at all.
 * @param keys secret keys to check the kept webhooks' signatures with, retired ones too
 */
export function verifyJournal(path: string, keys: readonly string[] = []): VerifyReport {
  return faulting(() => {
    const db = connect(path, true);
    try {
      // One read transaction, which ends with the connection: every check sees the same commits.
      db.exec('BEGIN');
      return verifyConnected(db, keys);
    } finally {
      db.close();
    }
  });
}

/** As verifyJournal, over a connection in whose read transaction it stays. */
export function verifyConnected(db: Database.Database, keys: readonly string[] = []): VerifyReport {
  const meta = readMeta(db);
  const counts = { events: 0, sales: 0, receipts: 0, erased: 0, erasedSales: 0 };
  const flaw = firstFlaw(db, meta, counts);
  const head = { seq: meta.headSeq, hash: Buffer.from(meta.headHash).toString('hex') };
  const webhooks = keys.length > 0 && !flaw ? checkWebhooks(db, keys) : null;
  return { terminal: meta.terminal, ...counts, head, flaw, webhooks };
}

/** The log before what is made from it, and SQLite's own look last: it can only say "damaged". */
function firstFlaw(db: Database.Database, meta: Meta, counts: Counts): Flaw | null {
  try {
    const book = checkBook(db);
    const passed: Passed = { numbered: 0, told: [] };
    return (
      checkChain(db, meta, counts, passed) ??
      checkSales(db, counts, passed, book) ??
      checkReceipts(db, counts, passed) ??
      checkShifts(db, passed) ??
      checkPeople(db, passed) ??
      book.flaw() ??
      checkFile(db)
    );
  } catch (thrown) {
    const fault = asFault(thrown);
    if (!(fault instanceof JournalFault) || fault.kind !== 'corrupt') throw fault;
    return { row: `after event ${counts.events}, sale ${counts.sales}`, why: 'damaged' };
  }
}
