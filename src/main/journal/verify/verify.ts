import type Database from 'better-sqlite3';
import { JournalFault } from '../../ports/journal.ts';
import { connect } from '../connection.ts';
import { asFault, faulting } from '../fault.ts';
import { type Meta, readMeta } from '../meta.ts';
import { checkChain } from './check-chain.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkSales } from './check-sales.ts';
import type { Flaw, VerifyReport } from './report.ts';

/**
 * Reads a whole journal, row by row, and says what is first not right in it. It changes nothing, and looks at one moment of
 * the file while a counter goes on writing. Throws JournalFault when the file is not a journal that can be read at all.
 */
export function verifyJournal(path: string): VerifyReport {
  return faulting(() => {
    const db = connect(path, true);
    try {
      // One read transaction: every check sees the same commits.
      return db.transaction(() => examine(db))();
    } finally {
      db.close();
    }
  });
}

function examine(db: Database.Database): VerifyReport {
  const meta = readMeta(db);
  const counts = { events: 0, sales: 0, receipts: 0, erased: 0 };
  const flaw = firstFlaw(db, meta, counts);
  const head = { seq: meta.headSeq, hash: Buffer.from(meta.headHash).toString('hex') };
  return { terminal: meta.terminal, ...counts, head, flaw };
}

function firstFlaw(
  db: Database.Database,
  meta: Meta,
  counts: Omit<VerifyReport, 'terminal' | 'head' | 'flaw'>,
): Flaw | null {
  try {
    return checkChain(db, meta, counts) ?? checkSales(db, counts) ?? checkReceipts(db, counts);
  } catch (thrown) {
    const fault = asFault(thrown);
    if (!(fault instanceof JournalFault) || fault.kind !== 'corrupt') throw fault;
    return { row: `after event ${counts.events}, sale ${counts.sales}`, why: 'damaged' };
  }
}
