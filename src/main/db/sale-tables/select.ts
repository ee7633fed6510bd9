import type Database from 'better-sqlite3';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { positionalRow } from '../positional-row.ts';
import { rawStatement } from '../statements.ts';
import { columnOf, readSale } from './row.ts';

type Parameter = string | number | null | Uint8Array | Record<string, string | number | null>;

/** One prepared question for sales. */
export interface SelectSales {
  first(...parameters: Parameter[]): Transaction | null;
  all(...parameters: Parameter[]): Transaction[];
}

const columns = Object.values(columnOf).join(', ');
const named = positionalRow(Object.keys(columnOf));

/** Sales by whatever follows `FROM transactions`. */
export function selectSales(db: Database.Database, rest: string): SelectSales {
  const statement = rawStatement(db, `SELECT ${columns} FROM transactions ${rest}`);
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
  return readSale(named(row));
}
