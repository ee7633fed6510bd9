import type Database from 'better-sqlite3';
import { prepareFill } from '../src/main/ledger/rebuild.ts';

/** Makes the books of sales that were written past the counter. */
export function createLedgerRebuild(db: Database.Database): void {
  const filler = prepareFill(db);
  filler.startOver();
  while (filler.step() !== null);
}
