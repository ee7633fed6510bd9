import type Database from 'better-sqlite3';
import { z } from 'zod';
import { pluckStatement } from '../../db/statements.ts';
import { blockOf } from './blocks.ts';
import { beginLeaving } from './leaving.ts';
import { lastOf, nextTableOf, type Part, partOf, readParts, startOf, tableOf, writePart } from './parts.ts';
import type { IndexedSale } from './sale-grams.ts';
import { makeTable } from './schema.ts';
import { manyProducts, otherProduct, productToken } from './tokens.ts';

const Whole = z.int();

/** What is written into an index; within a transaction. */
export class GramTables {
  readonly #index: Database.Database;
  readonly #findProduct: () => Database.Statement;

  constructor(index: Database.Database) {
    this.#index = index;
    this.#findProduct = pluckStatement(index, 'SELECT token FROM products WHERE kind = ? AND code = ? AND names = ?');
  }

  /** @param again they may be in the index already */
  put(sales: readonly IndexedSale[], again: boolean): void {
    const parts = new Map(readParts(this.#index, 'main').map((part) => [part.part, part]));
    for (const number of new Set(sales.map(({ rowid }) => partOf(rowid)))) {
      const of = sales.filter(({ rowid }) => partOf(rowid) === number);
      const part = parts.get(number) ?? this.#newPart(number);
      this.#putInto(tableOf(part), of, again);
      const { anewTo } = part;
      const written = anewTo === null ? [] : of.filter(({ rowid }) => rowid <= anewTo);
      if (written.length > 0) this.#putInto(nextTableOf(part), written, true);
    }
    this.#widenBlocks(sales);
  }

  /** These rows were erased: what they were found by before still stands in the segments. */
  markErased(rowids: readonly number[]): void {
    for (const part of readParts(this.#index, 'main')) {
      // What is written anew has not come to the rows behind, and will read them as they are now.
      const to = part.anewTo ?? lastOf(part.part);
      if (rowids.some((rowid) => partOf(rowid) === part.part && rowid <= to)) {
        writePart(this.#index, { ...part, erased: true });
      }
    }
  }

  /**
   * @param sales the next rows of the part, as the journal has them now
   * @param to the last of them; null: the part has no more, and its new table takes the place of the old one, which begins to leave
   */
  writeAnew(part: Part, sales: readonly IndexedSale[], to: number | null): void {
    const next = nextTableOf(part);
    // What is erased from here on makes it be written once more.
    if (part.anewTo === null) makeTable(this.#index, next);
    const begun = part.anewTo === null ? { ...part, erased: false, anewTo: startOf(part.part) } : part;
    this.#putInto(next, sales, false);
    if (to !== null) {
      writePart(this.#index, { ...begun, anewTo: to });
      return;
    }
    writePart(this.#index, { ...begun, made: part.made + 1, merged: 0, merging: false, anewTo: null });
    beginLeaving(this.#index, tableOf(part));
  }

  #newPart(number: number): Part {
    const part = { part: number, made: 0, merged: 0, merging: false, erased: false, anewTo: null };
    makeTable(this.#index, tableOf(part));
    writePart(this.#index, part);
    return part;
  }

  #putInto(table: string, sales: readonly IndexedSale[], again: boolean): void {
    const insert = this.#index.prepare(
      `INSERT ${again ? 'OR REPLACE ' : ''}INTO ${table} (rowid, key_grams, number_grams, name_grams, sn_grams, provider_grams,
         receipt_grams, key_fives, number_fives, name_fives, sn_fives, provider_fives, receipt_fives, product_token,
         total_token, price_token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { rowid, texts, total, price, product } of sales) {
      insert.run(rowid, ...texts, productToken(this.#numberOf(product)), total, price);
    }
  }

  #widenBlocks(sales: readonly IndexedSale[]): void {
    const times = new Map<number, { newest: string; oldest: string }>();
    for (const { rowid, createdAt } of sales) {
      const { newest, oldest } = times.get(blockOf(rowid)) ?? { newest: createdAt, oldest: createdAt };
      times.set(blockOf(rowid), {
        newest: createdAt > newest ? createdAt : newest,
        oldest: createdAt < oldest ? createdAt : oldest,
      });
    }
    const widen = this.#index.prepare(
      `INSERT INTO blocks (block, newest, oldest) VALUES (@block, @newest, @oldest) ON CONFLICT DO UPDATE
         SET newest = max(newest, @newest), oldest = min(oldest, @oldest)`,
    );
    for (const [block, time] of times) widen.run({ block, ...time });
  }

  #numberOf({ kind, code, names }: IndexedSale['product']): number {
    const known = this.#findProduct().get(kind, code, names);
    if (known !== undefined) return Whole.parse(known);
    const next = Whole.parse(this.#index.prepare('SELECT coalesce(max(token), 0) + 1 FROM products').pluck().get());
    if (next > manyProducts) return otherProduct;
    this.#index
      .prepare('INSERT INTO products (token, kind, code, names) VALUES (?, ?, ?, ?)')
      .run(next, kind, code, names);
    return next;
  }
}
