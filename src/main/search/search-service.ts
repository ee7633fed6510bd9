import { existsSync, rmSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { workerPath } from '../base/system/worker-path.ts';
import { longLivedLimits } from '../base/worker-pool.ts';
import { IndexThread } from './index-thread.ts';
import type { SearchAsk } from './search-ask.ts';
import { FromSearchThread, type ToSearchThread } from './search-messages.ts';

/** The thread that searches, from outside. A thread that ended answers everything with "ended". */
export class SearchThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #number = 0;
  #ended = false;

  constructor(journal: string, index: string) {
    this.#worker = new Worker(workerPath('search-worker'), {
      workerData: { journal, index },
      execArgv: [],
      resourceLimits: longLivedLimits,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: unknown) => {
      const parsed = FromSearchThread.safeParse(message);
      if (parsed.success) this.#answer(parsed.data.number, parsed.data);
      else this.#end();
    });
    this.#worker.on('error', () => this.#end());
    this.#worker.on('exit', () => this.#end());
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** @param given the search is given up when this is aborted, as soon as its next rows are looked at */
  search(ask: SearchAsk, today: string, given?: AbortSignal): Promise<Answer> {
    return this.#sendWhile(given, (number, shared) => ({ do: 'search', number, ask, today, given: shared }));
  }

  /** As `search`. */
  outline(ask: OutlineSearch, given?: AbortSignal): Promise<Answer> {
    return this.#sendWhile(given, (number, shared) => ({ do: 'outline', number, ask, given: shared }));
  }

  async release(): Promise<void> {
    await this.#send((number) => ({ do: 'let_go', number }));
  }

  async stop(): Promise<void> {
    this.#worker.ref();
    await this.#worker.terminate();
    this.#end();
  }

  async #sendWhile(
    given: AbortSignal | undefined,
    message: (number: number, shared: SharedArrayBuffer) => ToSearchThread,
  ): Promise<Answer> {
    const shared = new SharedArrayBuffer(4);
    const giveUp = (): void => void Atomics.store(new Int32Array(shared), 0, 1);
    if (given?.aborted) giveUp();
    given?.addEventListener('abort', giveUp, { once: true });
    const answer = await this.#send((number) => message(number, shared));
    given?.removeEventListener('abort', giveUp);
    return answer;
  }

  #send(message: (number: number) => ToSearchThread): Promise<Answer> {
    if (this.#ended) return Promise.resolve({ kind: 'ended' });
    this.#number += 1;
    const number = this.#number;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(number, resolve);
    // Whoever waits for an answer keeps the program running; a thread with nothing to do does not.
    this.#worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
    this.#worker.postMessage(message(number));
    return promise;
  }

  #answer(number: number, answer: Answer): void {
    this.#waiting.get(number)?.(answer);
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) this.#worker.unref();
  }

  #end(): void {
    this.#ended = true;
    for (const number of this.#waiting.keys()) this.#answer(number, { kind: 'ended' });
    void this.#worker.terminate();
  }
}

/** Searches the journal without ever keeping the seller's thread waiting, and keeps the index that makes it quick. */
export interface Finder {
  /**
   * Rejects with RangeError for a cursor that is not ours; null when it was given up.
   * @param today the shop's day, YYYY-MM-DD
   */
  search(ask: SearchAsk, today: string, given?: AbortSignal): Promise<TransactionPage | null>;
  /** How long the list is and where its parts begin; null when it was given up. */
  outline(ask: OutlineSearch, given?: AbortSignal): Promise<TransactionOutline | null>;
  /** The journal was written to: the index follows when it has time. */
  committed(): void;
  /**
   * To be called after customers' data was erased or masked in the journal. Whether nothing of it is left in the index either;
   * where that cannot be done by halves, the whole index goes and is made anew. What was not waited for goes on by itself, at
   * the next start at the latest.
   * @param given ends the waiting
   */
  forget(given?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Searches on the seller's connection, without the index. */
export interface SearchedDatabase {
  readonly id: string;
  search(ask: SearchAsk, today?: string): Promise<TransactionPage>;
  outline(ask: OutlineSearch, stillWanted?: () => void): Promise<TransactionOutline>;
}

export interface FinderOptions {
  journal: SearchedDatabase;
  journalPath: string;
  /** beside the journal; made, replaced and removed at will */
  indexPath: string;
  /** up to this size a journal is searched where it is, without threads or an index */
  smallBytes?: number;
  /** something went wrong with the index; searching goes on without it */
  trouble?(message: string): void;
}

/** Some three thousand sales: looking at every one takes a few milliseconds. */
const usualSmallBytes = 16 * 1024 * 1024;

/** An index that is damaged again and again lies on a disk that is: searching goes on without. */
const mostRemakes = 3;

export function createFinder(options: FinderOptions): Finder {
  const { journal, journalPath, indexPath, smallBytes = usualSmallBytes, trouble = () => undefined } = options;
  let searching: SearchThread | null = null;
  let indexing: IndexThread | null = null;
  let large = false;
  let closed = false;
  let replacing: Promise<void> | null = null;
  /** of a damaged index, one after the other */
  let remakes = 0;

  const isLarge = (): boolean => (large ||= sizeOf(journalPath) + sizeOf(`${journalPath}-wal`) > smallBytes);

  const startIndexing = (remake: boolean): IndexThread =>
    new IndexThread(
      { journal: journalPath, index: indexPath, remake },
      {
        caughtUp() {
          remakes = 0;
        },
        failed(damaged, message) {
          trouble(message);
          if (damaged) void replaceIndex();
        },
      },
    );

  /** Said by both threads at once, it is done once. */
  function replaceIndex(): Promise<void> {
    replacing ??= replaceNow().finally(() => {
      replacing = null;
    });
    return replacing;
  }

  async function replaceNow(): Promise<void> {
    if (closed || remakes >= mostRemakes) return;
    remakes += 1;
    await indexing?.stop();
    await searching?.release();
    indexing = closed ? null : startIndexing(true);
  }

  /** Nothing is written into the file meanwhile, and nobody makes it anew at the same time. */
  async function removeNow(): Promise<void> {
    await indexing?.stop();
    indexing = null;
    await searching?.release();
    for (const end of ['', '-wal', '-shm']) rmSync(indexPath + end, { force: true });
  }

  function threads(): SearchThread {
    if (!replacing) indexing ??= startIndexing(false);
    if (searching?.ended) searching = null;
    return (searching ??= new SearchThread(journalPath, indexPath));
  }

  return {
    async search(ask, today, given) {
      const plain = (ask.text?.trim() ?? '') === '';
      if (closed || !isLarge()) return asReady(await journal.search(ask, today));
      const thread = threads();
      // A page of the list is read along an index of the journal's own, quicker than it is asked for.
      if (plain && !ask.kinds?.length) return journal.search(ask, today);
      const answer = await thread.search(ask, today, given);
      switch (answer.kind) {
        case 'found':
          if (answer.indexBroken) {
            trouble('the search index is damaged');
            void replaceIndex();
          }
          return answer.page;
        case 'given_up':
          return null;
        case 'no_place':
          throw new RangeError('not a cursor of this list');
        case 'ended':
        case 'fault':
        case 'outlined':
        case 'let_go':
          trouble(answer.kind === 'fault' ? answer.message : 'the searching thread ended');
          return journal.search(ask, today);
      }
    },
    async outline(ask, given) {
      if (closed || !isLarge()) return journal.outline(ask);
      const answer = await threads().outline(ask, given);
      if (answer.kind === 'outlined') return answer.outline;
      if (answer.kind === 'given_up') return null;
      trouble('the list was outlined on the thread that sells');
      return journal.outline(ask);
    },
    committed: () => indexing?.follow(),
    async forget(given) {
      await replacing;
      // At a start nobody has searched yet; what is old is masked then, and is no reason to make the whole index anew.
      if (!closed && isLarge() && existsSync(indexPath)) indexing ??= startIndexing(false);
      const told = indexing ? await unlessGivenUp(indexing.forget(), given) : false;
      if (told !== false) return told ?? false;
      if (closed) return !existsSync(indexPath);
      // One that is damaged may be being made anew: one after the other, so that neither takes the other's file away.
      await replacing;
      await (replacing ??= removeNow().finally(() => {
        replacing = null;
      }));
      return true;
    },
    async close() {
      closed = true;
      await replacing;
      // The last one to leave the index puts all of it into its file.
      await searching?.stop();
      await indexing?.stop();
    },
  };
}

/** What it comes to; null when it was no longer waited for. */
async function unlessGivenUp<T>(work: Promise<T>, given: AbortSignal | undefined): Promise<T | null> {
  if (!given) return work;
  const { promise, resolve } = Promise.withResolvers<null>();
  const giveUp = (): void => {
    resolve(null);
  };
  given.addEventListener('abort', giveUp);
  try {
    return given.aborted ? null : await Promise.race([work, promise]);
  } finally {
    given.removeEventListener('abort', giveUp);
  }
}

/** In a small journal every sale is looked at, and that is as quick as it gets. */
function asReady(page: TransactionPage): TransactionPage {
  return page.search ? { ...page, search: { ...page.search, index: 'ready' } } : page;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

type Answer = FromSearchThread | { kind: 'ended' };
