import { systemClock, systemRandom } from '../../../src/main/base/system/clock-and-random.ts';
import { openPrintQueue } from '../../../src/main/printing/print-queue.ts';
import { tcpTransport } from '../../../src/main/printing/transports/tcp.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';

/**
 * A process of its own that prints until it is killed: `node printing-child.ts JOURNAL PORT COUNT`. It asks for that number of slips,
 * "slip 1" and on, says "asked" and leaves the rest to the queue.
 */

const [path = '', port = '', count = ''] = process.argv.slice(2);
const db = await openShopDatabase({ path, random: systemRandom });
const transport = tcpTransport(systemClock, { host: '127.0.0.1', port: Number(port), language: 'escpos' });
const queue = await openPrintQueue({
  jobs: db.prints,
  transport: () => transport,
  checkStale: () => Promise.resolve(null),
  renewed: () => Promise.resolve(null),
  cancel: () => Promise.resolve(),
  clock: systemClock,
  log: { info() {}, warn() {}, error() {} },
  changed() {},
});
const at = new Date().toISOString();
for (let n = 1; n <= Number(count); n += 1) {
  await db.prints.add(
    {
      id: `job-${n}`,
      kind: 'test',
      saleId: null,
      printer: 'till',
      copy: null,
      askedBy: 'cashier',
      again: null,
      state: 'queued',
      format: 'escpos',
      payload: new TextEncoder().encode(`slip ${n}`),
    },
    at,
  );
}
console.log('asked');
await queue.wake('till');
// Until it is killed: a timer of its own, since between two tries nothing else holds it.
setInterval(() => {}, 1000);
