/**
 * Sells without end, as a program of its own: `node --expose-gc sales-memory.ts FOLDER FEW MANY`, a live counter by the
 * environment. Says what the process holds after the few and after the many sales, in bytes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openBusyCounter, settled } from './busy-counter.ts';
import { giveBack } from './give-back.ts';

const [folder = '', few = '100', many = '10000'] = process.argv.slice(2);
const atOnce = 8;

const { app, call } = await openBusyCounter(folder);
let sold = 0;

async function sellUpTo(count: number): Promise<void> {
  const seller = async (): Promise<void> => {
    while (sold < count) {
      sold += 1;
      const customerNo = `0812${10_000_000 + sold}`;
      const sale = await call('order', { productCode: 'TSEL10', customerNo, sellingPrice: 12_000 });
      if (!sale.ok) throw new Error(`an order of the bench failed: ${sale.error.code}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, seller));
  await settled(app);
}

interface Held {
  /** objects, and what they hold outside V8's heap */
  heap: number;
  resident: number;
  /** with what V8 and the C library keep in reserve */
  reserved: number;
}

/** What is left when nothing happens any more. */
async function held(): Promise<Held> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.();
    await sleep(200);
  }
  const reserved = process.memoryUsage.rss();
  await giveBack();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, resident: rss, reserved };
}

await sellUpTo(Number(few));
const before = await held();
await sellUpTo(Number(many));
const after = await held();
console.log(JSON.stringify({ before, after }));
await app.close();
process.exit(0);
