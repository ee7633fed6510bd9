import { type Figure, figure, median, p99 } from '../figures.ts';
import { openLiveWorld } from '../live-world.ts';
import { againstRawAppend, openRawAppend } from '../raw-append.ts';

const warmUp = 50;
const orders = 600;

/**
 * A whole order: from the press of the button until the answer is stored and returned. It includes the product's lookup, the
 * commit before the request and the one after it. The baseline is the least that such an order can take: a bare POST /order
 * over a connection of its own, and two durable appends on the same disk. The two in turns, over real sockets; provider and
 * relay run in processes of their own.
 */
export async function benchOrder(): Promise<Figure[]> {
  await using world = await openLiveWorld();
  using raw = openRawAppend(world.folder);
  const [whole, least, bare]: [number[], number[], number[]] = [[], [], []];
  for (let count = 0; count < warmUp + orders; count++) {
    const started = performance.now();
    await world.bareOrder(`0899${String(10_000_000 + count)}`);
    const answered = performance.now() - started;
    const appended = raw.append() + raw.append();
    const pressed = performance.now();
    const result = await world.app.handlers.order({
      productCode: 'TSEL10',
      customerNo: `0898${String(10_000_000 + count)}`,
    });
    const ended = performance.now();
    if (!result.ok) throw new Error(`an order of the bench ended with ${result.error.code}`);
    if (count < warmUp) continue;
    bare.push(answered);
    least.push(answered + appended);
    whole.push(ended - pressed);
  }
  const about = { bench: 'order', unit: 'ms' };
  const provider = 'provider’s own answer to POST /order';
  const against = `${provider} and 2 of: ${againstRawAppend}`;
  return [
    figure({ ...about, metric: 'whole order', ours: median(whole), baseline: median(least), against }, { maxRatio: 3 }),
    figure({ ...about, metric: 'whole order p99', ours: p99(whole), baseline: p99(least), against }, { maxRatio: 3 }),
    figure({ ...about, metric: 'over the answer', ours: median(whole), baseline: median(bare), against: provider }),
  ];
}
