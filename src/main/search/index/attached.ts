import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { BlockList } from './blocks.ts';
import { PartList } from './part-list.ts';
import { ProductList } from './product-list.ts';
import { isCurrent } from './schema.ts';
import { type IndexState, isOfJournal, readState } from './state.ts';

const name = 'search';
/** More sales than these behind the index, and reading them one by one is slower than the index is quick. */
const mostBehind = 20_000;

/** What it does not know, or not as it is now. */
export interface Tail {
  /** rows whose sales were changed since */
  changed: readonly number[];
  /** rows that its first fill has not reached, both included; null: it is through */
  unfilled: readonly [first: number, last: number] | null;
}

export interface UsableIndex {
  /** what it is attached as */
  name: string;
  products: ProductList;
  parts: PartList;
  blocks: BlockList;
  tail: Tail;
}

export type IndexFound = { kind: 'ready'; index: UsableIndex } | { kind: 'behind' } | { kind: 'missing' };

/** The index beside a journal that is being read; it may come, go and be replaced at any time. */
export class AttachedIndex {
  readonly #db: Database.Database;
  readonly #path: string;
  #file: string | null = null;
  #shunned: string | null = null;
  #products = new ProductList();
  #parts: PartList;
  #blocks = new BlockList();
  #madeAs: string | null = null;

  constructor(db: Database.Database, path: string) {
    this.#db = db;
    this.#path = path;
    this.#parts = new PartList(db, name);
  }

  /** To be called outside of a transaction, before `look`. Throws when the file is no index. */
  attach(): void {
    const file = fileAt(this.#path);
    if (file === this.#file) return;
    this.detach();
    if (file === null || file === this.#shunned) return;
    this.#db.prepare(`ATTACH ? AS ${name}`).run(this.#path);
    this.#file = file;
  }

  detach(): void {
    if (this.#file !== null) this.#db.exec(`DETACH ${name}`);
    this.#file = null;
    this.#forgetLists();
  }

  /** Lets go of a file that is damaged, and does not touch it again. */
  shun(): void {
    this.#shunned = this.#file;
    this.detach();
  }

  /** Lets go of the file; whatever stands in its place next time is looked at. */
  forgive(): void {
    this.#shunned = null;
    this.detach();
  }

  /** What the index is good for now. Within the transaction of the search, and before the journal is read in it. */
  look(): IndexFound {
    if (this.#file === null || !isCurrent(this.#db, name)) return { kind: 'missing' };
    const state = readState(this.#db, name);
    if (!state || !isOfJournal(this.#db, state)) return { kind: 'missing' };
    const tail = this.#tail(state);
    if (!tail) return { kind: 'behind' };
    // An index that was made anew begins again with other numbers for its products; a part that was is another table.
    const madeAs = this.#schemaVersion();
    if (madeAs !== this.#madeAs) this.#forgetLists();
    this.#madeAs = madeAs;
    this.#blocks.read(this.#db, name);
    this.#parts.read();
    return {
      kind: 'ready',
      index: { name, products: this.#products, parts: this.#parts, blocks: this.#blocks, tail },
    };
  }

  #forgetLists(): void {
    this.#products = new ProductList();
    this.#parts = new PartList(this.#db, name);
    this.#blocks = new BlockList();
    this.#madeAs = null;
  }

  #schemaVersion(): string {
    return String(this.#db.pragma(`${name}.schema_version`, { simple: true }));
  }

  #tail({ seq, filled, fillTo }: IndexState): Tail | null {
    const head = Whole.parse(this.#db.prepare('SELECT head_seq FROM main.meta').pluck().get());
    if (fillTo - filled + head - seq > mostBehind) return null;
    const rows = this.#db
      .prepare(
        'SELECT rowid FROM main.transactions WHERE id IN (SELECT sale_id FROM main.events WHERE seq > ?) ORDER BY rowid',
      )
      .pluck()
      .all(seq);
    return { changed: z.array(Whole).parse(rows), unfilled: filled < fillTo ? [filled + 1, fillTo] : null };
  }
}

const Whole = z.int();

/** Tells one file from another of the same name; null where there is none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev}-${found.ino}-${found.birthtimeNs}` : null;
}
