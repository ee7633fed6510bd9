import Database from 'better-sqlite3';

const columns = ['customer_no', 'customer_name', 'sn', 'transaction_id', 'receipt_no', 'product_code', 'product_name'];

/** The plain way to search: LIKE over every sale, newest first, a page of 50. */
export function likeScan(path: string): ((text: string) => unknown[]) & { close(): void } {
  const db = new Database(path, { readonly: true });
  const where = columns.map((column) => `${column} LIKE @text`).join(' OR ');
  const statement = db.prepare(`SELECT * FROM transactions WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT 51`);
  return Object.assign((text: string) => statement.all({ text: `%${text}%` }), { close: () => void db.close() });
}
