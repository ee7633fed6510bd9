import type Database from 'better-sqlite3';
import { z } from 'zod';
import { pluckStatement } from '../../lazily.ts';
import { blockOf } from './blocks.ts';
import { type IndexedSale, indexedColumns, readIndexedSale } from './sale-grams.ts';
import { remake } from './schema.ts';
import { type IndexState, isOfJournal, readState, writeState } from './state.ts';
import { manyProducts, otherProduct, productToken } from './tokens.ts';

/** Fills in large batches stall later commits; small ones leave an index that grew as a shop's does. */
const fillRows = 500;
const changes = 200;

const MetaRow = z.tuple([z.instanceof(Uint8Array), z.int(), z.instanceof(Uint8Array)]);
const EventRow = z.tuple([z.int(), z.instanceof(Uint8Array), z.string().nullable()]);
const Whole = z.int();

/** What a step did: `left` are rows of the first fill and events of the log that are still to come. */
export interface Step {
  indexed: number;
  left: number;
}

/**
 * Brings an index up to its journal, step by step. Each step is one transaction together with the place it reached, so that
 * a program killed at any moment goes on where it was.
 * @param journal a connection that only reads
 */
export class Indexer {
  readonly #journal: Database.Database;
  readonly #index: Database.Database;
  readonly #findProduct: () => Database.Statement;

  constructor(journal: Database.Database, index: Database.Database) {
    this.#journal = journal;
    this.#index = index;
    this.#findProduct = pluckStatement(index, 'SELECT token FROM products WHERE kind = ? AND code = ? AND names = ?');
  }

  step(): Step {
    // One moment of the journal: sales and the event they stand at belong together.
    return this.#journal.transaction(() => this.#stepNow()).deferred();
  }

  /** Indexes these sales anew, whatever the log says, and leaves nothing behind of what they were found by before. */
  forget(saleIds: readonly string[]): void {
    while (this.step().left > 0);
    const find = this.#journal.prepare(`SELECT ${indexedColumns} FROM transactions WHERE id = ?`).raw();
    const sales = saleIds.flatMap((id) => find.all(id)).map(readIndexedSale);
    this.#index.transaction(() => this.#put(sales, true)).immediate();
    // Deleted rows stand in the segments until those are merged, and on free pages until the file is written anew.
    this.#index.exec(`INSERT INTO grams (grams) VALUES ('optimize')`);
    this.#index.exec('VACUUM');
    this.#index.pragma('wal_checkpoint(TRUNCATE)');
  }

  #stepNow(): Step {
    const state = readState(this.#index, 'main');
    if (!state || !isOfJournal(this.#journal, state)) return this.#begin();
    if (state.filled < state.fillTo) return this.#fill(state);
    return this.#follow(state);
  }

  #begin(): Step {
    const [genesis, seq, hash] = MetaRow.parse(
      this.#journal.prepare('SELECT genesis, head_seq, head_hash FROM meta').raw().get(),
    );
    const fillTo = Whole.parse(this.#journal.prepare('SELECT coalesce(max(rowid), 0) FROM transactions').pluck().get());
    remake(this.#index);
    writeState(this.#index, { genesis, seq, hash, filled: 0, fillTo });
    return { indexed: 0, left: fillTo };
  }

  #fill(state: IndexState): Step {
    const sales = this.#journal
      .prepare(
        `SELECT ${indexedColumns} FROM transactions WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ${fillRows}`,
      )
      .raw()
      .all(state.filled, state.fillTo)
      .map(readIndexedSale);
    const filled = sales.length < fillRows ? state.fillTo : (sales.at(-1)?.rowid ?? state.fillTo);
    this.#index
      .transaction(() => {
        this.#put(sales, false);
        writeState(this.#index, { ...state, filled });
      })
      .immediate();
    return { indexed: sales.length, left: state.fillTo - filled + this.#behind(state.seq) };
  }

  #follow(state: IndexState): Step {
    const events = this.#journal
      .prepare(`SELECT seq, hash, sale_id FROM events WHERE seq > ? ORDER BY seq LIMIT ${changes}`)
      .raw()
      .all(state.seq)
      .map((row) => EventRow.parse(row));
    const last = events.at(-1);
    if (!last) return { indexed: 0, left: 0 };
    const ids = new Set(events.flatMap(([, , saleId]) => saleId ?? []));
    const sales = this.#journal
      .prepare(`SELECT ${indexedColumns} FROM transactions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY rowid`)
      .raw()
      .all(JSON.stringify([...ids]))
      .map(readIndexedSale);
    const [seq, hash] = last;
    this.#index
      .transaction(() => {
        this.#put(sales, true);
        writeState(this.#index, { ...state, seq, hash });
      })
      .immediate();
    return { indexed: sales.length, left: this.#behind(seq) };
  }

  #behind(seq: number): number {
    return Whole.parse(this.#journal.prepare('SELECT head_seq FROM meta').pluck().get()) - seq;
  }

  /** @param again they may be in the index already */
  #put(sales: readonly IndexedSale[], again: boolean): void {
    const insert = this.#index.prepare(
      `INSERT ${again ? 'OR REPLACE ' : ''}INTO grams (rowid, key_grams, number_grams, name_grams, sn_grams, provider_grams,
         receipt_grams, product_token, total_token, price_token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const times = new Map<number, { newest: string; oldest: string }>();
    for (const { rowid, createdAt, texts, total, price, product } of sales) {
      insert.run(rowid, ...texts, productToken(this.#numberOf(product)), total, price);
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
