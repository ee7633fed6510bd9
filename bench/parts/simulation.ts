import { runParallel } from '../../tests/simulation/run-parallel.ts';
import { type Figure, figure } from '../figures.ts';

const warmUp = 200;
const seeds = 3000;
const goal = 200;
/** What a history had while all of them were as long as a busy one is now. */
const allBusy = { events: 223, sales: 4.1, against: 'when no history was brief' };

/**
 * Simulated worlds (tests/simulation) in a second, on every core of this machine, from start to every promise checked; and
 * how much happens in one, as shorter histories would make more of them.
 */
export async function benchSimulation(): Promise<Figure[]> {
  await runParallel(1, warmUp);
  const started = performance.now();
  const { failures, events, sales } = await runParallel(warmUp + 1, seeds);
  const seconds = (performance.now() - started) / 1000;
  if (failures.length > 0) throw new Error(`seed ${failures[0]?.seed} breaks a promise: npm run simulate shows how`);
  const bench = 'simulation';
  const { against } = allBusy;
  return [
    figure(
      { bench, metric: 'seeds per second', unit: '/s', ours: seeds / seconds, baseline: goal, against: 'the goal' },
      { words: '>= 200/s on 2 cores', meets: (_ratio, ours) => ours >= goal },
    ),
    figure({
      bench,
      metric: 'events per second',
      unit: '/s',
      ours: events / seconds,
      baseline: goal * allBusy.events,
      against: 'the goal, were no history brief',
    }),
    figure({ bench, metric: 'events a seed', unit: 'events', ours: events / seeds, baseline: allBusy.events, against }),
    figure({ bench, metric: 'sales a seed', unit: 'sales', ours: sales / seeds, baseline: allBusy.sales, against }),
  ];
}
