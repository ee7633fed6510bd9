import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type Part, partRows, rowsIn, tableOf } from './parts.ts';

/** Of 4 KB, written by one step of merging, or emptied by one of leaving: it takes about as long as one of the first fill. */
export const usualPages = 256;
/** So many times the rows of the last merge: each writes the whole part anew, and a shop's day adds little that is looked up. */
const grownBy = 1.25;

const Whole = z.int();

/** Whether it has grown since its last merge, or become full. @param rows the last row of the journal */
export function isMergeDue(part: Part, rows: number): boolean {
  const has = rowsIn(part, rows);
  return has > part.merged * grownBy || (has === partRows && part.merged < has);
}

/**
 * FTS5 writes a segment for each batch and merges them by and by; a full part stands in some ten, and every gram is looked up in
 * each. Merges a little of them into one; within the transaction of a step.
 * @param begin all segments there are now are to be one; false: goes on with those of the last beginning
 * @param pages of 4 KB, to be written at most
 * @returns whether something is left
 */
export function mergeSome(index: Database.Database, part: Part, begin: boolean, pages: number): boolean {
  const changes = (): number => Whole.parse(index.prepare('SELECT total_changes()').pluck().get());
  const before = changes();
  const table = tableOf(part);
  index.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(begin ? -pages : pages);
  // FTS5 counts the command itself as one change, and had nothing to do where there are no others.
  return changes() - before > 1;
}
