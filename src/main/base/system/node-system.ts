import { networkInterfaces } from 'node:os';
import { Worker } from 'node:worker_threads';
import { withTimeout } from '../async.ts';
import { type Clock, errorName, type System, type WorkerPool, type WorkerThread } from '../system.ts';
import { type AnswerMessage, type CallMessage, CancelledError, WorkerError } from '../worker-pool.ts';
import { systemClock, systemRandom } from './clock-and-random.ts';
import { fetchPicture } from './fetch-picture.ts';
import { createNodeTransport } from './http-transport.ts';
import { workerPath } from './worker-path.ts';

/** The machine's addresses other than loopback. */
export function outsideAddresses(interfaces = networkInterfaces()): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses]) =>
      (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n');
}

/** The machine's own time, chance, network and threads. */
export const nodeSystem: System = {
  clock: systemClock,
  random: systemRandom,
  network: {
    transport: (route) => createNodeTransport(route),
    picture: fetchPicture,
    addresses: () => outsideAddresses(),
  },
  workers: nodeWorkers(systemClock),
};

/** A thread that hangs in a disk operation is abandoned after this time. */
const hangingMs = 2000;

interface Call {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onProgress?: ((value: unknown) => void) | undefined;
}

/** Threads of this process. */
function nodeWorkers(clock: Clock): WorkerPool {
  return {
    start(name, { data, limits, keepsAlive = true } = {}): WorkerThread {
      const worker = new Worker(workerPath(name), {
        workerData: data,
        execArgv: [],
        ...(limits ? { resourceLimits: limits } : {}),
      });
      worker.unref();
      const calls = new Map<number, Call>();
      let count = 0;
      let ended = false;
      const settle = (id: number): Call | undefined => {
        const call = calls.get(id);
        calls.delete(id);
        if (calls.size === 0) worker.unref();
        return call;
      };
      const end = (reason: string): void => {
        ended = true;
        for (const id of calls.keys()) settle(id)?.reject(new WorkerError(reason));
      };
      worker.on('message', (message: AnswerMessage) => {
        switch (message.kind) {
          case 'progress':
            calls.get(message.id)?.onProgress?.(message.value);
            break;
          case 'answer':
            settle(message.id)?.resolve(message.value);
            break;
          case 'cancelled':
            settle(message.id)?.reject(new CancelledError());
            break;
          case 'failed':
            settle(message.id)?.reject(new WorkerError(message.reason));
            break;
        }
      });
      worker.on('error', (error) => end(errorName(error)));
      worker.on('exit', () => end('ended'));
      return {
        async call(input, { signal, onProgress } = {}) {
          if (ended) throw new WorkerError('ended');
          count += 1;
          const message: CallMessage = { id: count, input, cancelled: new SharedArrayBuffer(4) };
          const cancel = (): void => void Atomics.store(new Int32Array(message.cancelled), 0, 1);
          if (signal?.aborted) cancel();
          signal?.addEventListener('abort', cancel, { once: true });
          const { promise, resolve, reject } = Promise.withResolvers<unknown>();
          calls.set(message.id, { resolve, reject, onProgress });
          if (keepsAlive) worker.ref();
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
          worker.postMessage(message);
          return promise.finally(() => signal?.removeEventListener('abort', cancel));
        },
        ended: () => ended,
        async stop() {
          await withTimeout(clock, hangingMs, worker.terminate());
        },
      };
    },
  };
}
