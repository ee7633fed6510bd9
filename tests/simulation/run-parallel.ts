import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { add, noTally, seedAt, type Tally } from './run-seeds.ts';
import type { Portion } from './worker.ts';

const portion = 100;

/** Runs the seeds on every core. `heard` is told of each portion as it is done. */
export async function runParallel(
  from: number,
  count: number,
  mutant: string | null = null,
  heard: (tally: Tally) => void = () => undefined,
): Promise<Tally> {
  let tally = noTally();
  let next = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      while (next < count) {
        const index = next;
        next += portion;
        const asked = { from: seedAt(from, index), count: Math.min(portion, count - index), mutant };
        const done = await answer(worker, asked);
        tally = add(tally, done);
        heard(done);
      }
    } finally {
      await worker.terminate();
    }
  };
  const workers = Math.min(availableParallelism(), Math.ceil(count / portion));
  await Promise.all(Array.from({ length: workers }, work));
  return tally;
}

function answer(worker: Worker, asked: Portion): Promise<Tally> {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners();
    worker.once('message', resolve);
    worker.once('error', reject);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(asked);
  });
}
