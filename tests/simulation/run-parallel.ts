import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { add, noTally, seedAt, type Tally } from './run-seeds.ts';
import type { Portion } from './worker.ts';

const portionInMemory = 25;
/** A shop over a real database takes seconds. */
const portionOverDatabase = 5;
/** A process is replaced after this number, whatever opening tens of thousands of databases in one may leave behind. */
const portionsEach = 400;

/** RunResult of each portion as it is done. */
type OnTally = (tally: Tally) => void;

/** A process for each core, which stay for more than one run: starting one costs as much as dozens of seeds. */
export interface Workers {
  run(
    from: number,
    count: number,
    options?: Partial<Omit<Portion, 'from' | 'count'>>,
    onTally?: OnTally,
  ): Promise<Tally>;
  [Symbol.dispose](): void;
}

interface Worker {
  process: ChildProcess;
  portions: number;
}

/** @param where their relays store; see worker.ts */
export function openWorkers(where = 'memory'): Workers {
  const free: Worker[] = [];
  const portion = where === 'memory' ? portionInMemory : portionOverDatabase;

  const runPortion = async (portion: Portion): Promise<Tally> => {
    const worker = free.pop() ?? { process: start(where), portions: 0 };
    try {
      const result = await answer(worker.process, portion);
      worker.portions += 1;
      if (worker.portions < portionsEach) free.push(worker);
      else worker.process.kill();
      return result;
    } catch (error) {
      worker.process.kill();
      throw error;
    }
  };
  return {
    async run(from, count, { mutant = null, shopsAlone = false } = {}, onTally = () => undefined) {
      let tally = noTally();
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < count) {
          const index = next;
          next += portion;
          const range = { from: seedAt(from, index), count: Math.min(portion, count - index) };
          const result = await runPortion({ ...range, mutant, shopsAlone });
          tally = add(tally, result);
          onTally(result);
        }
      };
      const lanes = Math.min(availableParallelism(), Math.ceil(count / portion));
      await Promise.all(Array.from({ length: lanes }, work));
      return tally;
    },
    [Symbol.dispose]() {
      for (const { process } of free.splice(0)) process.kill();
    },
  };
}

/**
 * With room for what is young, so that it is not collected over and over. Each core has a process of its own: helping threads
 * of the collector would only take turns with them.
 */
function start(where: string): ChildProcess {
  return fork(new URL('worker.ts', import.meta.url), [where], {
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // Loading the counter from its sources takes as long as ten seeds.
    env: { ...process.env, ...compiledTests },
  });
}

function answer(worker: ChildProcess, portion: Portion): Promise<Tally> {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners();
    worker.once('message', (result: Tally) => resolve(result));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
    worker.send(portion);
  });
}
