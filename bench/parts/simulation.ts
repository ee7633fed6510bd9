import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openWorkers } from '../../tests/simulation/run-parallel.ts';
import type { Tally } from '../../tests/simulation/run-seeds.ts';
import { benchSale } from '../bench-sale.ts';
import { type Figure, figure, median } from '../figures.ts';

const rounds = 5;
const seeds = 2000;
const rawEvents = 100_000;
/** What a history had while all of them were as long as a busy one is now. */
const allBusy = { events: 223, sales: 4.1, against: 'when no history was brief' };

/**
 * Simulated worlds (tests/simulation) on every core of this machine, each until every promise is checked, in the processes that
 * a long run has. Events of a core in a second, against a core that only writes, hashes and reads as many events; seeds, with
 * the start of processes and without; and how much happens in a world, as shorter histories make more of them.
 */
export async function benchSimulation(): Promise<Figure[]> {
  using workers = openWorkers();
  let next = 1;
  const round = async (): Promise<Tally & { seconds: number; raw: number }> => {
    const raw = rawEventsPerSecond();
    const started = performance.now();
    const tally = await workers.run(next, seeds);
    const seconds = (performance.now() - started) / 1000;
    const [broken] = tally.failures;
    if (broken) throw new Error(`seed ${broken.seed} breaks a promise: npm run simulate shows how`);
    next += seeds;
    return { ...tally, seconds, raw };
  };
  const first = await round();
  const told: Awaited<ReturnType<typeof round>>[] = [];
  while (told.length < rounds) told.push(await round());

  const bench = 'simulation';
  const { against } = allBusy;
  const sum = (count: (tally: Tally) => number): number => told.reduce((all, tally) => all + count(tally), 0);
  return [
    figure(
      {
        bench,
        metric: 'events per second and core',
        unit: '/s',
        ours: median(told.map(({ events, seconds }) => events / seconds / availableParallelism())),
        baseline: median(told.map(({ raw }) => raw)),
        against: 'JSON and SHA-256 of an event',
      },
      { minRatio: 0.03 },
    ),
    figure({
      bench,
      metric: 'seeds, with the start of processes',
      unit: '/s',
      ours: seeds / first.seconds,
      baseline: median(told.map(({ seconds }) => seeds / seconds)),
      against: 'without',
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

/** What each event of a journal costs at least: written as JSON, hashed into the chain, read again. */
function rawEventsPerSecond(): number {
  const started = performance.now();
  let hash = '';
  for (let count = 0; count < rawEvents; count++) {
    const text = JSON.stringify({ ...benchSale(count).event, bodies: [], hash });
    hash = createHash('sha256').update(text).digest('hex');
    JSON.parse(text);
  }
  return rawEvents / ((performance.now() - started) / 1000);
}
