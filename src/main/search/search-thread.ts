import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import {
  OutlineSearch,
  TransactionOutline,
  TransactionPage,
  TransactionSearch,
} from '../../shared/contract/transactions.ts';
import { workerPath } from '../base/system/worker-path.ts';
import { longLivedLimits } from '../base/worker-pool.ts';
import type { SearchRequest } from './search.ts';

export const SearchThreadData = z.object({ database: z.string(), index: z.string() });

/** Its first word becomes 1 when the request was cancelled. */
const cancelled = z.instanceof(SharedArrayBuffer);

export const ToSearchThread = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('search'),
    number: z.int(),
    request: TransactionSearch.extend({ costs: z.boolean().optional() }),
    today: z.string().nullable(),
    cancelled,
  }),
  z.object({ do: z.literal('outline'), number: z.int(), request: OutlineSearch, cancelled }),
  /** closes the index's file, so that another can take its place */
  z.object({ do: z.literal('release'), number: z.int() }),
]);
export type ToSearchThread = z.infer<typeof ToSearchThread>;

export const FromSearchThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), number: z.int(), page: TransactionPage, indexBroken: z.boolean() }),
  z.object({ kind: z.literal('outline'), number: z.int(), outline: TransactionOutline }),
  z.object({ kind: z.literal('cancelled'), number: z.int() }),
  z.object({ kind: z.literal('released'), number: z.int() }),
  z.object({ kind: z.literal('invalid_cursor'), number: z.int() }),
  z.object({ kind: z.literal('error'), number: z.int(), message: z.string() }),
]);
export type FromSearchThread = z.infer<typeof FromSearchThread>;

type Answer = FromSearchThread | { kind: 'ended' };

/** The client of the search worker. A thread that ended answers every request with "ended". */
export class SearchThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #number = 0;
  #ended = false;

  constructor(database: string, index: string) {
    this.#worker = new Worker(workerPath('search-worker'), {
      workerData: { database, index },
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

  /** @param signal cancels the search before it reads further rows */
  search(request: SearchRequest, today: string, signal?: AbortSignal): Promise<Answer> {
    return this.#sendWhile(signal, (number, cancelled) => ({ do: 'search', number, request, today, cancelled }));
  }

  /** As `search`. */
  outline(request: OutlineSearch, signal?: AbortSignal): Promise<Answer> {
    return this.#sendWhile(signal, (number, cancelled) => ({ do: 'outline', number, request, cancelled }));
  }

  async release(): Promise<void> {
    await this.#send((number) => ({ do: 'release', number }));
  }

  async stop(): Promise<void> {
    this.#worker.ref();
    await this.#worker.terminate();
    this.#end();
  }

  async #sendWhile(
    signal: AbortSignal | undefined,
    message: (number: number, cancelled: SharedArrayBuffer) => ToSearchThread,
  ): Promise<Answer> {
    const shared = new SharedArrayBuffer(4);
    const cancel = (): void => void Atomics.store(new Int32Array(shared), 0, 1);
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    const answer = await this.#send((number) => message(number, shared));
    signal?.removeEventListener('abort', cancel);
    return answer;
  }

  #send(message: (number: number) => ToSearchThread): Promise<Answer> {
    if (this.#ended) return Promise.resolve({ kind: 'ended' });
    this.#number += 1;
    const number = this.#number;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(number, resolve);
    // Only a request that waits for its answer keeps the program running.
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
