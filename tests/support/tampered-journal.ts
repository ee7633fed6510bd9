import Database from 'better-sqlite3';
import { aJournal, journalPath } from './journal-folder.ts';
import { order, sold } from './sale-changes.ts';

/** A closed journal of three sales: events 1 and 2 are the first one's, and so on; the nth sale is order(n). */
export async function threeSales(): Promise<string> {
  const path = journalPath();
  const journal = await aJournal(path);
  for (const n of [1, 2, 3]) await sold(journal, order(n));
  await journal.close();
  return path;
}

/** Changes the file as somebody would who knows SQL and has taken the triggers away. */
export function tamper(path: string, sql: string): void {
  const db = new Database(path);
  db.unsafeMode();
  db.pragma('foreign_keys = OFF');
  const triggers = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all();
  for (const name of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  db.exec(sql);
  db.close();
}
