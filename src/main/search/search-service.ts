import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { z } from 'zod';
import { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { singleFlight, withTimeout } from '../base/async.ts';
import type { System, WorkerThread } from '../base/system.ts';
import { CancelledError, longLivedLimits, WorkerError } from '../base/worker-pool.ts';
import { mergePages, SearchRequest } from './search.ts';
import { removeIndex, type SearchedFiles } from './search-index.ts';

/** A request to the search thread. */
export const SearchCall = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('search'),
    request: SearchRequest,
    today: z.string().nullable(),
    /** which of the asked databases this thread searches, by their places; `end` excluded */
    slice: z.object({ start: z.int(), end: z.int() }),
  }),
  z.object({ do: z.literal('outline'), request: OutlineSearch }),
  /** @property index path */
  z.object({ do: z.literal('release'), index: z.string() }),
]);
export type SearchCall = z.infer<typeof SearchCall>;

/** Those that a request asks for: a counter's own database has no counter. */
export const ofCounter = <F extends { readonly counter?: string | undefined }>(
  files: readonly F[],
  counter: string | undefined,
): readonly F[] => (counter === undefined ? files : files.filter((file) => (file.counter ?? counter) === counter));

export const SearchAnswer = z.object({
  page: TransactionPage,
  /** see searchSources */
  isExact: z.boolean(),
  /** an index's file is damaged; the reader does not touch it again until another takes its place */
  indexBroken: z.boolean(),
  /** which */
  broken: z.array(z.string()),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** A request to the index thread. */
export const IndexCall = z.union([
  /** removes that index, which is damaged, and builds another */
  z.object({ discard: z.string() }),
  z.enum([
    /** its progress is of `IndexEvent`; it is answered only when the thread stops */
    'run',
    /** the database was written to */
    'follow',
    /** answers whether the index holds none of the erased data any more */
    'forget',
    /** answers the event "release" */
    'released',
    'stop',
  ]),
]);
export type IndexCall = z.infer<typeof IndexCall>;

export const IndexEvent = z.discriminatedUnion('kind', [
  /** the readers of the index are to close its file, so that another can take its place */
  z.object({ kind: z.literal('release'), index: z.string() }),
  /** the index could not be written; it is tried again */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type IndexEvent = z.infer<typeof IndexEvent>;

interface SearchServiceOptions {
  system: Pick<System, 'workers' | 'clock'>;
  /** searches on the seller's connection, without the index */
  db: {
    search(request: SearchRequest, today: string): Promise<TransactionPage>;
    outline(request: OutlineSearch): Promise<TransactionOutline>;
  };
  /** The databases, and for each the index: beside it, created, replaced and removed at will. */
  files: SearchedFiles;
  /** a database up to this size is searched on the seller's connection, without threads and index */
  smallBytes?: number;
  /** the index failed; searches go on without it */
  failed?(message: string): void;
}

/** An index thread that hangs in its disk is terminated after that long. */
const stopMs = 2000;

/** About three thousand sales: reading every one takes a few milliseconds. */
const defaultSmallBytes = 16 * 1024 * 1024;

export type SearchService = Pick<ThreadedSearch, keyof ThreadedSearch>;

/** Searches the database without delaying the seller's thread, and maintains the index that makes it fast. */
export class ThreadedSearch {
  readonly #options: SearchServiceOptions;
  readonly #searching = new Map<number, WorkerThread>();
  readonly #remove = singleFlight(
    () => (this.#removing = this.#removeIndexes().finally(() => (this.#removing = null))),
  );
  #indexing: WorkerThread | null = null;
  #large = false;
  #closed = false;
  #removing: Promise<void> | null = null;

  constructor(options: SearchServiceOptions) {
    this.#options = options;
  }

  /**
   * Rejects with RangeError for a text that is no cursor; null when it was cancelled.
   * @param today the shop's day, YYYY-MM-DD
   */
  async search(request: SearchRequest, today: string, signal?: AbortSignal): Promise<TransactionPage | null> {
    const fallback = (): Promise<TransactionPage> => this.#options.db.search(request, today);
    if (this.#closed || !this.#isLarge()) return toReady(await fallback());
    const parts = this.#partsOf(request, today);
    if (request.text?.trim() || request.kinds?.length)
      return this.#inThreads(parts, signal, (answers) => this.#readPages(answers, request.limit), fallback);
    // A page of the list is read along one of the database's own indexes, in less time than a thread takes to answer.
    for (const { at } of parts) this.#startThread(at);
    return fallback();
  }

  /** How long the list is and where its parts begin; null when it was cancelled. */
  async outline(request: OutlineSearch, signal?: AbortSignal): Promise<TransactionOutline | null> {
    const fallback = (): Promise<TransactionOutline> => this.#options.db.outline(request);
    if (this.#closed || !this.#isLarge()) return fallback();
    const calls = [{ at: 0, call: { do: 'outline', request } as const }];
    return this.#inThreads(calls, signal, ([answer]) => TransactionOutline.parse(answer), fallback);
  }

  /** To be called after each commit: the index follows. */
  committed(): void {
    void this.#callIndex('follow');
  }

  /**
   * To be called after customers' data was erased or masked in the database. Resolves to whether the index holds none of it any
   * more. An index that holds some is rebuilt, and removed when that fails; without a waiting caller this goes on in the
   * background, at the latest at the next start.
   * @param signal ends the waiting
   */
  async forget(signal?: AbortSignal): Promise<boolean> {
    await this.#removing;
    // At a start nothing has been searched yet, and the index may hold erased data.
    if (!this.#closed && this.#isLarge() && this.#anyIndex()) this.#indexing ??= this.#startIndexing();
    const aborted = signal && once(signal, 'abort').then(() => null);
    const forgotten = this.#callIndex('forget').then((answer) => answer === true);
    const done = signal?.aborted ? null : await (aborted ? Promise.race([forgotten, aborted]) : forgotten);
    if (done !== false) return done ?? false;
    if (this.#closed) return !this.#anyIndex();
    await this.#remove();
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#removing;
    // The last connection to the index writes its log into its file.
    await Promise.all([...this.#searching.values()].map((thread) => thread.stop()));
    await this.#stopIndexing();
  }

  #isLarge(): boolean {
    const { files, smallBytes = defaultSmallBytes } = this.#options;
    return (this.#large ||= sizeOf(files) > smallBytes);
  }

  #anyIndex(): boolean {
    return this.#options.files.some(({ index }) => existsSync(index));
  }

  /**
   * Two threads share the databases, each always the same ones, whose pages it keeps: at an office most of a search is reading pages of
   * many files.
   */
  #partsOf(request: SearchRequest, today: string): Array<{ at: number; call: SearchCall }> {
    const { files } = this.#options;
    const half = Math.ceil(files.length / 2);
    const split = ofCounter(files.slice(0, half), request.counter).length;
    const end = split + ofCounter(files.slice(half), request.counter).length;
    const parts = [
      { start: 0, end: split },
      { start: split, end },
    ];
    // Without any database one thread says so.
    const isAsked = (at: number, slice: (typeof parts)[number]): boolean =>
      slice.end > slice.start || (end === 0 && at === 0);
    return parts.flatMap((slice, at) =>
      isAsked(at, slice) ? { at, call: { do: 'search', request, today, slice } } : [],
    );
  }

  /** The threads' answers as one, or the fallback's where a thread fails; null when the call was cancelled. */
  async #inThreads<T>(
    calls: ReadonlyArray<{ at: number; call: SearchCall }>,
    signal: AbortSignal | undefined,
    read: (answers: unknown[]) => T,
    fallback: () => Promise<T>,
  ): Promise<T | null> {
    try {
      const answers = calls.map(({ at, call }) => this.#startThread(at).call(call, signal ? { signal } : {}));
      return read(await Promise.all(answers));
    } catch (error) {
      if (error instanceof CancelledError) return null;
      if (error instanceof WorkerError && error.reason === RangeError.name)
        throw new RangeError('not a cursor of this list');
      this.#options.failed?.(
        error instanceof WorkerError ? error.message : 'the search thread answered something else',
      );
      return fallback();
    }
  }

  #readPages(answers: unknown[], limit: number | undefined): TransactionPage {
    const parts = z.array(SearchAnswer).parse(answers);
    for (const index of parts.flatMap(({ broken }) => broken)) {
      this.#options.failed?.('the search index is damaged');
      void this.#callIndex({ discard: index });
    }
    const [first, ...others] = parts;
    return first && others.length === 0 ? first.page : mergePages(parts, limit);
  }

  /** Starts the index thread and that search thread where they are not there; the index is built from the first search on. */
  #startThread(at: number): WorkerThread {
    if (!this.#removing) this.#indexing ??= this.#startIndexing();
    const worker = this.#searching.get(at);
    if (worker && !worker.ended()) return worker;
    const { system, files } = this.#options;
    const thread = system.workers.start('search-worker', { data: files, limits: longLivedLimits });
    this.#searching.set(at, thread);
    return thread;
  }

  #startIndexing(): WorkerThread {
    const { system, files } = this.#options;
    const thread = system.workers.start('index-worker', { data: files, limits: longLivedLimits, keepsAlive: false });
    const onEvent = async (data: unknown): Promise<void> => {
      const event = IndexEvent.parse(data);
      if (event.kind === 'failed') return this.#options.failed?.(event.message);
      await this.#release(event.index);
      await this.#callIndex('released');
    };
    const run = thread.call('run' satisfies IndexCall, { onProgress: (data) => void onEvent(data) });
    run.catch((error: unknown) => {
      if (this.#indexing === thread) this.#options.failed?.(error instanceof Error ? error.message : 'unknown');
    });
    return thread;
  }

  async #stopIndexing(): Promise<void> {
    const stopped = this.#callIndex('stop');
    const thread = this.#indexing;
    this.#indexing = null;
    if (thread) await withTimeout(this.#options.system.clock, stopMs, stopped);
    await thread?.stop();
  }

  /** Null when there is no index thread, or it ends before it answers. */
  async #callIndex(call: IndexCall): Promise<unknown> {
    return this.#indexing?.call(call).catch(() => null) ?? null;
  }

  /** The thread is stopped first, so that it does not create the file again. */
  async #removeIndexes(): Promise<void> {
    await this.#stopIndexing();
    for (const { index } of this.#options.files) {
      await this.#release(index);
      removeIndex(index);
    }
  }

  async #release(index: string): Promise<void> {
    const call = { do: 'release', index } satisfies SearchCall;
    await Promise.all([...this.#searching.values()].map((thread) => thread.call(call).catch(() => undefined)));
  }
}

/** In bytes, with what is not in the databases' own files yet. */
function sizeOf(files: SearchedFiles): number {
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return files.reduce((sum, { database }) => sum + size(database) + size(`${database}-wal`), 0);
}

/** In a small database every sale is read, and nothing is quicker. */
function toReady(page: TransactionPage): TransactionPage {
  return page.search ? { ...page, search: { ...page.search, index: 'ready' } } : page;
}
