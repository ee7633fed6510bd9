import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';

/**
 * SQLite's own look at the file: pages, indexes against their tables, constraints, references. What it says names tables,
 * indexes and row numbers, never what stands in them.
 */
export function checkFile(db: Database.Database): Flaw | null {
  const said = z.string().parse(db.pragma('integrity_check(1)', { simple: true }));
  if (said !== 'ok') return { row: `database (${said})`, why: 'damaged' };
  const [dangling] = z.array(z.object({ table: z.string() })).parse(db.pragma('foreign_key_check'));
  return dangling ? { row: `a row of ${dangling.table}`, why: 'refers_to_nothing' } : null;
}
