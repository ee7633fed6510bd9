import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import { openPrintQueue, type PrintQueue, type PrintQueueDeps } from '../../src/main/printing/print-queue.ts';
import { renderBytes } from '../../src/main/printing/render/slip-bytes.ts';
import { type TcpLimits, tcpTransport } from '../../src/main/printing/transports/tcp.ts';
import type { PrinterTransport } from '../../src/main/printing/transports/transport.ts';
import { type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { type PrintJob, waitingStates } from '../../src/shared/domain/print-job.ts';
import { buildSlip } from '../../src/shared/domain/receipt/build.ts';
import { aJournal } from './database-files.ts';
import { fakeSale } from './fake-sales.ts';
import { recordingLog } from './fake-system.ts';
import { bytesOptions } from './slips.ts';
import { type PrinterBehaviour, startTcpPrinter, type TcpPrinter } from './tcp-printer.ts';

/** Short enough for a test to wait for, long enough for a busy machine to answer in. */
export const quickLimits: TcpLimits = {
  connect: 2000,
  status: 300,
  silent: 60_000,
  write: 2000,
  confirm: 400,
  settle: 300,
  close: 400,
};

/** The bytes of a whole receipt. */
export const receiptBytes: Uint8Array = renderBytes(
  buildSlip(fakeSale(), {
    language: 'id',
    timeZone: 'Asia/Jakarta',
    shop: { name: 'Toko Contoh', address: 'Jl. Contoh 1', phone: '', footer: '' },
    training: false,
    copy: 1,
    proof: null,
  }),
  bytesOptions,
);

export async function aTcpPrinter(behaviour: Partial<PrinterBehaviour> = {}, port = 0): Promise<TcpPrinter> {
  const printer = await startTcpPrinter(behaviour, port);
  onTestFinished(() => printer.off().catch(() => undefined));
  return printer;
}

/** A queue over a real journal and real sockets, stopped with the test. */
export async function queueTo(
  lines: Readonly<Record<string, number | PrinterTransport>>,
  options: { db?: ShopDatabase; limits?: Partial<TcpLimits>; checkStale?: PrintQueueDeps['checkStale'] } = {},
) {
  const db = options.db ?? (await aJournal());
  const limits = { ...quickLimits, ...options.limits };
  const transports = new Map(
    Object.entries(lines).map(([id, to]) => [
      id,
      typeof to === 'number'
        ? tcpTransport(systemClock, { host: '127.0.0.1', port: to, language: 'escpos' }, limits)
        : to,
    ]),
  );
  const log = recordingLog();
  const changes: PrintJob[] = [];
  const queue: PrintQueue = await openPrintQueue({
    jobs: db.prints,
    transport: (id) => transports.get(id) ?? null,
    checkStale: options.checkStale ?? (async () => null),
    renewed: async () => null,
    cancel: async (job, reason) => {
      await db.prints.move({ id: job.id, from: [...waitingStates, 'sending'], to: 'failed', reason }, now());
    },
    clock: systemClock,
    log,
    changed: (job) => void changes.push(job),
  });
  onTestFinished(() => queue.stop(1000));
  let jobCount = 0;
  return {
    queue,
    db,
    book: db.prints,
    log,
    changes,
    /** asks for one print and answers its id */
    async print(printer: string, bytes: Uint8Array = receiptBytes): Promise<string> {
      jobCount += 1;
      const id = `job-${printer}-${jobCount}`;
      await db.prints.add({ ...aJob(id, printer), payload: bytes }, now());
      await queue.wake(printer);
      return id;
    },
    state: async (id: string) => (await db.prints.get(id))?.state,
    reason: async (id: string) => (await db.prints.get(id))?.reason,
  };
}

export const aJob = (id: string, printer: string) => ({
  id,
  kind: 'test' as const,
  saleId: null,
  printer,
  copy: null,
  askedBy: 'cashier' as const,
  again: null,
  state: 'queued' as const,
  format: 'escpos' as const,
  payload: receiptBytes,
});

const now = (): string => new Date().toISOString();
