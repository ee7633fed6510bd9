import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { type App, createApp } from '../../src/main/runtime/create-app.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { openOutside } from '../live-world.ts';
import { type BenchPrinter, startBenchPrinter } from '../printer.ts';
import { againstRawAppend, openRawAppend, type RawAppend } from '../raw-append.ts';

const warmUp = 40;
const receipts = 500;

/**
 * Bills that are paid one after the other on the live counter, each printed by itself on a printer that answers, on a real
 * socket: from the moment the success is told to the first byte at the printer, which is the wish, the job and its three steps
 * on disk, the slip drawn and the printer asked. Against the same printer with nothing kept; for the first byte against that and
 * the two durable appends that come before it. Then how many came, and what stays in memory.
 */
export async function benchPrintQueue(): Promise<Figure[]> {
  await using folder = await benchFolder();
  using raw = openRawAppend(folder.path);
  await using outside = await openOutside();
  await using printer = await startBenchPrinter();
  const app = await createApp(nodeSystem, {
    dataDir: join(folder.path, 'counter'),
    env: { ...outside.env, KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` },
    version: '0.0.0',
    secrets: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
    printer: { print: () => Promise.resolve({ kind: 'handed_over' }) },
    log: { info() {}, warn() {}, error() {} },
  });
  try {
    await app.handlers['settings.save']({ autoPrint: true });
    return await measure(app, printer, raw);
  } finally {
    await app.close();
  }
}

async function measure(app: App, printer: BenchPrinter, raw: RawAppend): Promise<Figure[]> {
  const [first, whole, bare, least]: [number[], number[], number[], number[]] = [[], [], [], []];
  let early = 0;
  for (let count = 0; count < warmUp + receipts; count += 1) {
    const printed = await payAndPrint(app, printer, count);
    const handed = await handOver(printer);
    const appended = raw.append() + raw.append();
    if (count === warmUp) early = heapInUse();
    if (count < warmUp) continue;
    first.push(printed.toFirstByte);
    whole.push(printed.toConfirmed);
    bare.push(handed);
    least.push(handed + appended);
  }
  const late = heapInUse();
  const jobs = await confirmed(app);
  const about = { bench: 'print-queue', unit: 'ms' };
  const against = `the same printer with nothing kept, and 2 of: ${againstRawAppend}`;
  const alone = { against: 'the same printer with nothing kept', baseline: median(bare) };
  return [
    figure({ ...about, against, metric: 'success to first byte', ours: median(first), baseline: median(least) }),
    figure(
      { ...about, against, metric: 'success to first byte p99', ours: p99(first), baseline: p99(least) },
      { maxRatio: 4 },
    ),
    figure({ ...about, ...alone, metric: 'success to printed', ours: median(whole) }),
    figure(
      {
        bench: 'print-queue',
        unit: 'slips',
        metric: 'came to the printer once each',
        ours: jobs === warmUp + receipts ? printer.ids().size : 0,
        baseline: warmUp + receipts,
        against: 'receipts back to back',
      },
      { minRatio: 1 },
    ),
    figure(
      {
        bench: 'print-queue',
        unit: 'MB',
        metric: `memory after ${receipts} receipts`,
        ours: late / 1e6,
        baseline: early / 1e6,
        against: `after ${warmUp}`,
      },
      { maxRatio: 1.2 },
    ),
  ];
}

interface Printed {
  toFirstByte: number;
  toConfirmed: number;
}

async function payAndPrint(app: App, printer: BenchPrinter, count: number): Promise<Printed> {
  const bill = await app.handlers.inquiry({ productCode: 'PLNPOST', customerNo: String(530_000_000_001 + count * 10) });
  if (!bill.ok) throw new Error(`an inquiry of the bench ended with ${bill.error.code}`);
  const { id } = bill.value;
  const told = new Promise<{ success: number; confirmed: number }>((resolve) => {
    let success = 0;
    const stop = app.subscribe((event) => {
      if (success === 0 && event.type === 'transaction' && event.transaction.id === id) {
        if (event.transaction.state === 'success') success = performance.now();
      }
      if (event.type !== 'print' || event.job.saleId !== id || event.job.state !== 'confirmed') return;
      stop();
      resolve({ success, confirmed: performance.now() });
    });
  });
  const paid = await app.handlers.pay({ id });
  if (!paid.ok) throw new Error(`a payment of the bench ended with ${paid.error.code}`);
  const { success, confirmed: done } = await told;
  return { toFirstByte: printer.lastFirstByte() - success, toConfirmed: done - success };
}

/** Connect, ask, write: what anybody's printing would take. */
async function handOver(printer: BenchPrinter): Promise<number> {
  const started = performance.now();
  const socket = connect({ port: printer.port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.write(Uint8Array.of(0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 4));
  await once(socket, 'data');
  socket.end('bare');
  await once(socket, 'close');
  return printer.lastFirstByte() - started;
}

async function confirmed(app: App): Promise<number> {
  let count = 0;
  let before: string | undefined;
  for (;;) {
    const page = await app.handlers['prints.list']({ limit: 200, ...(before === undefined ? {} : { before }) });
    if (!page.ok) throw new Error('the jobs of the bench could not be read');
    count += page.value.jobs.filter((job) => job.state === 'confirmed').length;
    before = page.value.jobs.at(-1)?.id;
    if (before === undefined) return count;
  }
}

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

function heapInUse(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}
