import type Database from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError } from '../../db/database-error.ts';

/**
 * Whether the file is whole: its pages, and the grams in them, which FTS5 looks through as a part of SQLite's own check. Throws
 * DatabaseError ("corrupt") where it is not; what SQLite finds while reading it throws by itself.
 */
export function checkIndex(index: Database.Database): void {
  const told = z.string().parse(index.pragma('quick_check(1)', { simple: true }));
  if (told !== 'ok') throw new DatabaseError('corrupt', 'the search index is damaged');
}
