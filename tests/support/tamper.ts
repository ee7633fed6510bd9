import Database from 'better-sqlite3';
import { readSchema } from '../../src/main/db/migrate.ts';

/** Changes the file as somebody would who knows SQL: without its triggers, which are put back afterwards. */
export function tamper(path: string, sql: string): void {
  const db = new Database(path);
  db.unsafeMode();
  db.pragma('foreign_keys = OFF');
  const triggers = [...readSchema(db)].filter(([name]) => name.startsWith('trigger '));
  for (const [name] of triggers) db.exec(`DROP ${name}`);
  db.exec(sql);
  for (const [, trigger] of triggers) db.exec(trigger);
  db.close();
}
