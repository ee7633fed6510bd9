import { type MessagePort, parentPort, type ResourceLimits } from 'node:worker_threads';
import { withTimeout } from './async.ts';
import {
  type CallOptions,
  type Clock,
  errorName,
  type WorkerName,
  type WorkerOptions,
  type WorkerPool,
} from './system.ts';

/** For threads that live as long as the counter. They hold one row at a time; by default V8 would keep up to 50 MB for them. */
export const longLivedLimits: ResourceLimits = { maxYoungGenerationSizeMb: 4 };

/** The caller does not want the result any more. */
export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}

export class WorkerError extends Error {
  /**
   * the name of the handler's error (its message may hold a customer's data), or "ended": the thread ended before the answer
   */
  readonly reason: string;
  constructor(reason: string) {
    super(`The worker thread failed: ${reason}.`);
    this.name = 'WorkerError';
    this.reason = reason;
  }
}

/** Given to a handler beside its input. */
export interface CallContext {
  /** Throws CancelledError once the caller does not want the result any more. */
  throwIfCancelled(): void;
  progress(value: unknown): void;
}

export type CallHandler = (input: unknown, context: CallContext) => unknown;

/** A call as it is sent to a thread; the first word of `cancelled` becomes 1 when it is cancelled. */
export interface CallMessage {
  id: number;
  input: unknown;
  cancelled: SharedArrayBuffer;
}

export type AnswerMessage =
  | { id: number; kind: 'progress' | 'answer'; value: unknown }
  | { id: number; kind: 'cancelled' }
  | { id: number; kind: 'failed'; reason: string };

/** The thread's side: answers each call by the handler, until the thread is terminated. */
export function serveCalls(handler: CallHandler, port: MessagePort | null = parentPort): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  const post = (message: AnswerMessage): void => port?.postMessage(message);
  port?.on('message', (message: CallMessage) => void answerCall(handler, message, post));
}

async function answerCall(
  handler: CallHandler,
  { id, input, cancelled }: CallMessage,
  post: (message: AnswerMessage) => void,
): Promise<void> {
  const flag = new Int32Array(cancelled);
  const throwIfCancelled = (): void => {
    if (Atomics.load(flag, 0) !== 0) throw new CancelledError();
  };
  try {
    throwIfCancelled();
    const value = await handler(input, {
      throwIfCancelled,
      progress: (value) => post({ id, kind: 'progress', value }),
    });
    post({ id, kind: 'answer', value });
  } catch (error) {
    if (error instanceof CancelledError) post({ id, kind: 'cancelled' });
    else post({ id, kind: 'failed', reason: errorName(error) });
  }
}

/**
 * Makes one call in a thread of its own, which then ends. Rejects as `call` does.
 * @param graceMs how long a cancelled call may take to end by itself; then its thread is terminated
 */
export async function callOnce(
  { workers, clock }: { workers: WorkerPool; clock: Clock },
  name: WorkerName,
  input: unknown,
  { graceMs, signal, onProgress, ...options }: WorkerOptions & CallOptions & { signal: AbortSignal; graceMs: number },
): Promise<unknown> {
  const worker = workers.start(name, options);
  const cancelled = Promise.withResolvers<never>();
  const onAbort = async (): Promise<void> => {
    if (graceMs > 0)
      await withTimeout(
        clock,
        graceMs,
        answer.catch(() => null),
      );
    cancelled.reject(new CancelledError());
  };
  const answer = worker.call(input, { signal, ...(onProgress ? { onProgress } : {}) });
  const abort = (): void => void onAbort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([answer, cancelled.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.stop();
  }
}
