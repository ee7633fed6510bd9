import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';

const Said = z.string();
const Dangling = z.array(z.object({ table: z.string() }));

/**
 * SQLite's own look at the file: pages, indexes against their tables, constraints, references. What it says names tables,
 * indexes and row numbers, never what stands in them.
 */
export function checkFile(db: Database.Database): Flaw | null {
  const said = Said.parse(db.prepare('PRAGMA integrity_check(1)').pluck().get());
  if (said !== 'ok') return { row: `database (${said})`, why: 'damaged' };
  const [dangling] = Dangling.parse(db.prepare('PRAGMA foreign_key_check').all());
  return dangling ? { row: `a row of ${dangling.table}`, why: 'refers_to_nothing' } : null;
}
