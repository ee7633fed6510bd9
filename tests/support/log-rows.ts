import Database from 'better-sqlite3';
import { allLedgerTables } from '../../src/main/ledger/ledger-rows.ts';

/** Everything that the log has, row by row. */
export function rowsOf(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true });
  const tables = ['metadata', 'events', 'event_payloads', 'transactions', 'receipts', 'shifts', 'people', 'batches'];
  const rows = [...tables, 'batch_lines', 'deposit', 'cash_services', ...allLedgerTables].map(
    (table): [string, unknown[]] => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()],
  );
  db.close();
  return Object.fromEntries(rows);
}
