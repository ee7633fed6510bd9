import { type ChildProcess, spawn } from 'node:child_process';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import { type CupsJob, cupsJob } from './cups-jobs.ts';
import { cupsQueues, mayTakeCommands, outputOf } from './cups-queues.ts';
import { type PrinterTransport, type SendOutcome } from './transport.ts';

export interface SystemPrinter {
  /** the system's name of its queue */
  name: string;
  language: 'escpos' | 'starprnt';
}

/** Timeouts in milliseconds. */
export interface CupsLimits {
  /** for lp to take the bytes */
  taken: number;
  /** for the job to end */
  ended: number;
}

const cupsLimits: CupsLimits = { taken: 30_000, ended: 30_000 };

/**
 * Sends raw bytes to a queue of CUPS that accepts jobs and is not stopped, and follows the job to its end. CUPS reports jobs as
 * completed that were never printed, so the best outcome is "sent".
 */
export function cupsTransport(clock: Clock, printer: SystemPrinter, limits: CupsLimits = cupsLimits): PrinterTransport {
  return {
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const queues = await cupsQueues(printer.name);
      if (queues === null) return { kind: 'blocked', reason: 'no_print_system' };
      // lp reports these too, but with the exit code of a job that was lost half-way.
      const queue = queues.find(({ name }) => name === printer.name);
      if (!queue) return { kind: 'blocked', reason: 'no_such_printer' };
      if (!mayTakeCommands(queue)) return { kind: 'blocked', reason: 'pages_only' };
      if (!queue.accepting) return { kind: 'blocked', reason: 'queue_rejects' };
      if (queue.stopped) return { kind: 'blocked', reason: 'queue_stopped' };
      const lp = spawn('lp', ['-d', printer.name, '-o', 'raw'], {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, LC_ALL: 'C.UTF-8', LANGUAGE: 'en' },
      });
      if (!(await started(lp))) return { kind: 'blocked', reason: 'no_print_system' };
      try {
        await beforeSend();
        const ended = await withTimeout(clock, limits.taken, exitOf(lp, bytes));
        if (ended === null) return { kind: 'unknown', reason: 'not_taken' };
        if (ended.code === 0) return await followJob(clock, printer.name, jobIdIn(ended.said), limits.ended);
        return /is not accepting jobs/.test(ended.said)
          ? { kind: 'failed', reason: 'queue_rejects' }
          : { kind: 'unknown', reason: 'system_refused' };
      } finally {
        lp.kill('SIGKILL');
      }
    },
  };
}

function started(lp: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    lp.once('spawn', () => resolve(true));
    lp.once('error', () => resolve(false));
  });
}

const maxSaid = 4096;

/** Writes the bytes to lp. Resolves to its exit code, -1 if it was ended by a signal, and what it said. */
function exitOf(lp: ChildProcess, bytes: Uint8Array): Promise<{ code: number; said: string }> {
  let said = '';
  for (const stream of [lp.stdout, lp.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, maxSaid)));
  }
  return new Promise((resolve) => {
    lp.once('close', (code) => resolve({ code: code ?? -1, said }));
    // lp may exit without reading its input; its exit code reports that.
    lp.stdin?.on('error', () => {});
    lp.stdin?.end(bytes);
  });
}

/** "request id is till-12 (0 file(s))" */
function jobIdIn(said: string): number | null {
  const id = /^request id is \S*-(\d{1,9})\b/m.exec(said)?.[1];
  return id === undefined ? null : Number(id);
}

const pollMs = 250;

/** The outcome of a job that CUPS has taken. One that CUPS tells nothing about is "sent". */
async function followJob(clock: Clock, queue: string, id: number | null, withinMs: number): Promise<SendOutcome> {
  if (id === null) return { kind: 'sent', confirmed: false };
  const until = clock.monotonic() + withinMs;
  for (;;) {
    const job = await cupsJob(clock, id);
    const outcome = outcomeOf(job);
    if (outcome !== null) return outcome;
    if (clock.monotonic() >= until) {
      // A job that waits in a stopped queue would be printed later by itself, perhaps beside its reprint.
      if (job?.state !== 'waiting') return { kind: 'unknown', reason: 'not_taken' };
      await outputOf('cancel', [`${queue}-${id}`]);
      const last = await cupsJob(clock, id);
      const unprinted = last?.state === 'cancelled' && !last.started;
      return { kind: unprinted ? 'failed' : 'unknown', reason: 'queue_stopped' };
    }
    await clock.sleep(pollMs);
  }
}

/** Null while the job has not ended. */
function outcomeOf(job: CupsJob | null): SendOutcome | null {
  if (job === null || job.state === 'completed') return { kind: 'sent', confirmed: false };
  if (job.state !== 'cancelled') return null;
  return job.started
    ? { kind: 'unknown', reason: 'cancelled_by_system' }
    : { kind: 'failed', reason: 'cancelled_by_system' };
}
