import type Database from 'better-sqlite3';
import { z } from 'zod';
import { opaqueParam } from '../opaque-param.ts';
import { pluckStatement, statement } from '../statements.ts';

export interface Receipts {
  /** Gives the sale the terminal's next number; inside the commit that needs it, so that none is skipped or given twice. */
  issue(saleId: string): string;
}

/** "AB7K-000123"; more digits when a million is reached. */
export function receiptNo(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, '0')}`;
}

const Next = z.int().positive();

export function prepareReceipts(db: Database.Database, terminal: string): Receipts {
  const next = pluckStatement(db, `SELECT coalesce(max(number), 0) + 1 FROM receipts WHERE series = ${opaqueParam()}`);
  const insert = statement(db, 'INSERT INTO receipts (series, number, sale_id) VALUES (?, ?, ?)');
  return {
    issue(saleId) {
      const number = Next.parse(next().get(terminal));
      insert().run(terminal, number, saleId);
      return receiptNo(terminal, number);
    },
  };
}
