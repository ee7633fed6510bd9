import { existsSync, statSync } from 'node:fs';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { nextIndexPath, removeIndex } from './index-file.ts';
import { IndexThread } from './index-thread.ts';
import type { SearchRequest } from './search.ts';
import { SearchThread } from './search-thread.ts';

/** Searches the database without delaying the seller's thread, and keeps the index that makes it quick. */
export interface SearchService {
  /**
   * Rejects with RangeError for text that is no cursor; null when it was cancelled.
   * @param today the shop's day, YYYY-MM-DD
   */
  search(request: SearchRequest, today: string, signal?: AbortSignal): Promise<TransactionPage | null>;
  /** How long the list is and where its parts begin; null when it was cancelled. */
  outline(request: OutlineSearch, signal?: AbortSignal): Promise<TransactionOutline | null>;
  /** To be called after each commit: the index follows. */
  committed(): void;
  /**
   * To be called after customers' data was erased from the database or masked there. Whether nothing of it is left in the index
   * either. The index that holds it is built anew; where that fails, it is removed. Without a caller that waits, this goes on by
   * itself, at the next start at the latest.
   * @param signal ends the waiting
   */
  forget(signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Searches on the seller's connection, without the index. */
export interface SearchedDatabase {
  readonly id: string;
  search(request: SearchRequest, today?: string): Promise<TransactionPage>;
  outline(request: OutlineSearch, checkCancelled?: () => void): Promise<TransactionOutline>;
}

export interface SearchServiceOptions {
  journal: SearchedDatabase;
  journalPath: string;
  /** beside the database; created, replaced and removed at will */
  indexPath: string;
  /** a database up to this size is searched on the seller's connection, without threads and index */
  smallBytes?: number;
  /** the index failed; searching goes on without it */
  failed?(message: string): void;
}

/** About three thousand sales: reading every one takes a few milliseconds. */
const defaultSmallBytes = 16 * 1024 * 1024;

export function createSearchService(options: SearchServiceOptions): SearchService {
  const { journal, journalPath, indexPath, smallBytes = defaultSmallBytes, failed = () => undefined } = options;
  let searching: SearchThread | null = null;
  let indexing: IndexThread | null = null;
  let large = false;
  let closed = false;
  let removing: Promise<void> | null = null;

  const isLarge = (): boolean => (large ||= sizeOf(journalPath) + sizeOf(`${journalPath}-wal`) > smallBytes);

  const release = async (): Promise<void> => searching?.release();

  const startIndexing = (): IndexThread =>
    new IndexThread({ database: journalPath, index: indexPath }, { release, failed });

  function threads(): SearchThread {
    if (!removing) indexing ??= startIndexing();
    if (searching?.ended) searching = null;
    return (searching ??= new SearchThread(journalPath, indexPath));
  }

  /** The thread is stopped first, so that it does not create the file again. */
  function remove(): Promise<void> {
    removing ??= removeNow().finally(() => {
      removing = null;
    });
    return removing;
  }

  async function removeNow(): Promise<void> {
    await indexing?.stop();
    indexing = null;
    await release();
    for (const path of [indexPath, nextIndexPath(indexPath)]) removeIndex(path);
  }

  return {
    async search(request, today, signal) {
      const hasText = (request.text?.trim() ?? '') !== '';
      if (closed || !isLarge()) return asReady(await journal.search(request, today));
      const thread = threads();
      // A page of the list is read along one of the database's own indexes, in less time than a thread takes to answer.
      if (!hasText && !request.kinds?.length) return journal.search(request, today);
      const answer = await thread.search(request, today, signal);
      switch (answer.kind) {
        case 'page':
          if (answer.indexBroken) {
            failed('the search index is damaged');
            indexing?.discard();
          }
          return answer.page;
        case 'cancelled':
          return null;
        case 'invalid_cursor':
          throw new RangeError('not a cursor of this list');
        case 'ended':
        case 'error':
        case 'outline':
        case 'released':
          failed(answer.kind === 'error' ? answer.message : 'the search thread ended');
          return journal.search(request, today);
      }
    },
    async outline(request, signal) {
      if (closed || !isLarge()) return journal.outline(request);
      const answer = await threads().outline(request, signal);
      if (answer.kind === 'outline') return answer.outline;
      if (answer.kind === 'cancelled') return null;
      failed('the list was outlined on the seller’s thread');
      return journal.outline(request);
    },
    committed: () => indexing?.follow(),
    async forget(signal) {
      await removing;
      // At a start nothing has been searched yet, and the index may hold what was erased before.
      if (!closed && isLarge() && existsSync(indexPath)) indexing ??= startIndexing();
      const done = indexing ? await unlessAborted(indexing.forget(), signal) : false;
      if (done !== false) return done ?? false;
      if (closed) return !existsSync(indexPath);
      await remove();
      return true;
    },
    async close() {
      closed = true;
      await removing;
      // The last connection to the index writes its log into its file.
      await searching?.stop();
      await indexing?.stop();
    },
  };
}

/** What it comes to; null when the signal ended the waiting. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (!signal) return work;
  const { promise, resolve } = Promise.withResolvers<null>();
  const abort = (): void => {
    resolve(null);
  };
  signal.addEventListener('abort', abort);
  try {
    return signal.aborted ? null : await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** In a small database every sale is read, and nothing is quicker. */
function asReady(page: TransactionPage): TransactionPage {
  return page.search ? { ...page, search: { ...page.search, index: 'ready' } } : page;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
