import type { PrintJob, PrintReason } from '../../../shared/domain/print-job.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { PrintBook } from '../../ports/print-book.ts';
import type { PrinterLine } from '../../ports/printer-line.ts';
import { createLane, type Lane } from './lane.ts';

export interface QueueParts {
  book: PrintBook;
  /** the printer of that id as it is set now, or null when it is not in the settings any more */
  line(printer: string): PrinterLine | null;
  clock: Clock;
  log: Log;
  /** why a job that waits must not be printed as things stand now; null when it may */
  outdated(job: PrintJob): Promise<PrintReason | null>;
  /** Writes down that nothing of a job is on paper, for certain, nor will be. */
  refused(job: PrintJob, reason: PrintReason): Promise<void>;
  /** a job is as it says now; must not throw */
  changed(job: PrintJob): void;
}

/** Prints what the book holds: one job at a time for each printer, in the order they were asked for (docs/adr/0012-print-queue.md). */
export interface PrintQueue {
  /** something was asked for, or a blocked printer shall be tried at once; without an id, all of them */
  wake(printer?: string): Promise<void>;
  /** does something with a printer between two jobs */
  between<T>(printer: string, work: () => Promise<T>): Promise<T>;
  /** Begins no other job, and waits that long for those that are being sent; later they are unknown at the next start. */
  stop(withinMs: number): Promise<void>;
}

/** To be opened once for a book. What an earlier run left in sending is unknown from here on; the rest goes on. */
export async function openPrintQueue(parts: QueueParts): Promise<PrintQueue> {
  const { book, clock, log } = parts;
  const unknown = await book.recover(new Date(clock.now()).toISOString());
  if (unknown > 0) log.warn('print jobs were found in sending and are unknown now', { count: unknown });
  const lanes = new Map<string, Lane>();
  let stopped = false;
  const lane = (printer: string): Lane => {
    const known = lanes.get(printer) ?? createLane(parts, printer);
    lanes.set(printer, known);
    return known;
  };
  const wake = async (printer?: string): Promise<void> => {
    const printers = printer === undefined ? await book.printersWaiting() : [printer];
    if (!stopped) for (const each of printers) lane(each).wake();
  };
  await wake();
  return {
    wake,
    between: (printer, work) => lane(printer).between(work),
    async stop(withinMs) {
      stopped = true;
      const patience = new AbortController();
      const ended = Promise.all([...lanes.values()].map((each) => each.stop()));
      await Promise.race([ended, clock.sleep(withinMs, patience.signal)]);
      patience.abort();
    },
  };
}
