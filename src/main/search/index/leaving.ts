import type Database from 'better-sqlite3';
import { z } from 'zod';

/**
 * To drop a part's table of tens of megabytes at once is to overwrite every page of it in one transaction. So it is taken out
 * of what is searched first, with its large tables put aside as plain ones, and those are emptied in steps. What still leaves
 * stands in the file itself: a program killed in between goes on there.
 */
const prefix = 'leaving_';
/** FTS5's two large tables, and how many of their rows stand in a page: one with grams, or what it keeps of so many sales. */
const rowsOnPage = { data: 1, docsize: 100 } as const;

const Names = z.array(z.string().regex(/^\w+$/));

/** The tables that are on their way out. */
export function leavingTables(index: Database.Database): string[] {
  return Names.parse(
    index.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '${prefix}*'`).pluck().all(),
  );
}

/** Nobody searches it from here on. Within a transaction. @param table of grams */
export function beginLeaving(index: Database.Database, table: string): void {
  // What FTS5 keeps its grams in can only be renamed like this; nothing goes on in it afterwards.
  index.unsafeMode(true);
  try {
    for (const kind of Object.keys(rowsOnPage))
      index.exec(`ALTER TABLE ${table}_${kind} RENAME TO ${prefix}${table}_${kind}`);
  } finally {
    index.unsafeMode(false);
  }
  // What is left of it is small.
  index.exec(`DROP TABLE ${table}`);
}

/** Overwrites some of it, since the connection has secure_delete. Within the transaction of a step. @param pages at most, or so */
export function leaveSome(index: Database.Database, table: string, pages: number): void {
  const rows = pages * (table.endsWith('_data') ? rowsOnPage.data : rowsOnPage.docsize);
  const { changes } = index
    .prepare(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} ORDER BY id LIMIT ${rows})`)
    .run();
  if (changes < rows) index.exec(`DROP TABLE ${table}`);
}
