import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { CommitListener } from '../db/on-commit.ts';
import { pluckStatement, statement } from '../db/statements.ts';

/** Which proofs are to be printed by themselves: written with the receipt's number, gone with the job. */
export interface AutoPrintOutbox {
  add(saleId: string, at: string): void;
  all(): string[];
  drop(saleId: string): void;
}

export function prepareAutoPrintOutbox(db: Database.Database): AutoPrintOutbox {
  const insert = statement(db, 'INSERT INTO print_wishes (sale_id, at) VALUES (?, ?)');
  const list = pluckStatement(db, 'SELECT sale_id FROM print_wishes ORDER BY at, sale_id');
  const remove = statement(db, 'DELETE FROM print_wishes WHERE sale_id = ?');
  return {
    add: (saleId, at) => void insert().run(saleId, at),
    all: () => z.array(z.string()).parse(list().all()),
    drop: (saleId) => void remove().run(saleId),
  };
}

/** Asks for the automatic print in the commit that issues the receipt's number: it is printed once, whatever happens in between. */
export function autoPrintListener(isOn: () => boolean): CommitListener {
  return {
    before: (change) => (change.sale?.issueReceipt === true && isOn() ? { ...change, autoPrintReceipt: true } : change),
  };
}
