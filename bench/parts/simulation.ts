/**
 * Decides that the relays of simulated worlds store in memory, that worlds reuse one database file, and that each core has a
 * process that stays (ADR 10): what is found grows with the events that a run has time for.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openWorkers } from '../../tests/simulation/run-parallel.ts';
import type { Tally } from '../../tests/simulation/run-seeds.ts';
import { benchSale } from '../bench-sale.ts';
import { type Figure, figure, median } from '../figures.ts';
import type { Size } from '../size.ts';

const rawEvents = 100_000;

/**
 * Worlds (tests/simulation) on every core of this machine, each until every promise is checked. Events of a core in a second,
 * against a core that only writes, hashes and reads as many events; seeds, with the start of processes and without; and how many
 * events a sale takes.
 */
export async function benchSimulation(size: Size): Promise<Figure[]> {
  const [rounds, seeds] = [size.of(5, 1), size.of(200, 4)];
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
  const results: Awaited<ReturnType<typeof round>>[] = [];
  while (results.length < rounds) results.push(await round());

  const bench = 'simulation';
  const sum = (count: (tally: Tally) => number): number => results.reduce((all, tally) => all + count(tally), 0);
  return [
    figure(
      {
        bench,
        metric: 'events per second and core',
        unit: '/s',
        ours: median(results.map(({ events, seconds }) => events / seconds / availableParallelism())),
        baseline: median(results.map(({ raw }) => raw)),
        against: 'JSON and SHA-256 of an event',
      },
      { minRatio: 0.03 },
    ),
    figure({
      bench,
      metric: 'seeds, with the start of processes',
      unit: '/s',
      ours: seeds / first.seconds,
      baseline: median(results.map(({ seconds }) => seeds / seconds)),
      against: 'without',
    }),
    figure({
      bench,
      metric: 'events of a sale',
      unit: 'events',
      ours: sum(({ events }) => events) / sum(({ sales }) => sales),
      baseline: sum(({ events }) => events) / (rounds * seeds),
      against: 'events of a seed',
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
