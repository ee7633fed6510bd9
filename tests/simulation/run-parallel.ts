import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { add, noTally, seedAt, type Tally } from './run-seeds.ts';
import type { Portion } from './worker.ts';

const portion = 100;
/** A process is replaced after so many, whatever opening tens of thousands of databases in one may leave behind. */
const portionsEach = 300;

/** Runs the seeds on every core, in processes of their own. `heard` is told of each portion as it is done. */
export async function runParallel(
  from: number,
  count: number,
  mutant: string | null = null,
  heard: (tally: Tally) => void = () => undefined,
): Promise<Tally> {
  let tally = noTally();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const worker = start();
      try {
        for (let done = 0; done < portionsEach && next < count; done++) {
          const index = next;
          next += portion;
          const asked = { from: seedAt(from, index), count: Math.min(portion, count - index), mutant };
          const told = await answer(worker, asked);
          tally = add(tally, told);
          heard(told);
        }
      } finally {
        worker.kill();
      }
    }
  };
  const workers = Math.min(availableParallelism(), Math.ceil(count / portion));
  await Promise.all(Array.from({ length: workers }, work));
  return tally;
}

/**
 * With room for what is young, so that it is not collected over and over. Each core has a process of its own: helping threads
 * of the collector would only take turns with them.
 */
function start(): ChildProcess {
  return fork(new URL('worker.ts', import.meta.url), {
    execArgv: ['--max-semi-space-size=32', '--single-threaded-gc'],
  });
}

function answer(worker: ChildProcess, asked: Portion): Promise<Tally> {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners();
    worker.once('message', (told: Tally) => resolve(told));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
    worker.send(asked);
  });
}
