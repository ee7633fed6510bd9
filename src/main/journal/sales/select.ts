import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { lazily } from '../lazily.ts';
import { columnOf, readSale } from './row.ts';

type Parameter = string | number | null | Record<string, string | number | null>;

/** One prepared question for sales. */
export interface SelectSales {
  first(...parameters: Parameter[]): Transaction | null;
  all(...parameters: Parameter[]): Transaction[];
}

const fields = Object.keys(columnOf);
const columns = Object.values(columnOf).join(', ');
const Values = z.array(z.unknown()).length(fields.length);

/**
 * Sales by whatever follows `FROM transactions`. Rows come as values in the order of the columns: for rows with names
 * SQLite's driver compiles a function for every statement, which takes longer than most statements do.
 */
export function selectSales(db: Database.Database, rest: string): SelectSales {
  const statement = lazily(() => db.prepare(`SELECT ${columns} FROM transactions ${rest}`).raw());
  return {
    first: (...parameters) => {
      const row = statement().get(...parameters);
      return row === undefined ? null : saleOf(row);
    },
    all: (...parameters) =>
      statement()
        .all(...parameters)
        .map(saleOf),
  };
}

function saleOf(row: unknown): Transaction {
  const values = Values.parse(row);
  const named: Record<string, unknown> = {};
  for (const [at, field] of fields.entries()) named[field] = values[at];
  return readSale(named);
}
