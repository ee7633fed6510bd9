import { existsSync, renameSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError } from '../db/database-error.ts';
import { documentColumns, documentsOf, indexedColumns } from './grams.ts';
import {
  belongsTo,
  type IndexState,
  nextIndexPath,
  openIndex,
  readState,
  removeIndex,
  writeState,
} from './index-file.ts';

/** Large batches delay the seller's commits. */
const fillRows = 500;
const maxEvents = 200;
/** Pages of 4 KB that one step merges: it takes about as long as a step of the first fill. */
const mergePages = 256;

const MetaRow = z.tuple([z.instanceof(Uint8Array), z.int(), z.instanceof(Uint8Array)]);
const EventRow = z.tuple([z.int(), z.instanceof(Uint8Array), z.string().nullable(), z.string()]);
const Whole = z.int();

interface Batch {
  /** rows of `indexedColumns` */
  rows: readonly unknown[];
  /** what is reached with them */
  state: IndexState;
}

/**
 * Brings an index up to its database, step by step. A step is one transaction of the index, together with the position it
 * reaches, so that a killed program continues there. Changes are read from the log, erasures too.
 */
export class Indexer {
  readonly #db: Database.Database;
  readonly #index: Database.Database;
  readonly #mergePages: number;

  /** @param db a connection that only reads */
  constructor(db: Database.Database, index: Database.Database, pages = mergePages) {
    this.#db = db;
    this.#index = index;
    this.#mergePages = pages;
  }

  get holdsErased(): boolean {
    return readState(this.#index, 'main')?.holdsErased ?? false;
  }

  /**
   * Whether there is more to do. The database is not read while the index is written: as long as somebody reads, SQLite cannot
   * restart the database's write-ahead log. Throws DatabaseError ("corrupt") for the index of another database.
   */
  step(): boolean {
    const state = readState(this.#index, 'main');
    const batch = this.#db.transaction(() => this.#next(state)).deferred();
    if (!batch) return this.#merge(this.#mergePages);
    const documents = documentsOf(batch.rows);
    this.#index
      .transaction(() => {
        const places = documentColumns.replaceAll(/\w+/g, '?');
        const insert = this.#index.prepare(`INSERT INTO grams (rowid, ${documentColumns}) VALUES (?, ${places})`);
        for (const { second, texts } of documents) insert.run(second, ...texts);
        writeState(this.#index, batch.state);
        // After the first fill all segments become one.
        if (isFilled(batch.state) && !(state && isFilled(state))) this.#merge(-this.#mergePages);
      })
      .immediate();
    return true;
  }

  /** The next batch, read in one transaction: rows and the position they belong to. Null when there is none. */
  #next(state: IndexState | null): Batch | null {
    if (!state) return { rows: [], state: this.#begin() };
    if (!belongsTo(this.#db, state)) throw new DatabaseError('corrupt', 'the search index is of another database');
    return isFilled(state) ? this.#follow(state) : this.#fill(state);
  }

  #begin(): IndexState {
    const [genesis, seq, hash] = MetaRow.parse(
      this.#db.prepare('SELECT genesis, head_seq, head_hash FROM metadata').raw().get(),
    );
    const lastRow = this.#db.prepare('SELECT coalesce(max(rowid), 0) FROM transactions').pluck().get();
    return { genesis, seq, hash, filled: 0, fillTo: Whole.parse(lastRow), holdsErased: false };
  }

  #fill(state: IndexState): Batch {
    const edge = this.#db
      .prepare(`SELECT rowid FROM transactions WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET ${fillRows - 1}`)
      .pluck()
      .get(state.filled);
    const filled = edge === undefined ? state.fillTo : Math.min(Whole.parse(edge), state.fillTo);
    const rows = this.#db
      .prepare(`SELECT ${indexedColumns} FROM transactions WHERE rowid > ? AND rowid <= ?`)
      .all(state.filled, filled);
    return { rows, state: { ...state, filled } };
  }

  #follow(state: IndexState): Batch | null {
    const events = this.#db
      .prepare(`SELECT seq, hash, sale_id, type FROM events WHERE seq > ? ORDER BY seq LIMIT ${maxEvents}`)
      .raw()
      .all(state.seq)
      .map((row) => EventRow.parse(row));
    const last = events.at(-1);
    if (!last) return null;
    const ids = events.flatMap(([, , saleId]) => saleId ?? []);
    const rows = this.#db
      .prepare(`SELECT ${indexedColumns} FROM transactions WHERE id IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(ids));
    const holdsErased = state.holdsErased || events.some(([, , , type]) => type === 'sale.erased');
    return { rows, state: { ...state, seq: last[0], hash: last[1], holdsErased } };
  }

  /**
   * Merges some pages of FTS5's segments; whether there may be more. A full index has as many segments as its fill had batches,
   * and every gram is looked up in each.
   * @param pages negative: begins to merge all segments into one
   */
  #merge(pages: number): boolean {
    const changes = (): number => Whole.parse(this.#index.prepare('SELECT total_changes()').pluck().get());
    const before = changes();
    this.#index.prepare(`INSERT INTO grams (grams, rank) VALUES ('merge', ?)`).run(pages);
    // The command itself counts as one change.
    return changes() - before > 1;
  }
}

const isFilled = ({ filled, fillTo }: IndexState): boolean => filled >= fillTo;

/**
 * Keeps the index file up to its database. An index that holds erased data is built anew in a second file, which then takes its
 * place: FTS5 keeps the grams of removed documents in its segments, and SQLite the bytes of removed rows on their pages. The old
 * file serves searches until then.
 */
export class IndexUpdater {
  readonly #db: Database.Database;
  readonly #path: string;
  readonly #nextPath: string;
  readonly #release: () => Promise<void>;
  #current: OpenIndex | null = null;
  #next: OpenIndex | null = null;

  /**
   * @param db a connection that only reads
   * @param release makes the readers of the index close its file, as Windows replaces no open file
   */
  constructor(db: Database.Database, path: string, release: () => Promise<void>) {
    this.#db = db;
    this.#path = path;
    this.#nextPath = nextIndexPath(path);
    this.#release = release;
  }

  /** Whether there is more to do. Afterwards nothing is left that was erased when the last step began. */
  async step(): Promise<boolean> {
    const { indexer } = (this.#current ??= this.#open(this.#path));
    if (indexer.step()) return true;
    if (!indexer.holdsErased) {
      // Of a program that was killed after the replacement was begun in vain.
      if (this.#next || existsSync(this.#nextPath)) this.#removeNext();
      return false;
    }
    return this.#rebuild();
  }

  /** Removes the index. The next step begins another. */
  async discard(): Promise<void> {
    await this.#release();
    this.close();
    this.#removeNext();
    removeIndex(this.#path);
  }

  close(): void {
    this.#current?.index.close();
    this.#current = null;
    this.#next?.index.close();
    this.#next = null;
  }

  async #rebuild(): Promise<boolean> {
    try {
      const { indexer } = (this.#next ??= this.#open(this.#nextPath));
      if (indexer.step()) return true;
      if (indexer.holdsErased) {
        this.#removeNext();
        return true;
      }
    } catch (error) {
      this.#removeNext();
      throw error;
    }
    await this.#release();
    this.close();
    for (const end of ['-wal', '-shm']) rmSync(this.#path + end, { force: true });
    renameSync(this.#nextPath, this.#path);
    return true;
  }

  #removeNext(): void {
    this.#next?.index.close();
    this.#next = null;
    removeIndex(this.#nextPath);
  }

  #open(path: string): OpenIndex {
    const index = openIndex(path);
    return { index, indexer: new Indexer(this.#db, index) };
  }
}

interface OpenIndex {
  index: Database.Database;
  indexer: Indexer;
}
