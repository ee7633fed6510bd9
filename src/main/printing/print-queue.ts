import { type PrintJob, type PrintReason, waitingStates } from '../../shared/domain/print-job.ts';
import { createSerialQueue } from '../base/async.ts';
import { type Clock, errorName, type Log } from '../base/system.ts';
import type { PrintJobRepository, PrintMove } from './print-repository.ts';
import { drawerKick, type PrinterTransport, type PrintPayload, type SendOutcome } from './transports/transport.ts';

export interface PrintQueueDeps {
  jobs: PrintJobRepository;
  /** the transport of a printer by its id; null when the printer is no longer in the settings */
  transport(printer: string): PrinterTransport | null;
  clock: Clock;
  log: Log;
  /** why a waiting job must not be printed now; null when it may */
  checkStale(job: PrintJob): Promise<PrintReason | null>;
  /** What is printed in the place of the stored bytes where these say something that is not so any more; null: they are right. */
  renewed(job: PrintJob): Promise<PrintPayload | null>;
  /** Records that a job certainly printed nothing and never will. */
  cancel(job: PrintJob, reason: PrintReason): Promise<void>;
  /** Called after each change of a job. Must not throw. */
  changed(job: PrintJob): void;
}

/** Prints the stored jobs, one at a time for each printer, in the order of their creation (docs/adr/0012-print-queue.md). */
export interface PrintQueue {
  /** Call after adding a job, or to retry a blocked printer at once. @param printer absent: all printers */
  wake(printer?: string): Promise<void>;
  /** Runs work on a printer between two jobs. */
  runExclusive<T>(printer: string, work: () => Promise<T>): Promise<T>;
  /** Starts no further job and waits for those being sent. Jobs that take longer are `unknown` after the next start. */
  stop(withinMs: number): Promise<void>;
}

/** Opens the queue; once per database. Jobs that an earlier run left in `sending` become `unknown`; the others continue. */
export async function openPrintQueue(deps: PrintQueueDeps): Promise<PrintQueue> {
  const { jobs, clock, log } = deps;
  const unknown = await jobs.recover(new Date(clock.now()).toISOString());
  if (unknown > 0)
    log.warn('print jobs were being sent when the counter stopped; their outcome is unknown', { count: unknown });
  const workers = new Map<string, PrinterWorker>();
  let stopped = false;
  const workerOf = (printer: string): PrinterWorker => {
    const worker = workers.get(printer) ?? createPrinterWorker(deps, printer);
    workers.set(printer, worker);
    return worker;
  };
  const wake = async (printer?: string): Promise<void> => {
    const printers = printer === undefined ? await jobs.printersWaiting() : [printer];
    if (!stopped) for (const each of printers) workerOf(each).wake();
  };
  await wake();
  return {
    wake,
    runExclusive: (printer, work) => workerOf(printer).runExclusive(work),
    async stop(withinMs) {
      stopped = true;
      const limit = new AbortController();
      const ended = Promise.all([...workers.values()].map((each) => each.stop()));
      await Promise.race([ended, clock.sleep(withinMs, limit.signal)]);
      limit.abort();
    },
  };
}

/** Prints the jobs of one printer, one after the other. */
interface PrinterWorker {
  /** Looks for jobs now, and retries a blocked one at once. */
  wake(): void;
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Backoff while a printer is blocked or the database cannot be read. */
const minBackoffMs = 1000;
const maxBackoffMs = 30_000;

function createPrinterWorker(deps: PrintQueueDeps, printer: string): PrinterWorker {
  const queue = createSerialQueue();
  let ended: Promise<void> = Promise.resolve();
  let running = false;
  let woken = false;
  let stopped = false;
  let backoff = new AbortController();

  const wait = async (attempts: number): Promise<void> => {
    if (woken || stopped) return;
    backoff = new AbortController();
    await deps.clock.sleep(Math.min(maxBackoffMs, minBackoffMs * 2 ** (attempts - 1)), backoff.signal);
  };
  const printNext = async (): Promise<'none' | 'done' | 'blocked'> => {
    try {
      const job = stopped ? null : await deps.jobs.next(printer);
      return job === null ? 'none' : await attemptPrint(deps, job, () => stopped);
    } catch (error) {
      deps.log.error('a print job could not be read or stored', { error: errorName(error) });
      return 'blocked';
    }
  };
  const run = async (): Promise<void> => {
    let attempts = 0;
    for (;;) {
      woken = false;
      const outcome = await queue(printNext);
      attempts = outcome === 'blocked' ? attempts + 1 : 0;
      if (outcome === 'blocked') await wait(attempts);
      // No await between this check and `running = false`: a wake() in between would be lost.
      if (stopped || (outcome === 'none' && !woken)) break;
    }
    running = false;
  };
  return {
    wake() {
      woken = true;
      backoff.abort();
      if (running || stopped) return;
      running = true;
      ended = run();
    },
    runExclusive: queue,
    async stop() {
      stopped = true;
      backoff.abort();
      await ended;
    },
  };
}

const storeRetryMs = 1000;
/** `checking` is shown only if the status query takes longer than this; a fast printer costs no extra write. */
const checkingAfterMs = 150;

/**
 * One attempt to print a waiting job. `sending` is durable before the first byte leaves; from then on the job ends as sent,
 * confirmed or unknown and is never retried. Rejects when the database fails before that.
 */
async function attemptPrint(deps: PrintQueueDeps, job: PrintJob, stopped: () => boolean): Promise<'done' | 'blocked'> {
  const { jobs } = deps;
  const move = async (step: Omit<PrintMove, 'id'>): Promise<PrintJob | null> => {
    const moved = await jobs.move({ id: job.id, ...step }, new Date(deps.clock.now()).toISOString());
    if (moved) deps.changed(moved);
    return moved;
  };
  const block = async (reason: PrintReason): Promise<'blocked'> => {
    // Unchanged since the last attempt: nothing to store. "sending" is allowed because no byte has left.
    if (job.state !== 'blocked' || job.reason !== reason) {
      deps.log.warn('a print job is blocked', { reason });
      await move({ from: [...waitingStates, 'sending'], to: 'blocked', reason });
    }
    return 'blocked';
  };
  const stale = await deps.checkStale(job);
  if (stale !== null) return store(() => deps.cancel(job, stale));
  const stored = await jobs.payload(job.id);
  // It named a customer who was forgotten since.
  if (stored === null) return store(() => deps.cancel(job, 'sale_changed'));
  const transport = deps.transport(job.printer);
  if (transport === null) return block('printer_removed');
  const payload = stripDrawerKick((await deps.renewed(job)) ?? stored, deps.clock.now() - Date.parse(job.createdAt));

  const leaving = new AbortController();
  const checking = showChecking(leaving.signal);
  const outcome = await sendOnce(deps, transport, payload, async () => {
    leaving.abort();
    // The sale may have changed while the printer's status was read.
    return (await deps.checkStale(job)) ?? move({ from: [...waitingStates], to: 'sending' });
  });
  leaving.abort();
  await checking;
  switch (outcome.kind) {
    case 'given_up':
      return 'done';
    case 'blocked':
      return block(outcome.reason);
    case 'sent':
      return store(() => move({ from: ['sending'], to: outcome.confirmed ? 'confirmed' : 'sent' }));
    case 'unknown':
      deps.log.warn('the outcome of a print job is unknown', { reason: outcome.reason });
      return store(() => move({ from: ['sending'], to: 'unknown', reason: outcome.reason }));
    case 'failed':
      deps.log.warn('a print job failed', { reason: outcome.reason });
      return store(() => deps.cancel(job, outcome.reason));
  }

  async function showChecking(over: AbortSignal): Promise<void> {
    await deps.clock.sleep(checkingAfterMs, over);
    // For display only, so a failed write is ignored.
    if (!over.aborted) await move({ from: ['queued'], to: 'checking' }).catch(() => undefined);
  }

  /** Retries until the outcome is stored: after a restart it would be unknown. */
  async function store(step: () => Promise<unknown>): Promise<'done'> {
    for (;;) {
      try {
        await step();
        return 'done';
      } catch (error) {
        if (stopped()) return 'done';
        const fault = errorName(error);
        deps.log.error('the outcome of a print job could not be stored', { fault });
        await deps.clock.sleep(storeRetryMs);
      }
    }
  }
}

/** Change is counted within a minute of the payment; a drawer that opens later opens unattended. */
const drawerWithinMs = 60_000;

/** Removes the leading drawer command from a slip that waited too long. @param waitedMs since the job was created */
export function stripDrawerKick(payload: PrintPayload, waitedMs: number): PrintPayload {
  if (payload.format === 'page' || waitedMs <= drawerWithinMs) return payload;
  const kick = drawerKick(payload.format);
  const hasKick = kick.every((byte, at) => payload.bytes[at] === byte);
  return hasKick ? { ...payload, bytes: payload.bytes.subarray(kick.length) } : payload;
}

class SendCancelled extends Error {}

/** Sends a payload once. After `begin` has resolved to a job, no answer and no exception makes the outcome `blocked`. */
async function sendOnce(
  deps: PrintQueueDeps,
  transport: PrinterTransport,
  payload: PrintPayload,
  begin: () => Promise<PrintJob | PrintReason | null>,
): Promise<SendOutcome | { kind: 'given_up' }> {
  let stage: 'waiting' | 'given_up' | 'not_recorded' | 'sending' | { stale: PrintReason } = 'waiting';
  const beforeSend = async (): Promise<void> => {
    let begun: PrintJob | PrintReason | null;
    try {
      begun = await begin();
    } catch (error) {
      stage = 'not_recorded';
      throw error;
    }
    // null: a person cancelled the job while the printer's status was read.
    stage = begun === null ? 'given_up' : typeof begun === 'string' ? { stale: begun } : 'sending';
    if (stage !== 'sending') throw new SendCancelled();
  };
  // The compiler does not see that the callback assigns `stage`.
  const reached = (): typeof stage => stage;
  let outcome: SendOutcome;
  try {
    outcome = await transport.send(payload, beforeSend);
  } catch (error) {
    if (reached() === 'waiting') deps.log.error('a printer’s transport failed', { error: errorName(error) });
    outcome = { kind: 'blocked', reason: 'other' };
  }
  const last = reached();
  if (typeof last === 'object') return { kind: 'failed', reason: last.stale };
  switch (last) {
    case 'given_up':
      return { kind: 'given_up' };
    case 'not_recorded':
      return { kind: 'blocked', reason: 'not_recorded' };
    case 'sending':
      return outcome.kind === 'blocked' ? { kind: 'unknown', reason: outcome.reason } : outcome;
    case 'waiting':
      return outcome.kind === 'blocked' ? outcome : { kind: 'blocked', reason: 'other' };
  }
}
