import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type ExportTask, FromThread } from './tasks.ts';

/** Beside this file, as journal/worker/run-task.ts says of its own. */
const workerFile = join(import.meta.dirname, `export-worker${extname(import.meta.filename)}`);

/** Between two slices a thread sees that it is not wanted; one that hangs in its disk is left behind after that long. */
const hangingMs = 5000;

export type Ending = Exclude<FromThread, { kind: 'progress' }> | { kind: 'ended' };

/**
 * Writes the file in a thread of its own; "ended": the thread was killed, or broke. Never rejects.
 * @param signal gives it up
 */
export async function runExport(
  task: Omit<ExportTask, 'given'>,
  progress: (now: Extract<FromThread, { kind: 'progress' }>) => void,
  signal: AbortSignal,
): Promise<Ending> {
  const given = new SharedArrayBuffer(4);
  const data: ExportTask = { ...task, given };
  const worker = new Worker(workerFile, { workerData: data, execArgv: [] });
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
        const said = FromThread.safeParse(message);
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
