import type Database from 'better-sqlite3';
import { z } from 'zod';
import { lastOf, type Part, partOf, readParts, tableOf } from './parts.ts';

/** Little more than a page shows: rows of several parts are gathered up to here. */
const enoughRows = 64;
/** Of a rare word most parts have none or a few. */
const fewRows = 32;
/** So many rows are read of a part at once where it has many: first a few times what a page shows, then more and more. */
const nextRows = 256;
const mostRows = 4096;

const Rows = z.array(z.int());

interface Asking {
  /** in the order of rows, which FTS5 is quickest in */
  few: Database.Statement;
  newest: Database.Statement;
}

/** The parts of an index, kept between searches with what asks each of them. */
export class PartList {
  readonly #db: Database.Database;
  readonly #name: string;
  readonly #asking = new Map<string, Asking>();
  #parts: Part[] = [];

  /** @param name what the index is attached as */
  constructor(db: Database.Database, name: string) {
    this.#db = db;
    this.#name = name;
  }

  read(): void {
    this.#parts = readParts(this.#db, this.#name).toReversed();
  }

  /** What the expression finds within these rows, the newest first, some rows at a time: none of it is compared yet. */
  *rows(expression: string, low: number, high: number): Generator<number[], void> {
    let gathered: number[] = [];
    for (const part of this.#parts) {
      if (part.part < partOf(low) || part.part > partOf(high)) continue;
      for (const rows of this.#rowsOf(part, expression, low, Math.min(high, lastOf(part.part)))) {
        gathered.push(...rows);
        if (gathered.length < enoughRows) continue;
        yield gathered;
        gathered = [];
      }
    }
    if (gathered.length > 0) yield gathered;
  }

  *#rowsOf(part: Part, expression: string, low: number, high: number): Generator<number[], void> {
    const ask = this.#ask(tableOf(part));
    const few = Rows.parse(ask.few.all(expression, low, high));
    if (few.length < fewRows) {
      yield few.toReversed();
      return;
    }
    let last = high;
    for (let most = nextRows; ; most = Math.min(mostRows, most * 4)) {
      const rows = Rows.parse(ask.newest.all(expression, low, last, most));
      yield rows;
      if (rows.length < most) return;
      last = (rows.at(-1) ?? low) - 1;
    }
  }

  #ask(table: string): Asking {
    const known = this.#asking.get(table);
    if (known) return known;
    const found = `SELECT rowid FROM ${this.#name}.${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ?`;
    const ask = {
      few: this.#db.prepare(`${found} LIMIT ${fewRows}`).pluck(),
      newest: this.#db.prepare(`${found} ORDER BY rowid DESC LIMIT ?`).pluck(),
    };
    this.#asking.set(table, ask);
    return ask;
  }
}
