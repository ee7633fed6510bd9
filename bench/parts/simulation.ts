import { runParallel } from '../../tests/simulation/run-parallel.ts';
import { type Figure, figure } from '../figures.ts';

const warmUp = 200;
const seeds = 3000;
const goal = 200;

/** Simulated worlds (tests/simulation) in a second, on every core of this machine, from start to every promise checked. */
export async function benchSimulation(): Promise<Figure[]> {
  await runParallel(1, warmUp);
  const started = performance.now();
  const { failures } = await runParallel(warmUp + 1, seeds);
  const seconds = (performance.now() - started) / 1000;
  if (failures.length > 0) throw new Error(`seed ${failures[0]?.seed} breaks a promise: npm run simulate shows how`);
  return [
    figure(
      {
        bench: 'simulation',
        metric: 'seeds per second',
        unit: '/s',
        ours: seeds / seconds,
        baseline: goal,
        against: 'the goal',
      },
      { words: '>= 200/s on 2 cores', meets: (_ratio, ours) => ours >= goal },
    ),
  ];
}
