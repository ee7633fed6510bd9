import { parentPort } from 'node:worker_threads';
import { mutants } from './mutants/mutants.ts';
import { runSeeds, type Tally } from './run-seeds.ts';

export interface Portion {
  from: number;
  count: number;
  mutant: string | null;
}

const answer = (tally: Tally): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(tally);
};

parentPort?.on('message', ({ from, count, mutant }: Portion) => {
  void runSeeds(
    from,
    count,
    mutants.find(({ name }) => name === mutant),
  ).then(answer);
});
