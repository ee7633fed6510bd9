import type Database from 'better-sqlite3';
import { z } from 'zod';
import { GramTables } from './gram-tables.ts';
import { leaveSome, leavingTables } from './leaving.ts';
import { isMergeDue, mergeSome, usualPages } from './merge.ts';
import { lastOf, type Part, readParts, rowsIn, startOf, writePart } from './parts.ts';
import { type IndexedSale, indexedColumns, readIndexedSale } from './sale-grams.ts';
import { remake } from './schema.ts';
import { type IndexState, isOfJournal, readState, writeState } from './state.ts';

/** Fills in large batches stall later commits; small ones leave an index that grew as a shop's does. */
const fillRows = 500;
const changes = 200;

const MetaRow = z.tuple([z.instanceof(Uint8Array), z.int(), z.instanceof(Uint8Array)]);
const EventRow = z.tuple([z.int(), z.instanceof(Uint8Array), z.string().nullable(), z.string()]);
const Whole = z.int();
const Busy = z.array(z.object({ busy: z.int() }));

/** What a step did: `left` are rows of the first fill and events of the log that are still to come; 1 while something else is. */
export interface Step {
  indexed: number;
  left: number;
}

/** What the next step does, all of one moment of the journal: sales and the event they stand at belong together. */
interface Batch {
  /** rows of `indexedColumns` */
  sales: readonly unknown[];
  left: number;
  /** in a transaction, or null: there was nothing to do. @returns whether it is to be gone on with */
  write: ((sales: readonly IndexedSale[]) => boolean) | null;
  /** whatever is in the index is thrown away first */
  anew?: true;
}

const nothing: Batch = { sales: [], left: 0, write: null };

/**
 * Brings an index up to its journal, step by step. Each step is one transaction together with the place it reached, so that
 * a program killed at any moment goes on where it was. Who was erased is read in the log like everything else: the parts that
 * hold him are written anew from the journal, whoever was told to do so or not.
 * @param journal a connection that only reads
 */
export class Indexer {
  readonly #journal: Database.Database;
  readonly #index: Database.Database;
  readonly #pages: number;
  readonly #grams: GramTables;

  /** @param pages of 4 KB, so many of a merge, or of what leaves, are done at once */
  constructor(journal: Database.Database, index: Database.Database, pages = usualPages) {
    this.#journal = journal;
    this.#index = index;
    this.#pages = pages;
    this.#grams = new GramTables(index);
  }

  /**
   * The journal is let go of before anything is written: as long as somebody reads in it, SQLite cannot begin its log of writes
   * anew, and once that is full it grows, and every commit of the seller's sees to it again.
   */
  step(): Step {
    const { sales, left, write, anew } = this.#journal.transaction(() => this.#next()).deferred();
    if (anew) remake(this.#index);
    if (!write) return { indexed: 0, left };
    const goesOn = this.#index.transaction(() => write(sales.map(readIndexedSale))).immediate();
    return { indexed: sales.length, left: goesOn ? Math.max(1, left) : left };
  }

  /**
   * To be called when a step left nothing: what was overwritten in the file still stands in its log of writes. Throws when
   * somebody reads for longer than is waited for: then both files may hold all of it.
   */
  emptyLog(): void {
    if (Busy.parse(this.#index.pragma('wal_checkpoint(TRUNCATE)')).some(({ busy }) => busy !== 0)) {
      throw new Error('the search index is being read');
    }
  }

  #next(): Batch {
    const state = readState(this.#index, 'main');
    if (!state || !isOfJournal(this.#journal, state)) return this.#begin();
    if (state.filled < state.fillTo) return this.#fill(state);
    return this.#follow(state) ?? this.#leave() ?? this.#writeAnew() ?? this.#merge() ?? nothing;
  }

  #begin(): Batch {
    const [genesis, seq, hash] = MetaRow.parse(
      this.#journal.prepare('SELECT genesis, head_seq, head_hash FROM meta').raw().get(),
    );
    const fillTo = this.#lastRow();
    const write = (): boolean => {
      writeState(this.#index, { genesis, seq, hash, filled: 0, fillTo });
      return false;
    };
    return { sales: [], left: fillTo, write, anew: true };
  }

  #fill(state: IndexState): Batch {
    const { sales, last } = this.#rows(state.filled, state.fillTo);
    const filled = last ?? state.fillTo;
    const write = (read: readonly IndexedSale[]): boolean => {
      this.#grams.put(read, false);
      writeState(this.#index, { ...state, filled });
      return false;
    };
    // Behind the last row there is its merging.
    return { sales, left: Math.max(1, state.fillTo - filled + this.#behind(state.seq)), write };
  }

  #follow(state: IndexState): Batch | null {
    const events = this.#journal
      .prepare(`SELECT seq, hash, sale_id, type FROM events WHERE seq > ? ORDER BY seq LIMIT ${changes}`)
      .raw()
      .all(state.seq)
      .map((row) => EventRow.parse(row));
    const last = events.at(-1);
    if (!last) return null;
    const sales = this.#journal
      .prepare(`SELECT ${indexedColumns} FROM transactions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY rowid`)
      .raw()
      .all(idsOf(events));
    const erased = this.#journal
      .prepare('SELECT rowid FROM transactions WHERE id IN (SELECT value FROM json_each(?))')
      .pluck()
      .all(idsOf(events.filter(([, , , type]) => type === 'sale.erased')));
    const [seq, hash] = last;
    const write = (read: readonly IndexedSale[]): boolean => {
      this.#grams.put(read, true);
      this.#grams.markErased(z.array(Whole).parse(erased));
      writeState(this.#index, { ...state, seq, hash });
      return true;
    };
    return { sales, left: this.#behind(seq), write };
  }

  /** Some more of what was searched until its part was written anew. */
  #leave(): Batch | null {
    const [table] = leavingTables(this.#index);
    if (table === undefined) return null;
    const write = (): boolean => {
      leaveSome(this.#index, table, this.#pages);
      return true;
    };
    return { sales: [], left: 1, write };
  }

  /** The next rows of a part that holds what was erased. Nothing is behind, so whatever the journal has is in the index. */
  #writeAnew(): Batch | null {
    const parts = readParts(this.#index, 'main');
    const part = parts.find(({ anewTo }) => anewTo !== null) ?? parts.find(({ erased }) => erased);
    if (!part) return null;
    const { sales, last } = this.#rows(part.anewTo ?? startOf(part.part), lastOf(part.part));
    const write = (read: readonly IndexedSale[]): boolean => {
      this.#grams.writeAnew(part, read, last);
      return true;
    };
    return { sales, left: 1, write };
  }

  #merge(): Batch | null {
    const rows = this.#lastRow();
    const parts = readParts(this.#index, 'main');
    const begun = parts.find(({ merging }) => merging);
    const part: Part | undefined = begun ?? parts.find((each) => isMergeDue(each, rows));
    if (!part) return null;
    const merged = begun ? part.merged : rowsIn(part, rows);
    const write = (): boolean => {
      const merging = mergeSome(this.#index, part, !begun, this.#pages);
      writePart(this.#index, { ...part, merged, merging });
      return true;
    };
    return { sales: [], left: 1, write };
  }

  /** Rows behind one and up to another; `last` is where the next ones begin, null: there are no more. */
  #rows(behind: number, to: number): { sales: readonly unknown[]; last: number | null } {
    const sales = this.#journal
      .prepare(
        `SELECT ${indexedColumns} FROM transactions WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ${fillRows}`,
      )
      .raw()
      .all(behind, to);
    const last = sales.at(-1);
    return { sales, last: sales.length < fillRows || last === undefined ? null : readIndexedSale(last).rowid };
  }

  #lastRow(): number {
    return Whole.parse(this.#journal.prepare('SELECT coalesce(max(rowid), 0) FROM transactions').pluck().get());
  }

  #behind(seq: number): number {
    return Whole.parse(this.#journal.prepare('SELECT head_seq FROM meta').pluck().get()) - seq;
  }
}

const idsOf = (events: readonly z.infer<typeof EventRow>[]): string =>
  JSON.stringify([...new Set(events.flatMap(([, , saleId]) => saleId ?? []))]);
