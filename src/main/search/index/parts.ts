import type Database from 'better-sqlite3';
import { z } from 'zod';

/**
 * The grams of so many neighbouring rows stand in a table of their own. Where somebody is erased, only the tables that hold him
 * are written anew: what grew old on one day stands in one of them, or in two. Fewer rows would be more tables to look into.
 */
export const partRows = 262_144;
export const partOf = (rowid: number): number => Math.floor(rowid / partRows);
const firstOf = (part: number): number => part * partRows;
export const lastOf = (part: number): number => firstOf(part + 1) - 1;

export interface Part {
  part: number;
  /** how often it was written anew */
  made: number;
  /** so many of its rows were there when its segments were merged last; 0: never */
  merged: number;
  merging: boolean;
  /** it holds what was erased since: it is to be written anew */
  erased: boolean;
  /** it is being written anew, and its rows up to this one are; null: it is not */
  anewTo: number | null;
}

const yes = z.int().transform((value) => value === 1);
const PartRow = z.object({
  part: z.int(),
  made: z.int(),
  merged: z.int(),
  merging: yes,
  erased: yes,
  anewTo: z.int().nullable(),
});

/** The table that is searched. */
export const tableOf = ({ part, made }: Pick<Part, 'part' | 'made'>): string => `grams_${part}_${made}`;
/** The one that is written beside it, and takes its place. */
export const nextTableOf = ({ part, made }: Part): string => tableOf({ part, made: made + 1 });

/** In the order of their rows. @param name what the index is attached as */
export function readParts(db: Database.Database, name: string): Part[] {
  const rows = db.prepare(
    `SELECT part, made, merged, merging, erased, anew_to AS anewTo FROM ${name}.parts ORDER BY part`,
  );
  return z.array(PartRow).parse(rows.all());
}

export function writePart(index: Database.Database, part: Part): void {
  index
    .prepare(
      `INSERT OR REPLACE INTO parts (part, made, merged, merging, erased, anew_to)
         VALUES (@part, @made, @merged, @merging, @erased, @anewTo)`,
    )
    .run({ ...part, merging: part.merging ? 1 : 0, erased: part.erased ? 1 : 0 });
}

/** How many rows it has, or has room for. @param rows the last row of the journal */
export const rowsIn = ({ part }: Part, rows: number): number => Math.min(rows, lastOf(part)) - firstOf(part) + 1;

/** The first row that is to be written anew next. */
export const startOf = (part: number): number => firstOf(part) - 1;
