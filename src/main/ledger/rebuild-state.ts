import type Database from 'better-sqlite3';
import { z } from 'zod';
import { statement } from '../db/statements.ts';

const Fill = z.object({ upTo: z.string(), done: z.int(), total: z.int() });
export type Fill = z.infer<typeof Fill>;

/** How far the books are made; null when they are whole. */
export function prepareReadFill(db: Database.Database): () => Fill | null {
  const select = statement(db, 'SELECT up_to AS upTo, done, total FROM book_fill WHERE only = 1');
  return () => {
    const row = select().get();
    return row === undefined ? null : Fill.parse(row);
  };
}

/**
 * Whether a sale is in the books already. One that is not yet, because its id comes later, is taken up as it then stands; also
 * one begun meanwhile.
 */
export function prepareFilled(db: Database.Database): (saleId: string) => boolean {
  const readFill = prepareReadFill(db);
  return (saleId) => {
    const fill = readFill();
    return fill === null || saleId <= fill.upTo;
  };
}
