import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { CounterId } from '../../shared/contract/office.ts';
import { DatabaseError } from '../db/database-error.ts';
import { documentColumns, documentsOf, indexedColumns } from './grams.ts';

/** The schema name under which searches attach the index. */
export const attachedName = 'search';

/** "KntS" */
const applicationId = 0x4b6e7453;
/** Grows when the grams change. Another set of columns makes another version too. */
const version = crc32(`9 ${documentColumns}`) & 0x7fffffff;

/**
 * `grams` has a document for each second in which a sale was made, whose rowid is the second's place (grams.ts), so that it is read in
 * the order of the list. It holds every three neighbouring characters of what the sales are found by (grams.ts), and no text. It is
 * only added to: a sale that changes gets the grams of both versions, and the search compares what it finds with the database.
 */
const schema = `
CREATE TABLE state (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  genesis BLOB NOT NULL,
  seq INTEGER NOT NULL,
  hash BLOB NOT NULL,
  filled INTEGER NOT NULL,
  fill_to INTEGER NOT NULL,
  holds_erased INTEGER NOT NULL CHECK (holds_erased IN (0, 1))
) STRICT;
CREATE VIRTUAL TABLE grams USING fts5(
  ${documentColumns}, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
);
-- As many segments as the merge leaves, every gram is looked up in.
INSERT INTO grams (grams, rank) VALUES ('usermerge', 2);
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${version};
`;

/** The paths of a database and of its index. */
export const IndexedFiles = z.object({ database: z.string(), index: z.string() });
export type IndexedFiles = z.infer<typeof IndexedFiles>;

/** Start data of the threads: one database, or those of several counters, which are searched together. */
export const SearchedFiles = z.array(IndexedFiles.extend({ counter: CounterId.optional() }));
export type SearchedFiles = z.infer<typeof SearchedFiles>;

const Bytes = z.instanceof(Uint8Array);
const Whole = z.int();

/** How far an index has got. */
export const IndexState = z.object({
  /** the database whose sales it holds */
  genesis: Bytes,
  /** the last event of the log that is in it, and that event's hash: after a restore the number may belong to another event */
  seq: Whole,
  hash: Bytes,
  /** the first fill has reached row `filled` and ends with row `fillTo`; later changes come from the log */
  filled: Whole,
  fillTo: Whole,
  /** whether it holds data that was erased from the database since */
  holdsErased: Whole.transform((value) => value === 1),
});
export type IndexState = z.infer<typeof IndexState>;

const busyMs = 5000;
/**
 * The size of the index's write-ahead log. Pages that merging writes and drops again never reach the file, and the disk is
 * flushed a quarter as often as with SQLite's four megabytes: each time the seller's commit waits.
 */
const logPages = 8192;
const pageBytes = 4096;

/**
 * Opens the index for its only writer; creates it where there is none. Throws DatabaseError ("corrupt") when the file is damaged
 * or of another version. The check reads the whole file: damaged grams would silently find too little.
 */
export function openIndex(path: string): Database.Database {
  // It holds parts of customers' numbers and names: only its owner may read it.
  closeSync(openSync(path, 'a', 0o600));
  const index = new Database(path, { timeout: busyMs });
  try {
    index.exec(`
      PRAGMA trusted_schema = OFF;
      PRAGMA journal_mode = WAL;
      -- What a power failure takes is read from the database again.
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = ${logPages};
      PRAGMA journal_size_limit = ${logPages * pageBytes};`);
    const isEmpty = Whole.parse(index.pragma('schema_version', { simple: true })) === 0;
    if (isEmpty) index.transaction(() => index.exec(schema)).immediate();
    else if (!isCurrent(index, 'main')) throw new DatabaseError('corrupt', 'the search index is of another version');
    else checkIndex(index);
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}

/** Throws DatabaseError ("corrupt") where pages, or FTS5's own structures in them, are damaged. */
export function checkIndex(index: Database.Database): void {
  const result = z.string().parse(index.pragma('quick_check(1)', { simple: true }));
  if (result !== 'ok') throw new DatabaseError('corrupt', 'the search index is damaged');
}

/** Where an index is built that takes the place of another. */
const nextPath = (path: string): string => `${path}-next`;

function removeFiles(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
}

/** Removes the index, and the one that is to take its place. */
export function removeIndex(path: string): void {
  removeFiles(nextPath(path));
  removeFiles(path);
}

/** @param name the schema under which the file is attached */
export function isCurrent(db: Database.Database, name: string): boolean {
  const pragma = (word: string): number => Whole.parse(db.pragma(`${name}.${word}`, { simple: true }));
  return pragma('application_id') === applicationId && pragma('user_version') === version;
}

/** Null for an index that was never written. @param name the schema under which the index is attached */
export const readState = (db: Database.Database, name: string): IndexState | null => prepareReadState(db, name)();

export function prepareReadState(db: Database.Database, name: string): () => IndexState | null {
  const select = db.prepare(
    `SELECT genesis, seq, hash, filled, fill_to AS fillTo, holds_erased AS holdsErased FROM ${name}.state`,
  );
  return () => {
    const row = select.get();
    return row === undefined ? null : IndexState.parse(row);
  };
}

/** Whether the database's log has the event that the index has reached. */
export const belongsTo = (db: Database.Database, state: IndexState): boolean => prepareBelongsTo(db)(state);

export function prepareBelongsTo(db: Database.Database): (state: IndexState) => boolean {
  const genesis = db.prepare('SELECT genesis FROM main.metadata').pluck();
  const hashOf = db.prepare('SELECT hash FROM main.events WHERE seq = ?').pluck();
  const isSame = (stored: unknown, own: Uint8Array): boolean => Buffer.compare(Bytes.parse(stored), own) === 0;
  return (state) => {
    if (!isSame(genesis.get(), state.genesis)) return false;
    if (state.seq === 0) return true;
    const hash = hashOf.get(state.seq);
    return hash !== undefined && isSame(hash, state.hash);
  };
}

/** Large batches delay the seller's commits. */
const fillRows = 500;
const maxEvents = 200;
/** Pages of 4 KB merged in one step: it takes about as long as a step of the first fill. */
const mergePages = 256;

const EventRow = z.tuple([Whole, Bytes, z.string().nullable(), z.string()]);

/** Rows of `indexedColumns`, and the position after them. */
interface Batch {
  rows: readonly unknown[];
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

  close(): void {
    this.#index.close();
  }

  get holdsErased(): boolean {
    return readState(this.#index, 'main')?.holdsErased ?? false;
  }

  /**
   * One step of indexing; whether there is more to do. The database is not read while the index is written: SQLite cannot
   * restart the database's write-ahead log while it has a reader. Throws DatabaseError ("corrupt") for the index of another
   * database.
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
        for (const { place, texts } of documents) insert.run(place, ...texts);
        this.#index
          .prepare(
            `INSERT OR REPLACE INTO state (only, genesis, seq, hash, filled, fill_to, holds_erased)
             VALUES (1, @genesis, @seq, @hash, @filled, @fillTo, @holdsErased)`,
          )
          .run({ ...batch.state, holdsErased: batch.state.holdsErased ? 1 : 0 });
        // After the first fill all segments become one.
        if (isFilled(batch.state) && !(state && isFilled(state))) this.#merge(-this.#mergePages);
      })
      .immediate();
    return true;
  }

  /** The next batch, read in one transaction: rows and the position they belong to. Null when there is none. */
  #next(state: IndexState | null): Batch | null {
    if (!state) {
      const begin = `SELECT genesis, head_seq AS seq, head_hash AS hash, 0 AS filled, 0 AS holdsErased,
        (SELECT coalesce(max(rowid), 0) FROM transactions) AS fillTo FROM metadata`;
      return { rows: [], state: IndexState.parse(this.#db.prepare(begin).get()) };
    }
    if (!belongsTo(this.#db, state)) throw new DatabaseError('corrupt', 'the search index is of another database');
    return isFilled(state) ? this.#follow(state) : this.#fill(state);
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
 * Keeps the index file up to date with its database. An index that holds erased data is rebuilt in a second file, which then
 * replaces it: FTS5 keeps the grams of removed documents in its segments, and SQLite the bytes of removed rows on their pages.
 * The old file serves searches until then.
 */
export class IndexUpdater {
  readonly #db: Database.Database;
  readonly #path: string;
  readonly #release: () => Promise<void>;
  #current: Indexer | null = null;
  #next: Indexer | null = null;

  /**
   * @param db a connection that only reads
   * @param release makes the readers of the index close its file, as Windows replaces no open file
   */
  constructor(db: Database.Database, path: string, release: () => Promise<void>) {
    this.#db = db;
    this.#path = path;
    this.#release = release;
  }

  /** Whether there is more to do. Afterwards nothing is left that was erased when the last step began. */
  async step(): Promise<boolean> {
    const indexer = (this.#current ??= new Indexer(this.#db, openIndex(this.#path)));
    if (indexer.step()) return true;
    if (!indexer.holdsErased) {
      // Left by a program that was killed during a rebuild.
      if (this.#next || existsSync(nextPath(this.#path))) this.#removeNext();
      return false;
    }
    return this.#rebuild();
  }

  /** Removes the index. The next step begins another. */
  async discard(): Promise<void> {
    await this.#release();
    this.close();
    removeIndex(this.#path);
  }

  close(): void {
    this.#current?.close();
    this.#current = null;
    this.#next?.close();
    this.#next = null;
  }

  async #rebuild(): Promise<boolean> {
    try {
      const indexer = (this.#next ??= new Indexer(this.#db, openIndex(nextPath(this.#path))));
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
    renameSync(nextPath(this.#path), this.#path);
    return true;
  }

  #removeNext(): void {
    this.#next?.close();
    this.#next = null;
    removeFiles(nextPath(this.#path));
  }
}
