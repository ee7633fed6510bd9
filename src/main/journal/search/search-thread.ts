import { Worker } from 'node:worker_threads';
import type { OutlineSearch } from '../../../shared/contract/transactions.ts';
import type { SearchAsk } from '../../ports/search-ask.ts';
import { lastingLimits } from '../worker/lasting-limits.ts';
import { workerPath } from '../worker/worker-path.ts';
import { FromSearchThread, type ToSearchThread } from './search-messages.ts';

type Answer = FromSearchThread | { kind: 'ended' };

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
      resourceLimits: lastingLimits,
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

  async letGo(): Promise<void> {
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
