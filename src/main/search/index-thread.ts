import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { workerPath } from '../base/system/worker-path.ts';
import { longLivedLimits } from '../base/worker-pool.ts';
import { FromIndexThread, type ToIndexThread } from './index-messages.ts';

/** A thread that hangs in its disk is left behind after that long. */
const stopMs = 2000;

export interface IndexUpdate {
  caughtUp(): void;
  failed(damaged: boolean, message: string): void;
}

/** The thread that indexes, from outside. */
export class IndexThread {
  readonly #worker: Worker;
  readonly #forgetting = new Map<number, (done: boolean) => void>();
  #number = 0;
  #ended = false;

  /** @param remake throws away the file that is there */
  constructor(data: { journal: string; index: string; remake: boolean }, news: IndexUpdate) {
    this.#worker = new Worker(workerPath('index-worker'), {
      workerData: data,
      execArgv: [],
      resourceLimits: longLivedLimits,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: unknown) => {
      const told = FromIndexThread.parse(message);
      if (told.kind === 'caught_up') news.caughtUp();
      else if (told.kind === 'failed') news.failed(told.damaged, told.message);
      else this.#forgotten(told.number, told.kind === 'forgotten');
    });
    this.#worker.on('error', (error) => news.failed(false, error instanceof Error ? error.name : 'unknown'));
    this.#worker.on('exit', () => {
      this.#ended = true;
      for (const number of this.#forgetting.keys()) this.#forgotten(number, false);
    });
  }

  /** The journal was written to. */
  follow(): void {
    this.#post({ do: 'follow' });
  }

  /** Whether nothing is left in the index of what the journal has erased; false also when the thread ends before. */
  forget(): Promise<boolean> {
    if (this.#ended) return Promise.resolve(false);
    this.#number += 1;
    const number = this.#number;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#forgetting.set(number, resolve);
    this.#worker.ref();
    this.#post({ do: 'forget', number });
    return promise;
  }

  async stop(): Promise<void> {
    if (this.#ended) return;
    this.#worker.ref();
    const ended = once(this.#worker, 'exit');
    this.#post({ do: 'stop' });
    await Promise.race([ended, pause(stopMs, null, { ref: false })]);
    await Promise.race([this.#worker.terminate(), pause(stopMs, null, { ref: false })]);
  }

  #post(message: ToIndexThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
    if (!this.#ended) this.#worker.postMessage(message);
  }

  #forgotten(number: number, done: boolean): void {
    this.#forgetting.get(number)?.(done);
    this.#forgetting.delete(number);
    if (this.#forgetting.size === 0) this.#worker.unref();
  }
}
