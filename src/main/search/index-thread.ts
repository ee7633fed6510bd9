import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { workerPath } from '../base/system/worker-path.ts';
import { longLivedLimits } from '../base/worker-pool.ts';

export const IndexThreadData = z.object({ database: z.string(), index: z.string() });

export const ToIndexThread = z.discriminatedUnion('do', [
  /** the database was written to */
  z.object({ do: z.literal('follow') }),
  /** answered when nothing is left in the index of what was erased from the database */
  z.object({ do: z.literal('forget'), number: z.int() }),
  /** removes the index, which is damaged, and builds another */
  z.object({ do: z.literal('discard') }),
  /** answers "release" */
  z.object({ do: z.literal('released') }),
  z.object({ do: z.literal('stop') }),
]);
export type ToIndexThread = z.infer<typeof ToIndexThread>;

export const FromIndexThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('forgotten'), number: z.int(), done: z.boolean() }),
  /** the readers of the index are to close its file, so that another can take its place */
  z.object({ kind: z.literal('release') }),
  /** the index could not be written; it is tried again */
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type FromIndexThread = z.infer<typeof FromIndexThread>;

/** A thread that hangs in its disk is left behind after that long. */
const stopMs = 2000;

/** The client of the index worker. */
export class IndexThread {
  readonly #worker: Worker;
  readonly #forgetting = new Map<number, (done: boolean) => void>();
  #number = 0;
  #ended = false;

  constructor(
    data: z.infer<typeof IndexThreadData>,
    { release, failed }: { release(): Promise<void>; failed(message: string): void },
  ) {
    this.#worker = new Worker(workerPath('index-worker'), {
      workerData: data,
      execArgv: [],
      resourceLimits: longLivedLimits,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: unknown) => {
      const event = FromIndexThread.parse(message);
      if (event.kind === 'failed') failed(event.message);
      else if (event.kind === 'forgotten') this.#forgotten(event.number, event.done);
      else void release().finally(() => this.#post({ do: 'released' }));
    });
    this.#worker.on('error', (error) => failed(error instanceof Error ? error.name : 'unknown'));
    this.#worker.on('exit', () => {
      this.#ended = true;
      for (const number of this.#forgetting.keys()) this.#forgotten(number, false);
    });
  }

  follow(): void {
    this.#post({ do: 'follow' });
  }

  discard(): void {
    this.#post({ do: 'discard' });
  }

  /** Whether nothing is left in the index of what was erased from the database; false also when the thread ends before. */
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
