import { openWorkers } from '../../tests/simulation/run-parallel.ts';
import type { Tally } from '../../tests/simulation/run-seeds.ts';
import { type Figure, figure, median } from '../figures.ts';

const rounds = 5;
const seeds = 2000;
const goal = 200;
/** What a history had while all of them were as long as a busy one is now. */
const allBusy = { events: 223, sales: 4.1, against: 'when no history was brief' };

/**
 * Simulated worlds (tests/simulation) in a second, on every core of this machine, each until every promise is checked, in the
 * processes that a long run has; beside it what those cost that are only started. And how much happens in a world, as
 * shorter histories would make more of them.
 */
export async function benchSimulation(): Promise<Figure[]> {
  using workers = openWorkers();
  let next = 1;
  const round = async (): Promise<Tally & { seconds: number }> => {
    const started = performance.now();
    const tally = await workers.run(next, seeds);
    const seconds = (performance.now() - started) / 1000;
    const [broken] = tally.failures;
    if (broken) throw new Error(`seed ${broken.seed} breaks a promise: npm run simulate shows how`);
    next += seeds;
    return { ...tally, seconds };
  };
  const first = await round();
  const told: (Tally & { seconds: number })[] = [];
  while (told.length < rounds) told.push(await round());

  const bench = 'simulation';
  const { against } = allBusy;
  const rates = told.map(({ seconds }) => seeds / seconds);
  const perSecond = { bench, unit: '/s', baseline: goal, against: 'the goal' };
  const sum = (count: (tally: Tally) => number): number => told.reduce((all, tally) => all + count(tally), 0);
  return [
    figure(
      { ...perSecond, metric: 'seeds per second', ours: median(rates) },
      { words: '>= 200/s on 2 cores', meets: (_ratio, ours) => ours >= goal },
    ),
    figure({ ...perSecond, metric: 'in the slowest of the rounds', ours: Math.min(...rates) }),
    figure({ ...perSecond, metric: 'with the start of processes', ours: seeds / first.seconds }),
    figure({
      bench,
      metric: 'events per second',
      unit: '/s',
      ours: median(told.map(({ events, seconds }) => events / seconds)),
      baseline: goal * allBusy.events,
      against: 'the goal, were no history brief',
    }),
    figure({
      bench,
      metric: 'events a seed',
      unit: 'events',
      ours: sum(({ events }) => events) / (rounds * seeds),
      baseline: allBusy.events,
      against,
    }),
    figure({
      bench,
      metric: 'sales a seed',
      unit: 'sales',
      ours: sum(({ sales }) => sales) / (rounds * seeds),
      baseline: allBusy.sales,
      against,
    }),
  ];
}
