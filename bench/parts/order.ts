import { type Figure, figure, median, p99 } from '../figures.ts';
import { openLiveWorld } from '../live-world.ts';

const warmUp = 50;
const orders = 600;

/**
 * What Konter adds to an order: pressing the button until the answer is stored and given back, less what the provider itself
 * takes to answer a bare POST /order over a connection of its own. Konter's side includes the product's lookup, the commit
 * before sending and the one after. Real sockets; provider and relay run in processes of their own. The two in turns.
 */
export async function benchOrder(): Promise<Figure[]> {
  await using world = await openLiveWorld();
  const [whole, bare]: [number[], number[]] = [[], []];
  for (let count = 0; count < warmUp + orders; count++) {
    const started = performance.now();
    await world.bareOrder(`0899${String(10_000_000 + count)}`);
    const between = performance.now();
    const result = await world.app.handlers.order({
      productCode: 'TSEL10',
      customerNo: `0898${String(10_000_000 + count)}`,
    });
    const ended = performance.now();
    if (!result.ok) throw new Error(`an order of the bench ended with ${result.error.code}`);
    if (count < warmUp) continue;
    bare.push(between - started);
    whole.push(ended - between);
  }
  const added = whole.map((time, index) => time - (bare[index] ?? 0));
  const about = { bench: 'order', unit: 'ms' };
  const own = 'provider’s own answer to POST /order';
  return [
    figure({ ...about, metric: 'whole order', ours: median(whole), baseline: median(bare), against: own }),
    figure({ ...about, metric: 'whole order p99', ours: p99(whole), baseline: p99(bare), against: own }),
    figure({ ...about, metric: 'added', ours: median(added), baseline: median(bare), against: own }),
    figure(
      { ...about, metric: 'added p99', ours: p99(added), baseline: p99(bare), against: own },
      { words: '<= 15 ms', meets: (_ratio, ours) => ours <= 15 },
    ),
  ];
}
