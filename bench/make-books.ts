import type Database from 'better-sqlite3';
import { prepareRebuild } from '../src/main/ledger/ledger-rows.ts';

/** Makes the books of sales that were written past the counter. */
export function createLedgerRebuild(db: Database.Database): void {
  const filler = prepareRebuild(db);
  filler.startOver();
  while (filler.step() !== null);
}
