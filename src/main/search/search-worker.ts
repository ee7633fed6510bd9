/** A worker thread: answers searches one after the other until it is stopped. */

import { statSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { serveCalls } from '../base/worker-pool.ts';
import { connect } from '../db/open-database.ts';
import { type IndexStatus, outlineOf, prepareSearch, type SearchRequest } from './search.ts';
import { attachedName, belongsTo, IndexedFiles, isCurrent, readState } from './search-index.ts';
import { type SearchAnswer, SearchCall } from './search-service.ts';

/** An index with a larger backlog is not used: reading so many sales one by one takes longer than it saves. */
const maxBehind = 20_000;

/** Searches a database through a connection that only reads, with the index where there is a usable one. */
export class SearchReader {
  readonly #db: Database.Database;
  readonly #indexPath: string;
  readonly #search: ReturnType<typeof prepareSearch>;
  /** the index file that is attached; it may come, go and be replaced at any time */
  #attached: string | null = null;
  /** the file that is not to be attached again */
  #released: string | null = null;

  /** Throws DatabaseError, or what SQLite throws, when the database cannot be read. */
  constructor(databasePath: string, indexPath: string) {
    this.#db = connect(databasePath, true);
    this.#indexPath = indexPath;
    this.#search = prepareSearch(this.#db);
  }

  /** @param checkCancelled throws when the search was cancelled; the error is passed on */
  search(request: SearchRequest, today: string | null, checkCancelled: () => void): SearchAnswer {
    // Both files are read in one transaction, the index first: every indexed sale is in the database too.
    const page = (status: () => IndexStatus): TransactionPage =>
      this.#db.transaction(() => this.#search({ request, today, checkCancelled, index: status() })).deferred();
    try {
      this.#attach();
      return { page: page(() => this.#indexStatus()), indexBroken: false };
    } catch (error) {
      // A database that cannot be read throws again without the index.
      if (!(error instanceof Database.SqliteError)) throw error;
      this.release();
      return { page: page(() => ({ kind: 'missing' })), indexBroken: true };
    }
  }

  /** Needs no index. As `search`. */
  outline(request: OutlineSearch, checkCancelled: () => void): TransactionOutline {
    return this.#db.transaction(() => outlineOf(this.#db, request, checkCancelled)).deferred();
  }

  /** Closes the index's file, so that another can take its place. */
  release(): void {
    this.#released = this.#attached ?? fileAt(this.#indexPath);
    this.#detach();
  }

  close(): void {
    this.#db.close();
  }

  /** Must run outside a transaction. Throws when the file is no database. */
  #attach(): void {
    const file = fileAt(this.#indexPath);
    if (file === this.#attached) return;
    this.#detach();
    if (file === null || file === this.#released) return;
    this.#db.prepare(`ATTACH ? AS ${attachedName}`).run(this.#indexPath);
    this.#attached = file;
  }

  #detach(): void {
    if (this.#attached !== null) this.#db.exec(`DETACH ${attachedName}`);
    this.#attached = null;
  }

  #indexStatus(): IndexStatus {
    if (this.#attached === null || !isCurrent(this.#db, attachedName)) return { kind: 'missing' };
    const state = readState(this.#db, attachedName);
    if (!state || !belongsTo(this.#db, state)) return { kind: 'missing' };
    const { seq, filled, fillTo } = state;
    const head = Whole.parse(this.#db.prepare('SELECT head_seq FROM main.metadata').pluck().get());
    if (fillTo - filled + head - seq > maxBehind) return { kind: 'behind' };
    const rows = this.#db
      .prepare('SELECT rowid FROM main.transactions WHERE id IN (SELECT sale_id FROM main.events WHERE seq > ?)')
      .pluck()
      .all(seq);
    const unfilled = filled < fillTo ? ([filled + 1, fillTo] as const) : null;
    return { kind: 'ready', index: { changed: z.array(Whole).parse(rows), unfilled } };
  }
}

const Whole = z.int();

/** The identity of a file, to notice a replacement under the same name; null where there is none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev}-${found.ino}-${found.birthtimeNs}` : null;
}

function serve(): void {
  const { database, index } = IndexedFiles.parse(workerData);
  const reader = new SearchReader(database, index);
  serveCalls((input, { throwIfCancelled }) => {
    const call = SearchCall.parse(input);
    switch (call.do) {
      case 'search':
        return reader.search(call.request, call.today, throwIfCancelled);
      case 'outline':
        return reader.outline(call.request, throwIfCancelled);
      case 'release':
        return reader.release();
    }
  });
}

if (!isMainThread) serve();
