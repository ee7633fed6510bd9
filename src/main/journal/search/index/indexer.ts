import type Database from 'better-sqlite3';
import { z } from 'zod';
import { pluckStatement } from '../../lazily.ts';
import { blockOf } from './blocks.ts';
import { isMergeDue, mergeSome, usualMergePages } from './merge.ts';
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
const Busy = z.array(z.object({ busy: z.int() }));

/** What a step did: `left` are rows of the first fill and events of the log that are still to come; 1 while it only merges. */
export interface Step {
  indexed: number;
  left: number;
}

/** What the next step indexes, all of one moment of the journal: sales and the event they stand at belong together. */
interface Batch {
  /** rows of `indexedColumns` */
  sales: readonly unknown[];
  /** they may be in the index already */
  again: boolean;
  /** whatever is in the index is thrown away first */
  anew: boolean;
  /** where the index stands afterwards; null: there was nothing to do */
  state: IndexState | null;
  /** segments are to be merged */
  merge: 'begin' | 'on' | null;
  left: number;
}

const nothing: Batch = { sales: [], again: false, anew: false, state: null, merge: null, left: 0 };

/**
 * Brings an index up to its journal, step by step. Each step is one transaction together with the place it reached, so that
 * a program killed at any moment goes on where it was.
 * @param journal a connection that only reads
 */
export class Indexer {
  readonly #journal: Database.Database;
  readonly #index: Database.Database;
  readonly #mergePages: number;
  readonly #findProduct: () => Database.Statement;

  /** @param mergePages how much of a merge is done at once, in pages of 4 KB */
  constructor(journal: Database.Database, index: Database.Database, mergePages = usualMergePages) {
    this.#journal = journal;
    this.#index = index;
    this.#mergePages = mergePages;
    this.#findProduct = pluckStatement(index, 'SELECT token FROM products WHERE kind = ? AND code = ? AND names = ?');
  }

  /**
   * The journal is let go of before anything is written: as long as somebody reads in it, SQLite cannot begin its log of writes
   * anew, and once that is full it grows, and every commit of the seller's sees to it again.
   */
  step(): Step {
    const { sales, again, anew, state, merge, left } = this.#journal.transaction(() => this.#next()).deferred();
    if (anew) remake(this.#index);
    if (!state) return { indexed: 0, left };
    const merging = this.#write(sales.map(readIndexedSale), again, state, merge);
    return { indexed: sales.length, left: merging ? Math.max(1, left) : left };
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
    // Somebody who reads may be in the way for longer than is waited for: then both files still hold all of it.
    if (Busy.parse(this.#index.pragma('wal_checkpoint(TRUNCATE)')).some(({ busy }) => busy !== 0)) {
      throw new Error('the search index is being read');
    }
  }

  #next(): Batch {
    const state = readState(this.#index, 'main');
    if (!state || !isOfJournal(this.#journal, state)) return this.#begin();
    if (state.filled < state.fillTo) return this.#fill(state);
    return this.#follow(state);
  }

  #begin(): Batch {
    const [genesis, seq, hash] = MetaRow.parse(
      this.#journal.prepare('SELECT genesis, head_seq, head_hash FROM meta').raw().get(),
    );
    const fillTo = this.#lastRow();
    const state = { genesis, seq, hash, filled: 0, fillTo, mergedTo: 0, merging: false };
    return { ...nothing, anew: true, state, left: fillTo };
  }

  #fill(state: IndexState): Batch {
    const sales = this.#journal
      .prepare(
        `SELECT ${indexedColumns} FROM transactions WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ${fillRows}`,
      )
      .raw()
      .all(state.filled, state.fillTo);
    const last = sales.at(-1);
    const filled = sales.length < fillRows || last === undefined ? state.fillTo : readIndexedSale(last).rowid;
    // Behind the last row there is its merging.
    const left = Math.max(1, state.fillTo - filled + this.#behind(state.seq));
    return { ...nothing, sales, state: { ...state, filled }, left };
  }

  #follow(state: IndexState): Batch {
    const events = this.#journal
      .prepare(`SELECT seq, hash, sale_id FROM events WHERE seq > ? ORDER BY seq LIMIT ${changes}`)
      .raw()
      .all(state.seq)
      .map((row) => EventRow.parse(row));
    const last = events.at(-1);
    const more = events.length === changes;
    const { merge, mergedTo } = this.#merging(state, more);
    if (!last) return merge ? { ...nothing, state: { ...state, mergedTo }, merge } : nothing;
    const ids = new Set(events.flatMap(([, , saleId]) => saleId ?? []));
    const sales = this.#journal
      .prepare(`SELECT ${indexedColumns} FROM transactions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY rowid`)
      .raw()
      .all(JSON.stringify([...ids]));
    const [seq, hash] = last;
    const next = { ...state, seq, hash, mergedTo };
    return { sales, again: true, anew: false, state: next, merge, left: Math.max(more ? 1 : 0, this.#behind(seq)) };
  }

  /** @param more sales that are to be followed first: what is indexed after a merge was begun has segments of its own */
  #merging(state: IndexState, more: boolean): Pick<Batch, 'merge'> & Pick<IndexState, 'mergedTo'> {
    const { merging, mergedTo } = state;
    if (merging) return { merge: 'on', mergedTo };
    const rows = this.#lastRow();
    return !more && isMergeDue(state, rows) ? { merge: 'begin', mergedTo: rows } : { merge: null, mergedTo };
  }

  /** Whether it is still merging afterwards. */
  #write(sales: readonly IndexedSale[], again: boolean, state: IndexState, merge: Batch['merge']): boolean {
    return this.#index
      .transaction(() => {
        this.#put(sales, again);
        const merging = merge !== null && mergeSome(this.#index, merge === 'begin', this.#mergePages);
        writeState(this.#index, { ...state, merging });
        return merging;
      })
      .immediate();
  }

  #lastRow(): number {
    return Whole.parse(this.#journal.prepare('SELECT coalesce(max(rowid), 0) FROM transactions').pluck().get());
  }

  #behind(seq: number): number {
    return Whole.parse(this.#journal.prepare('SELECT head_seq FROM meta').pluck().get()) - seq;
  }

  /** @param again they may be in the index already */
  #put(sales: readonly IndexedSale[], again: boolean): void {
    const insert = this.#index.prepare(
      `INSERT ${again ? 'OR REPLACE ' : ''}INTO grams (rowid, key_grams, number_grams, name_grams, sn_grams, provider_grams,
         receipt_grams, key_fives, number_fives, name_fives, sn_fives, provider_fives, receipt_fives, product_token,
         total_token, price_token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
