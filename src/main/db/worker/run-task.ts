import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Task, TaskAnswer } from './tasks.ts';
import { workerPath } from './worker-path.ts';

/** A thread that hangs in its disk is left behind after that long. */
const hangingMs = 2000;

/** The thread did not answer within the time, or ended without an answer. */
export class WorkerTaskError extends Error {
  readonly late: boolean;
  constructor(late: boolean, message: string) {
    super(message);
    this.name = 'TaskFault';
    this.late = late;
  }
}

/**
 * Does one task in a thread of its own. Rejects with WorkerTaskError; the thread is then stopped as soon as its disk lets it.
 * @param signal stops it early
 */
export async function runTask(task: Task, { withinMs, signal }: { withinMs: number; signal?: AbortSignal }) {
  const timeout = AbortSignal.timeout(withinMs);
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
  if (ends.aborted) throw new WorkerTaskError(true, 'there was no time left');
  const worker = new Worker(workerPath('journal-worker'), { workerData: task, execArgv: [] });
  // A thread that hangs at a dead disk must not keep the program from ending.
  worker.unref();
  try {
    return await new Promise<TaskAnswer>((resolve, reject) => {
      worker.once('message', (message: unknown) => {
        const parsed = TaskAnswer.safeParse(message);
        if (parsed.success) resolve(parsed.data);
        else reject(new WorkerTaskError(false, 'the thread answered something else'));
      });
      worker.once('error', (error) =>
        reject(new WorkerTaskError(false, error instanceof Error ? error.name : 'unknown')),
      );
      worker.once('exit', () => reject(new WorkerTaskError(false, 'the thread ended without an answer')));
      ends.addEventListener('abort', () => reject(new WorkerTaskError(true, 'the thread took too long')), {
        once: true,
      });
    });
  } finally {
    await Promise.race([worker.terminate(), pause(hangingMs, null, { ref: false })]);
  }
}
