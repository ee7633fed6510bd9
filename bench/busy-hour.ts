/**
 * The main process in a busy hour, as a program of its own: `node busy-hour.ts FOLDER SECONDS`, a live counter by the environment.
 * Says, in ms, how late the event loop was at the 99.9th percentile: during the hour, and while the process does nothing but
 * the durable appends that the hour's commits need.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openBusyCounter, settled } from './busy-counter.ts';
import { openRawAppend } from './raw-append.ts';

const Sold = z.object({ id: z.string() });

const [folder = '', seconds = '60'] = process.argv.slice(2);
const hourMs = Number(seconds) * 1000;
const appendingMs = 10_000;
/** a sale has three events, and a slip four steps */
const commitsPerSale = 7;
/** milliseconds; what the histogram's own timer adds to each sample */
const resolution = 1;

/** How often each happens in an hour of one cashier who never rests. */
const perHour = {
  sale: 180,
  bill: 40,
  search: 240,
  product: 180,
  status: 360,
  preview: 120,
  books: 20,
  export: 1,
} as const;

const { app, call } = await openBusyCounter(folder);
const words = ['0812', 'pln', 'gagal', '20rb', 'telkomsel kemarin', '0812 1000', 'berhasil hari ini'];
let sold = 0;
let last = '';

const does: Record<keyof typeof perHour, () => Promise<unknown>> = {
  async sale() {
    sold += 1;
    const customerNo = `0812${10_000_000 + sold}`;
    const sale = await call('order', { productCode: 'TSEL10', customerNo, sellingPrice: 12_000, tendered: 20_000 });
    if (!sale.ok) throw new Error(`an order of the bench failed: ${sale.error.code}`);
    last = Sold.parse(sale.value).id;
    return call('receipts.print', { id: last });
  },
  bill: () => call('inquiry', { productCode: 'PLNPOST', customerNo: `5300${10_000_000 + sold}` }),
  search: () => call('transactions.search', { text: words[sold % words.length] ?? '', limit: 50 }),
  product: () => call('product', { productCode: 'TSEL10' }),
  status: () => call('status', undefined),
  preview: () => (last === '' ? Promise.resolve() : call('receipts.preview', { id: last })),
  books: () => call('books.day', undefined),
  export: () => call('exports.start', { format: 'csv', filter: {} }),
};

function late(histogram: ReturnType<typeof monitorEventLoopDelay>): number {
  return Math.max(0, histogram.percentile(99.9) / 1e6 - resolution);
}

async function watched(work: () => Promise<void>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  await work();
  histogram.disable();
  return late(histogram);
}

/** Spread evenly over the hour, none waiting for another, as a person, a printer and a webhook do not. */
async function hour(): Promise<void> {
  const under: Promise<unknown>[] = [];
  const plan = Object.entries(perHour).flatMap(([name, times]) =>
    Array.from({ length: times }, (_, at) => ({
      name: name as keyof typeof perHour,
      at: ((at + 0.5) / times) * hourMs,
    })),
  );
  const begun = performance.now();
  for (const { name, at } of plan.toSorted((one, other) => one.at - other.at)) {
    const wait = at - (performance.now() - begun);
    if (wait > 0) await sleep(wait);
    under.push(does[name]());
  }
  await Promise.all(under);
  await settled(app);
}

/** As often as the hour commits, evenly. */
async function append(): Promise<void> {
  using raw = openRawAppend(folder);
  const everyMs = hourMs / (commitsPerSale * perHour.sale);
  const until = performance.now() + appendingMs;
  while (performance.now() < until) {
    raw.append();
    await sleep(everyMs);
  }
}

await does.sale();
await settled(app);
const appending = await watched(append);
const busy = await watched(hour);
console.log(JSON.stringify({ appending, busy }));
await app.close();
process.exit(0);
