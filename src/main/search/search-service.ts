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
    part: z.object({ start: z.int(), end: z.int() }),
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

/** Searches the database without delaying the seller's thread, and maintains the index that makes it fast. */
export interface SearchService {
  /**
   * Rejects with RangeError for a text that is no cursor; null when it was cancelled.
   * @param today the shop's day, YYYY-MM-DD
   */
  search(request: SearchRequest, today: string, signal?: AbortSignal): Promise<TransactionPage | null>;
  /** How long the list is and where its parts begin; null when it was cancelled. */
  outline(request: OutlineSearch, signal?: AbortSignal): Promise<TransactionOutline | null>;
  /** To be called after each commit: the index follows. */
  committed(): void;
  /**
   * To be called after customers' data was erased or masked in the database. Resolves to whether the index holds none of it any
   * more. An index that holds some is rebuilt, and removed when that fails; without a waiting caller this goes on in the
   * background, at the latest at the next start.
   * @param signal ends the waiting
   */
  forget(signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

interface SearchServiceOptions {
  system: Pick<System, 'workers' | 'clock'>;
  /** searches on the seller's connection, without the index */
  journal: {
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

export function createSearchService(options: SearchServiceOptions): SearchService {
  const { system, journal, files, smallBytes = defaultSmallBytes, failed = () => undefined } = options;
  const searching = new Map<number, WorkerThread>();
  let indexing: WorkerThread | null = null;
  let large = false;
  let closed = false;
  let removing: Promise<void> | null = null;

  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const size = (): number => files.reduce((sum, { database }) => sum + sizeOf(database) + sizeOf(`${database}-wal`), 0);
  const isLarge = (): boolean => (large ||= size() > smallBytes);

  const release = async (index: string): Promise<void> => {
    const call = { do: 'release', index } satisfies SearchCall;
    await Promise.all([...searching.values()].map((thread) => thread.call(call).catch(() => undefined)));
  };

  /** Null when there is no index thread, or it ends before it answers. */
  const callIndex = async (call: IndexCall): Promise<unknown> => indexing?.call(call).catch(() => null) ?? null;

  function startIndexing(): WorkerThread {
    const thread = system.workers.start('index-worker', { data: files, limits: longLivedLimits, keepsAlive: false });
    const onEvent = async (data: unknown): Promise<void> => {
      const event = IndexEvent.parse(data);
      if (event.kind === 'failed') return failed(event.message);
      await release(event.index);
      await callIndex('released');
    };
    const run = thread.call('run' satisfies IndexCall, { onProgress: (data) => void onEvent(data) });
    run.catch((error: unknown) => {
      if (indexing === thread) failed(error instanceof Error ? error.message : 'unknown');
    });
    return thread;
  }

  async function stopIndexing(): Promise<void> {
    const stopped = callIndex('stop');
    const thread = indexing;
    indexing = null;
    if (thread) await withTimeout(system.clock, stopMs, stopped);
    await thread?.stop();
  }

  /** Starts the index thread and that search thread where they are not there; the index is built from the first search on. */
  function startThread(at: number): WorkerThread {
    if (!removing) indexing ??= startIndexing();
    const known = searching.get(at);
    if (known && !known.ended()) return known;
    const thread = system.workers.start('search-worker', { data: files, limits: longLivedLimits });
    searching.set(at, thread);
    return thread;
  }

  /** The threads' answers as one, or the fallback's where a thread fails; null when the call was cancelled. */
  async function inThreads<T>(
    calls: ReadonlyArray<{ at: number; call: SearchCall }>,
    signal: AbortSignal | undefined,
    read: (answers: unknown[]) => T,
    fallback: () => Promise<T>,
  ): Promise<T | null> {
    try {
      return read(await Promise.all(calls.map(({ at, call }) => startThread(at).call(call, signal ? { signal } : {}))));
    } catch (error) {
      if (error instanceof CancelledError) return null;
      if (error instanceof WorkerError && error.reason === RangeError.name)
        throw new RangeError('not a cursor of this list');
      failed(error instanceof WorkerError ? error.message : 'the search thread answered something else');
      return fallback();
    }
  }

  /**
   * Two threads share the databases, each always the same ones, whose pages it keeps: at an office most of a search is reading pages of
   * many files.
   */
  function partsOf(request: SearchRequest, today: string): Array<{ at: number; call: SearchCall }> {
    const half = Math.ceil(files.length / 2);
    const split = ofCounter(files.slice(0, half), request.counter).length;
    const end = split + ofCounter(files.slice(half), request.counter).length;
    const parts = [
      { start: 0, end: split },
      { start: split, end },
    ];
    // Without any database one thread says so.
    const isAsked = (at: number, part: (typeof parts)[number]): boolean =>
      part.end > part.start || (end === 0 && at === 0);
    return parts.flatMap((part, at) => (isAsked(at, part) ? { at, call: { do: 'search', request, today, part } } : []));
  }

  function readPages(answers: unknown[], limit: number | undefined): TransactionPage {
    const parts = z.array(SearchAnswer).parse(answers);
    for (const index of parts.flatMap(({ broken }) => broken)) {
      failed('the search index is damaged');
      void callIndex({ discard: index });
    }
    const [first, ...others] = parts;
    return first && others.length === 0 ? first.page : mergePages(parts, limit);
  }

  /** The thread is stopped first, so that it does not create the file again. */
  async function removeIndexes(): Promise<void> {
    await stopIndexing();
    for (const { index } of files) {
      await release(index);
      removeIndex(index);
    }
  }
  const anyIndex = (): boolean => files.some(({ index }) => existsSync(index));
  const remove = singleFlight(() => (removing = removeIndexes().finally(() => (removing = null))));

  return {
    async search(request, today, signal) {
      const fallback = (): Promise<TransactionPage> => journal.search(request, today);
      if (closed || !isLarge()) return toReady(await fallback());
      if (request.text?.trim() || request.kinds?.length)
        return inThreads(partsOf(request, today), signal, (answers) => readPages(answers, request.limit), fallback);
      // A page of the list is read along one of the database's own indexes, in less time than a thread takes to answer.
      for (const { at } of partsOf(request, today)) startThread(at);
      return fallback();
    },
    async outline(request, signal) {
      const fallback = (): Promise<TransactionOutline> => journal.outline(request);
      if (closed || !isLarge()) return fallback();
      const calls = [{ at: 0, call: { do: 'outline', request } as const }];
      return inThreads(calls, signal, ([answer]) => TransactionOutline.parse(answer), fallback);
    },
    committed: () => void callIndex('follow'),
    async forget(signal) {
      await removing;
      // At a start nothing has been searched yet, and the index may hold erased data.
      if (!closed && isLarge() && anyIndex()) indexing ??= startIndexing();
      const aborted = signal && once(signal, 'abort').then(() => null);
      const forgotten = callIndex('forget').then((answer) => answer === true);
      const done = signal?.aborted ? null : await (aborted ? Promise.race([forgotten, aborted]) : forgotten);
      if (done !== false) return done ?? false;
      if (closed) return !anyIndex();
      await remove();
      return true;
    },
    async close() {
      closed = true;
      await removing;
      // The last connection to the index writes its log into its file.
      await Promise.all([...searching.values()].map((thread) => thread.stop()));
      await stopIndexing();
    },
  };
}

/** In a small database every sale is read, and nothing is quicker. */
function toReady(page: TransactionPage): TransactionPage {
  return page.search ? { ...page, search: { ...page.search, index: 'ready' } } : page;
}
