import { type PrintJob, type PrintReason, waitingStates } from '../../shared/domain/print-job.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import type { Clock, Log } from '../base/system.ts';
import type { PrintMove } from '../db/sales-store.ts';
import type { PrintJobRepository } from './print-types.ts';
import type { LineOutcome, PrinterLine } from './printer-line.ts';
import { stripDrawerKick } from './render/strip-drawer-kick.ts';

export interface QueueParts {
  book: PrintJobRepository;
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

/** The jobs of one printer, one after the other. */
interface Lane {
  /** there may be something to print, or a blocked job is to be tried now */
  wake(): void;
  between<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** While a printer cannot print, or the book cannot be read: soon at first, then now and then. */
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

function createLane(parts: QueueParts, printer: string): Lane {
  const queue = createSerialQueue();
  let ended: Promise<void> = Promise.resolve();
  let running = false;
  let woken = false;
  let stopped = false;
  let resting = new AbortController();

  const rest = async (tries: number): Promise<void> => {
    if (woken || stopped) return;
    resting = new AbortController();
    await parts.clock.sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)), resting.signal);
  };
  const next = async (): Promise<'none' | 'done' | 'blocked'> => {
    try {
      const job = stopped ? null : await parts.book.next(printer);
      return job === null ? 'none' : await attempt(parts, job, () => stopped);
    } catch (error) {
      parts.log.error('a print job could not be read or written', { error: error instanceof Error ? error.name : '' });
      return 'blocked';
    }
  };
  const run = async (): Promise<void> => {
    let tries = 0;
    for (;;) {
      woken = false;
      const outcome = await queue(next);
      tries = outcome === 'blocked' ? tries + 1 : 0;
      if (outcome === 'blocked') await rest(tries);
      // Without an await between the look and the end, so that no call is lost.
      if (stopped || (outcome === 'none' && !woken)) break;
    }
    running = false;
  };
  return {
    wake() {
      woken = true;
      resting.abort();
      if (running || stopped) return;
      running = true;
      ended = run();
    },
    between: queue,
    async stop() {
      stopped = true;
      resting.abort();
      await ended;
    },
  };
}

const writeAgainMs = 1000;
/** A printer that is asked for longer than this is seen to be asked; a quick one costs no wait for the disk. */
const checkingAfterMs = 150;

/**
 * One try of one waiting job. `sending` is on disk before its first byte leaves; from then on it ends as sent, confirmed or
 * unknown, and is never tried again. Rejects when the book fails before that.
 */
async function attempt(parts: QueueParts, job: PrintJob, stopped: () => boolean): Promise<'done' | 'blocked'> {
  const { book } = parts;
  const move = async (step: Omit<PrintMove, 'id'>): Promise<PrintJob | null> => {
    const moved = await book.move({ id: job.id, ...step }, new Date(parts.clock.now()).toISOString());
    if (moved) parts.changed(moved);
    return moved;
  };
  const block = async (reason: PrintReason): Promise<'blocked'> => {
    // Found as it was the last time, there is nothing to write. Also from "sending": no byte has left.
    if (job.state !== 'blocked' || job.reason !== reason) {
      parts.log.warn('a print is held up', { reason });
      await move({ from: [...waitingStates, 'sending'], to: 'blocked', reason });
    }
    return 'blocked';
  };
  const outdated = await parts.outdated(job);
  if (outdated !== null) return write(() => parts.refused(job, outdated));
  const line = parts.line(job.printer);
  if (line === null) return block('printer_removed');
  const kept = await book.payload(job.id);
  if (kept === null) return 'done';
  const payload = stripDrawerKick(kept, parts.clock.now() - Date.parse(job.createdAt));

  const asked = new AbortController();
  const checking = showChecking(asked.signal);
  const sent = await sendOnce(parts, line, payload, async () => {
    asked.abort();
    // Whatever came while the printer was asked how it is.
    return (await parts.outdated(job)) ?? move({ from: [...waitingStates], to: 'sending' });
  });
  asked.abort();
  await checking;
  switch (sent.kind) {
    case 'given_up':
      return 'done';
    case 'blocked':
      return block(sent.reason);
    case 'sent':
      return write(() => move({ from: ['sending'], to: sent.confirmed ? 'confirmed' : 'sent' }));
    case 'unknown':
      parts.log.warn('a print may have been printed', { reason: sent.reason });
      return write(() => move({ from: ['sending'], to: 'unknown', reason: sent.reason }));
    case 'failed':
      parts.log.warn('a print was not made', { reason: sent.reason });
      return write(() => parts.refused(job, sent.reason));
  }

  async function showChecking(over: AbortSignal): Promise<void> {
    await parts.clock.sleep(checkingAfterMs, over);
    // Only to be seen: what matters is written without it, too.
    if (!over.aborted) await move({ from: ['queued'], to: 'checking' }).catch(() => undefined);
  }

  /** What came of it is known here only; a disk that does not take it is tried again, since the next start would not know. */
  async function write(step: () => Promise<unknown>): Promise<'done'> {
    for (;;) {
      try {
        await step();
        return 'done';
      } catch {
        if (stopped()) return 'done';
        parts.log.error('what came of a print job could not be written down');
        await parts.clock.sleep(writeAgainMs);
      }
    }
  }
}

class NotWanted extends Error {}

/** Whatever the line says or throws, a job that has begun to leave does not wait any more. */
async function sendOnce(
  parts: QueueParts,
  line: PrinterLine,
  payload: Parameters<PrinterLine['send']>[0],
  begin: () => Promise<PrintJob | PrintReason | null>,
): Promise<LineOutcome | { kind: 'given_up' }> {
  let stage: 'here' | 'given_up' | 'not_recorded' | 'left' | { outdated: PrintReason } = 'here';
  const leave = async (): Promise<void> => {
    let begun: PrintJob | PrintReason | null;
    try {
      begun = await begin();
    } catch (error) {
      stage = 'not_recorded';
      throw error;
    }
    // A person gave it up while the printer was asked how it is.
    stage = begun === null ? 'given_up' : typeof begun === 'string' ? { outdated: begun } : 'left';
    if (stage !== 'left') throw new NotWanted();
  };
  const seen = (): typeof stage => stage;
  let outcome: LineOutcome;
  try {
    outcome = await line.send(payload, leave);
  } catch (error) {
    if (seen() === 'here')
      parts.log.error('a printer’s line failed', { error: error instanceof Error ? error.name : '' });
    outcome = { kind: 'blocked', reason: 'other' };
  }
  const ended = seen();
  if (typeof ended === 'object') return { kind: 'failed', reason: ended.outdated };
  switch (ended) {
    case 'given_up':
      return { kind: 'given_up' };
    case 'not_recorded':
      return { kind: 'blocked', reason: 'not_recorded' };
    case 'left':
      return outcome.kind === 'blocked' ? { kind: 'unknown', reason: outcome.reason } : outcome;
    case 'here':
      return outcome.kind === 'blocked' ? outcome : { kind: 'blocked', reason: 'other' };
  }
}
