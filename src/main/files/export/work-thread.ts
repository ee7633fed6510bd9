import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { workerPath } from '../../db/worker/worker-path.ts';
import { type ExportTask, type ReconcileTask, WorkerMessage } from '../file-tasks.ts';

/** Between two slices a thread sees that it is not wanted; one that hangs in its disk is left behind after that long. */
const hangingMs = 5000;

export type Ending = Exclude<WorkerMessage, { kind: 'progress' }> | { kind: 'ended' };

/**
 * A thread that is given no limits lets garbage lie for hundreds of megabytes. Much of it may be young: several slices and their
 * text, so that few of them are still needed when it is cleared up.
 */
const limits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 160 };

type Progress = Extract<WorkerMessage, { kind: 'progress' }>;
type Ungiven<T> = T extends unknown ? Omit<T, 'given'> : never;

/**
 * Writes a file in a thread of its own; "ended": the thread was killed, or broke. Never rejects.
 * @param signal gives it up
 */
export const runExport = (task: Ungiven<ExportTask>, progress: (now: Progress) => void, signal: AbortSignal) =>
  runThread('export', task, progress, signal);

/** Compares a statement, or writes what was found, as `runExport` writes sales. */
export const runReconcile = (task: Ungiven<ReconcileTask>, progress: (now: Progress) => void, signal: AbortSignal) =>
  runThread('reconcile', task, progress, signal);

async function runThread(
  name: 'export' | 'reconcile',
  task: object,
  progress: (now: Progress) => void,
  signal: AbortSignal,
): Promise<Ending> {
  const given = new SharedArrayBuffer(4);
  const worker = new Worker(workerPath(`${name}-worker`), {
    workerData: { ...task, given },
    execArgv: [],
    resourceLimits: limits,
  });
  const giveUp = async (): Promise<void> => {
    Atomics.store(new Int32Array(given), 0, 1);
    await pause(hangingMs, null, { ref: false });
    await worker.terminate();
  };
  const onAbort = (): void => void giveUp();
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise<Ending>((resolve) => {
      worker.on('message', (message: unknown) => {
        const said = WorkerMessage.safeParse(message);
        if (!said.success) resolve({ kind: 'ended' });
        else if (said.data.kind === 'progress') progress(said.data);
        else resolve(said.data);
      });
      worker.once('error', () => resolve({ kind: 'ended' }));
      worker.once('exit', () => resolve(signal.aborted ? { kind: 'cancelled' } : { kind: 'ended' }));
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    void worker.terminate();
  }
}
