/**
 * Decides that the intent is on the disk before an order leaves, that the product was looked up before (ADR 3), and that each
 * request has a connection of its own (ADR 4).
 */
import { type Figure, figure, median, p99 } from '../figures.ts';
import { type LiveWorld, openLiveWorld } from '../live-world.ts';
import { againstRawAppend, openRawAppend } from '../raw-append.ts';
import type { Size } from '../size.ts';

const number = (count: number): string => `0812${String(10_000_000 + count)}`;

interface Samples {
  whole: number[];
  least: number[];
}

/** Ours and the least that it can take, in turns. The bare request leaves over a connection of its own. */
async function inTurns(
  world: LiveWorld,
  rounds: { warmUp: number; measured: number },
  ours: (count: number) => Promise<number>,
  bare: (count: number) => Promise<void>,
): Promise<Samples> {
  using raw = openRawAppend(world.folder);
  const samples: Samples = { whole: [], least: [] };
  for (let count = 0; count < rounds.warmUp + rounds.measured; count++) {
    const started = performance.now();
    await bare(count);
    const answered = performance.now() - started;
    const least = answered + raw.append() + raw.append();
    const whole = await ours(count);
    if (count < rounds.warmUp) continue;
    samples.least.push(least);
    samples.whole.push(whole);
  }
  return samples;
}

const timed = async (work: () => Promise<{ ok: boolean }>): Promise<number> => {
  const pressed = performance.now();
  const { ok } = await work();
  const ended = performance.now();
  if (!ok) throw new Error('a sale of the bench was refused');
  return ended - pressed;
};

/**
 * A whole order: from the press of the button until the answer is stored and returned. The product was looked up when it was
 * chosen, as the counter does. The baseline is the least that such an order can take: a bare POST /order over a connection of
 * its own, and two durable appends on the same disk. The two in turns, over real sockets; provider and relay run in processes of
 * their own.
 */
async function measure(world: LiveWorld, line: string, rounds: { warmUp: number; measured: number }, goal: number) {
  const { handlers } = world.app;
  const order = await inTurns(
    world,
    rounds,
    async (count) => {
      await handlers.product({ productCode: 'TSEL10' });
      return timed(() => handlers.order({ productCode: 'TSEL10', customerNo: number(count) }));
    },
    (count) => world.bareOrder(number(5_000_000 + count)),
  );
  // A bill is inquired in one commit; its baseline has two appends all the same, for the look-up that is saved beside it.
  const inquiry = await inTurns(
    world,
    rounds,
    (count) =>
      timed(() => handlers.inquiry({ productCode: 'PLNPOST', customerNo: `5300${String(10_000_000 + count)}` })),
    (count) => world.bareInquiry(`5301${String(10_000_000 + count)}`),
  );
  const about = { bench: 'order', unit: 'ms' };
  const against = (path: string): string => `POST ${path} over a fresh connection, and 2 of: ${againstRawAppend}`;
  return [
    { metric: `whole order${line}`, samples: order, path: '/order' },
    { metric: `whole inquiry${line}`, samples: inquiry, path: '/billing/inquiry' },
  ].flatMap(({ metric, samples: { whole, least }, path }) => [
    figure(
      { ...about, metric, ours: median(whole), baseline: median(least), against: against(path) },
      { maxRatio: goal },
    ),
    figure({ ...about, metric: `${metric} p99`, ours: p99(whole), baseline: p99(least), against: against(path) }),
  ]);
}

export async function benchOrder(size: Size): Promise<Figure[]> {
  const figures: Figure[] = [];
  {
    await using world = await openLiveWorld();
    figures.push(...(await measure(world, '', { warmUp: size.of(50, 1), measured: size.of(600, 3) }, 1.5)));
  }
  await using world = await openLiveWorld({ roundTripMs: 80 });
  figures.push(...(await measure(world, ' at 80 ms', { warmUp: size.of(5, 1), measured: size.of(60, 2) }, 1.05)));
  return figures;
}
