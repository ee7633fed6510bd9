import type Database from 'better-sqlite3';
import { lastOf, type Part, partOf, readParts, tableOf } from './parts.ts';

/** The parts of an index, kept between searches with what asks each of them first: most have nothing of a rare word. */
export class PartList {
  readonly #db: Database.Database;
  readonly #name: string;
  readonly #probes = new Map<string, Database.Statement>();
  #parts: Part[] = [];

  /** @param name what the index is attached as */
  constructor(db: Database.Database, name: string) {
    this.#db = db;
    this.#name = name;
  }

  read(): void {
    this.#parts = readParts(this.#db, this.#name).toReversed();
  }

  /**
   * Tables that hold what the expression asks for within these rows, those of the newest rows first. To ask takes a tenth of
   * what it takes SQLite to compile the statement that compares what is found with the journal.
   */
  *holding(expression: string, low: number, high: number): Generator<string, void> {
    for (const part of this.#parts) {
      if (part.part < partOf(low) || part.part > partOf(high)) continue;
      const table = tableOf(part);
      if (this.#probe(table).get(expression, low, Math.min(high, lastOf(part.part)))) yield table;
    }
  }

  #probe(table: string): Database.Statement {
    const known = this.#probes.get(table);
    if (known) return known;
    const probe = this.#db.prepare(
      `SELECT 1 FROM ${this.#name}.${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ? LIMIT 1`,
    );
    this.#probes.set(table, probe);
    return probe;
  }
}
