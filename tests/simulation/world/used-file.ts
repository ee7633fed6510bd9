import { closeSync, ftruncateSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { DatabaseError } from '../../../src/main/db/database-error.ts';
import { acquireWriterLock, connect } from '../../../src/main/db/open-database.ts';
import { prepareOpenMoney } from '../../../src/main/db/open-money.ts';
import { verifyConnected } from '../../../src/main/integrity/verify.ts';
import { prepareMoneyFlow } from '../../../src/main/ledger/index.ts';
import { type OpenShopDatabase, type ShopDatabase, shopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { VerifyReport } from '../../../src/shared/contract/journal.ts';
import { keepStatements } from './kept-statements.ts';
import { staff } from './staff.ts';

/**
 * A journal's file that one world after the other has. Two connections stay open, one for writing and one for the check at
 * the end, and so do their statements: opening, preparing and closing would take longer than all that a short history asks of
 * SQLite.
 */
export interface UsedFile {
  path: string;
  open(options: OpenShopDatabase): Promise<ShopDatabase>;
  verify(): VerifyReport;
  /** How money moved in the shift that is open from the first, as its report has it, and what is owed. */
  money(): { flow: ReturnType<ReturnType<typeof prepareMoneyFlow>>; onTab: number; owed: number };
  /** its bytes now, with all that was committed */
  copy(): Uint8Array;
  /** Puts it back to such a copy, when its last user has ended. */
  putBack(bytes: Uint8Array): void;
  /** Puts it back to what it was at first; false when somebody still writes it. */
  empty(): boolean;
  close(): void;
}

/** The two copies of the header of the WAL's index, and how far it was copied. */
const indexHeader = new Uint8Array(136);

/** @param untouched the bytes of a journal without events */
export function openUsedFile(path: string, untouched: Uint8Array): UsedFile {
  const writer = keepStatements(connect(path, false));
  const reader = keepStatements(connect(path, true));
  return {
    path,
    async open({ random, digest, actorProvider }) {
      const giveBack = acquireWriterLock(path);
      // Its last user has ended, or this could not be taken.
      writer.freeAll();
      let closed = false;
      const release = (): void => {
        closed = true;
        giveBack();
      };
      const db = shopDatabase({
        db: writer.db,
        random,
        ...(digest ? { digest } : {}),
        ...(actorProvider ? { actorProvider } : {}),
        release,
      });
      return {
        ...db,
        commit: async (change) => {
          // As on a connection that was closed: the one that is there may be another world's by now.
          if (closed) throw new DatabaseError('closed', 'the journal was closed');
          return db.commit(change);
        },
        commitAll: async (changes) => {
          if (closed) throw new DatabaseError('closed', 'the journal was closed');
          return db.commitAll(changes);
        },
        close: async () => release(),
      };
    },
    verify() {
      // One read transaction: every check sees the same commits.
      reader.db.exec('BEGIN');
      try {
        return verifyConnected(reader.db);
      } finally {
        reader.db.exec('COMMIT');
      }
    },
    money() {
      const flow = prepareMoneyFlow(reader.db)({
        number: 1,
        from: staff.all.length,
        to: Number.MAX_SAFE_INTEGER,
        openingCash: 0,
      });
      const { onTab, moneyToReturn } = prepareOpenMoney(reader.db)('2026-01-01T00:00:00.000Z');
      return { flow, onTab: onTab.amount, owed: moneyToReturn.amount };
    },
    copy: () => reader.db.serialize(),
    putBack(bytes) {
      overwrite(`${path}-shm`, indexHeader);
      truncateSync(`${path}-wal`);
      overwrite(path, bytes, bytes.length);
      reader.freeAll();
    },
    empty() {
      try {
        acquireWriterLock(path)();
      } catch {
        return false;
      }
      // SQLite takes the whole file for changed when the header of the index is not right, and reads it again.
      overwrite(`${path}-shm`, indexHeader);
      truncateSync(`${path}-wal`);
      overwrite(path, untouched, untouched.length);
      reader.freeAll();
      return true;
    },
    close() {
      // Nothing is left to be put into the file that goes, which takes longer than anything else in a close.
      truncateSync(`${path}-wal`);
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
      writer.db.close();
      reader.db.close();
    },
  };
}

/** Where it is: all who have it open see it. */
function overwrite(path: string, bytes: Uint8Array, length: number | null = null): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, bytes, 0, bytes.length, 0);
    if (length !== null) ftruncateSync(file, length);
  } finally {
    closeSync(file);
  }
}
