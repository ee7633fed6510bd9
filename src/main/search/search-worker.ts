/** A worker thread: answers searches one after the other until it is stopped. */

import { statSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { TransactionOutline } from '../../shared/contract/transactions.ts';
import { serveCalls } from '../base/worker-pool.ts';
import { connect } from '../db/open-database.ts';
import {
  type IndexStatus,
  outlineOf,
  prepareSource,
  type SearchRequest,
  type SearchSource,
  searchSources,
} from './search.ts';
import { attachedName, isCurrent, prepareBelongsTo, prepareReadState, SearchedFiles } from './search-index.ts';
import { ofCounter, type SearchAnswer, SearchCall } from './search-service.ts';

/** Indexes with a larger backlog are not used: reading that number of sales one by one takes longer than they save. */
const maxBehind = 20_000;

/**
 * Pages that are kept between searches, of all databases together, and as many of their indexes. Searches for ever other texts at an office
 * are a third slower with as many for each: a page that replaces another takes its memory, while each new one is asked of the system.
 */
const cacheKib = 8 * 1024;

type Sources = Parameters<typeof searchSources>[0];

/** A database that is searched through a connection that only reads, with its index where there is a usable one. */
export class SearchReader {
  readonly counter: string | undefined;
  readonly indexPath: string;
  readonly #db: Database.Database;
  readonly #source: SearchSource;
  /** the index file that is attached; it may come, go and be replaced at any time */
  #attached: string | null = null;
  /** of what is attached */
  #readStatus: ((most: number) => IndexStatus) | null = null;
  /** the file that is not to be attached again */
  #released: string | null = null;

  readonly #cacheKib: number;

  /**
   * Throws DatabaseError, or what SQLite throws, when the database cannot be read.
   * @param share among how many databases the memory is shared
   */
  constructor({ database, index, counter }: SearchedFiles[number], share = 1) {
    this.#cacheKib = Math.ceil(cacheKib / share);
    this.#db = connect(database, true);
    this.#db.pragma(`main.cache_size = -${this.#cacheKib}`);
    this.indexPath = index;
    this.counter = counter;
    this.#source = prepareSource(this.#db);
  }

  /** @param checkCancelled throws when the search was cancelled; the error goes to the caller */
  search(request: SearchRequest, today: string | null, checkCancelled: () => void): SearchAnswer {
    return searchReaders([this], { request, today, share: 1, checkCancelled });
  }

  /**
   * Within a transaction of each: the index is read first, so that every indexed sale is in the database too.
   * @param share among how many databases the search is shared
   * @param withIndex false: every sale is read
   */
  static read<T>(
    readers: readonly SearchReader[],
    share: number,
    work: (sources: Sources) => T,
    withIndex: (reader: SearchReader) => boolean = () => true,
  ): T {
    const [first, ...others] = readers;
    const statuses: Array<{ source: SearchSource; index: IndexStatus }> = [];
    const begin = (reader: SearchReader | undefined, rest: readonly SearchReader[]): T => {
      if (!reader) return work(statuses);
      const [next, ...more] = rest;
      return reader.#db
        .transaction(() => {
          const index = withIndex(reader) ? reader.#indexStatus(maxBehind / share) : ({ kind: 'missing' } as const);
          statuses.push({ source: reader.#source, index });
          return begin(next, more);
        })
        .deferred();
    };
    for (const reader of readers) if (withIndex(reader)) reader.#attach();
    return begin(first, others);
  }

  /** Closes the index's file, so that another can take its place. */
  release(): void {
    this.#released = this.#attached ?? fileAt(this.indexPath);
    this.#detach();
  }

  close(): void {
    this.#db.close();
  }

  /** Must run outside a transaction. Throws when the file is no database. */
  #attach(): void {
    const file = fileAt(this.indexPath);
    if (file === this.#attached) return;
    this.#detach();
    if (file === null || file === this.#released) return;
    this.#db.prepare(`ATTACH ? AS ${attachedName}`).run(this.indexPath);
    this.#db.pragma(`${attachedName}.cache_size = -${this.#cacheKib}`);
    this.#attached = file;
  }

  #detach(): void {
    if (this.#attached !== null) this.#db.exec(`DETACH ${attachedName}`);
    this.#attached = null;
    this.#readStatus = null;
  }

  /** @param most with a larger backlog it is not used */
  #indexStatus(most: number): IndexStatus {
    if (this.#attached === null) return { kind: 'missing' };
    // A file that was just made has no version yet; one that has keeps it.
    if (!this.#readStatus && !isCurrent(this.#db, attachedName)) return { kind: 'missing' };
    return (this.#readStatus ??= prepareIndexStatus(this.#db))(most);
  }
}

const Whole = z.int();

/** How far the attached index goes. */
function prepareIndexStatus(db: Database.Database): (most: number) => IndexStatus {
  const readState = prepareReadState(db, attachedName);
  const belongsTo = prepareBelongsTo(db);
  const headSeq = db.prepare('SELECT head_seq FROM main.metadata').pluck();
  const changed = db
    .prepare('SELECT rowid FROM main.transactions WHERE id IN (SELECT sale_id FROM main.events WHERE seq > ?)')
    .pluck();
  return (most) => {
    const state = readState();
    if (!state || !belongsTo(state)) return { kind: 'missing' };
    const { seq, filled, fillTo } = state;
    const head = Whole.parse(headSeq.get());
    if (fillTo - filled + head - seq > most) return { kind: 'behind' };
    const rows = head === seq ? [] : changed.all(seq);
    const unfilled = filled < fillTo ? ([filled + 1, fillTo] as const) : null;
    return { kind: 'ready', index: { changed: z.array(Whole).parse(rows), unfilled } };
  };
}

/** The identity of a file, to notice a replacement under the same name; null where there is none. */
function fileAt(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats ? `${stats.dev}-${stats.ino}-${stats.birthtimeNs}` : null;
}

/** One list of the sales of these databases. As SearchReader.search. */
function searchReaders(
  counterReaders: readonly SearchReader[],
  params: Parameters<typeof searchSources>[1] & { share: number },
): SearchAnswer {
  const search = (among: readonly SearchReader[], withIndex?: (reader: SearchReader) => boolean) => {
    const result = SearchReader.read(among, params.share, (sources) => searchSources(sources, params), withIndex);
    const counters = result.places.flatMap((place) => among[place]?.counter ?? []);
    return { page: counters.length > 0 ? { ...result.page, counters } : result.page, isExact: result.isExact };
  };
  try {
    return { ...search(counterReaders), indexBroken: false, broken: [] };
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    const broken = counterReaders.filter((reader) => {
      try {
        search([reader]);
        return false;
      } catch (own) {
        if (!(own instanceof Database.SqliteError)) throw own;
        reader.release();
        return true;
      }
    });
    // A database that cannot be read throws again without the index.
    return {
      ...search(counterReaders, (reader) => !broken.includes(reader)),
      indexBroken: true,
      broken: broken.map(({ indexPath }) => indexPath),
    };
  }
}

function serve(): void {
  const files = SearchedFiles.parse(workerData);
  const readers = files.map((file) => new SearchReader(file, files.length));
  serveCalls((input, { throwIfCancelled }) => {
    const call = SearchCall.parse(input);
    switch (call.do) {
      case 'search': {
        const { request, today, slice } = call;
        const counterReaders = ofCounter(readers, request.counter);
        const params = { request, today, share: counterReaders.length, checkCancelled: throwIfCancelled };
        return searchReaders(counterReaders.slice(slice.start, slice.end), params);
      }
      case 'outline': {
        const { request } = call;
        const counterReaders = ofCounter(readers, request.counter);
        // Needs no index.
        const outline = (sources: Sources): TransactionOutline =>
          outlineOf(
            sources.map(({ source }) => source.db),
            request,
            throwIfCancelled,
          );
        return SearchReader.read(counterReaders, counterReaders.length, outline, () => false);
      }
      case 'release':
        return readers.find(({ indexPath }) => indexPath === call.index)?.release();
    }
  });
}

if (!isMainThread) serve();
