import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import { type CupsJob, cupsJob, openCupsJobs } from './cups-jobs.ts';
import type { PrinterTransport, SendOutcome } from './transport.ts';

export interface SystemPrinter {
  /** the system's name of its queue */
  name: string;
  language: 'escpos' | 'starprnt';
}

/** @property id of its setting */
type CupsPrinter = SystemPrinter & { id: string };

/** Timeouts in milliseconds. */
interface CupsLimits {
  /** for lp to take the bytes */
  taken: number;
  /** for the job to end */
  ended: number;
  /** for CUPS to confirm that a job which did not end is cancelled */
  cancelled: number;
}

const cupsLimits: CupsLimits = { taken: 30_000, ended: 30_000, cancelled: 10_000 };

/**
 * Sends raw bytes to a queue of CUPS that accepts jobs and is not stopped, and follows the job to its end. CUPS reports jobs as
 * completed that were never printed, so the best outcome is "sent".
 */
export function cupsTransport(
  clock: Clock,
  printer: CupsPrinter,
  limits: CupsLimits = cupsLimits,
): Required<PrinterTransport> {
  /** whether a job may still be printed that CUPS has not confirmed as cancelled: nothing is sent beside it */
  let mayPrint = false;
  const cancelLeft = async (): Promise<boolean> => {
    mayPrint = (await cancelLeftJobs(clock, printer, limits.cancelled)) ?? mayPrint;
    return mayPrint;
  };
  return {
    clear: async () => void (await cancelLeft()),
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      if (await cancelLeft()) return { kind: 'blocked', reason: 'not_cancelled' };
      const queues = await cupsQueues(printer.name);
      if (queues === null) return { kind: 'blocked', reason: 'no_print_system' };
      // lp reports these too, but with the exit code of a job that was lost half-way.
      const queue = queues.find(({ name }) => name === printer.name);
      if (!queue) return { kind: 'blocked', reason: 'no_such_printer' };
      if (!mayTakeCommands(queue)) return { kind: 'blocked', reason: 'pages_only' };
      if (!queue.accepting) return { kind: 'blocked', reason: 'queue_rejects' };
      if (queue.stopped) return { kind: 'blocked', reason: 'queue_stopped' };
      const lp = spawn('lp', ['-d', printer.name, '-t', titleOf(printer), '-o', 'raw'], {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: englishEnv(),
      });
      if (!(await started(lp))) return { kind: 'blocked', reason: 'no_print_system' };
      try {
        await beforeSend();
        const ended = await withTimeout(clock, limits.taken, exitOf(lp, bytes));
        if (ended === null) {
          lp.kill('SIGKILL');
          // It may have handed the job over before it hung.
          return { kind: 'unknown', reason: (await cancelLeft()) ? 'not_cancelled' : 'no_answer' };
        }
        if (ended.code === 0) {
          const outcome = await followJob(clock, printer.name, jobIdIn(ended.output), limits);
          mayPrint = outcome.kind === 'unknown' && outcome.reason === 'not_cancelled';
          return outcome;
        }
        return /is not accepting jobs/.test(ended.output)
          ? { kind: 'failed', reason: 'queue_rejects' }
          : { kind: 'unknown', reason: 'system_refused' };
      } finally {
        lp.kill('SIGKILL');
      }
    },
  };
}

/** What CUPS says is read for its words: in English, whatever the system speaks. */
const englishEnv = () => ({ ...process.env, LC_ALL: 'C.UTF-8', LANGUAGE: 'en' });

function started(lp: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    lp.once('spawn', () => resolve(true));
    lp.once('error', () => resolve(false));
  });
}

/** Characters of what lp says that are read. */
const maxOutput = 4096;

/** Writes the bytes to lp. Resolves to its exit code, -1 if it was ended by a signal, and what it said. */
function exitOf(lp: ChildProcess, bytes: Uint8Array): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [lp.stdout, lp.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(0, maxOutput)));
  }
  return new Promise((resolve) => {
    lp.once('close', (code) => resolve({ code: code ?? -1, output }));
    // lp may exit without reading its input; its exit code reports that.
    lp.stdin?.on('error', () => {});
    lp.stdin?.end(bytes);
  });
}

/** Names the run and the printer's setting that a job is of, so that a later run finds what this one left. */
const titleOf = ({ id }: CupsPrinter): string => `Konter ${process.pid} ${id}`;

/** Whether a job is one that is not followed any more: of this printer, which has one at a time, or of a counter that has ended. */
function isLeft({ title }: CupsJob, printer: CupsPrinter): boolean {
  const pid = Number(/^Konter (\d{1,9}) /.exec(title)?.[1] ?? 0);
  return title === titleOf(printer) || (pid > 0 && pid !== process.pid && !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another person's program may not be asked.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Cancels what was left in a queue. @returns whether any of it may still be printed; null: CUPS does not answer */
async function cancelLeftJobs(clock: Clock, printer: CupsPrinter, withinMs: number): Promise<boolean | null> {
  const jobs = await openCupsJobs(clock, printer.name);
  for (const { id } of jobs?.filter((job) => isLeft(job, printer)) ?? []) {
    const job = await cancelJob(clock, printer.name, id, withinMs);
    if (job === null || !hasEnded(job)) return true;
  }
  return jobs === null ? null : false;
}

/** "request id is till-12 (0 file(s))" */
function jobIdIn(output: string): number | null {
  const id = /^request id is \S*-(\d{1,9})\b/m.exec(output)?.[1];
  return id === undefined ? null : Number(id);
}

const pollMs = 250;

/** The outcome of a job that CUPS has taken. One that CUPS says nothing about is "sent". */
async function followJob(clock: Clock, queue: string, id: number | null, limits: CupsLimits): Promise<SendOutcome> {
  if (id === null) return { kind: 'sent', confirmed: false };
  const until = clock.monotonic() + limits.ended;
  for (;;) {
    const job = await cupsJob(clock, id);
    const outcome = outcomeOf(job);
    if (outcome !== null) return outcome;
    if (clock.monotonic() >= until) {
      // CUPS keeps a job that it cannot print, and would print it later by itself, perhaps beside its reprint.
      const last = await cancelJob(clock, queue, id, limits.cancelled);
      if (last === null || !hasEnded(last)) return { kind: 'unknown', reason: 'not_cancelled' };
      if (last.state === 'completed') return { kind: 'sent', confirmed: false };
      if (last.started) return { kind: 'unknown', reason: job?.reason ?? 'cancelled_by_system' };
      const stopped = (await cupsQueues(queue))?.find(({ name }) => name === queue)?.stopped;
      return { kind: 'failed', reason: stopped === true ? 'queue_stopped' : 'busy' };
    }
    await clock.sleep(pollMs);
  }
}

/** Cancels a job, and asks until CUPS says that it has ended. @returns what CUPS says last; null: it does not answer */
async function cancelJob(clock: Clock, queue: string, id: number, withinMs: number): Promise<CupsJob | null> {
  const until = clock.monotonic() + withinMs;
  for (;;) {
    await outputOf('cancel', [`${queue}-${id}`]);
    const job = await cupsJob(clock, id);
    if ((job !== null && hasEnded(job)) || clock.monotonic() >= until) return job;
    await clock.sleep(pollMs);
  }
}

const hasEnded = ({ state }: CupsJob): boolean => state === 'completed' || state === 'cancelled';

/** Null while the job has not ended. */
function outcomeOf(job: CupsJob | null): SendOutcome | null {
  if (job === null || job.state === 'completed') return { kind: 'sent', confirmed: false };
  if (job.state !== 'cancelled') return null;
  return job.started
    ? { kind: 'unknown', reason: 'cancelled_by_system' }
    : { kind: 'failed', reason: 'cancelled_by_system' };
}

/** A queue of CUPS, as lpstat lists it. */
interface CupsQueue {
  name: string;
  /** the address it prints to; null: a printer on the network that CUPS has found and makes a queue for when it is used */
  device: string | null;
  accepting: boolean;
  stopped: boolean;
}

const listTimeoutMs = 5000;

/** Runs a program of the system and answers what it printed; null: it is missing, failed without a word, or took too long. */
export function outputOf(
  program: string,
  args: readonly string[],
  timeoutMs = listTimeoutMs,
): Promise<{ stdout: string; stderr: string; failed: boolean } | null> {
  return new Promise((resolve) => {
    const options = { timeout: timeoutMs, encoding: 'utf8', env: englishEnv() } as const;
    execFile(program, args, options, (error, stdout, stderr) => {
      const ended = error === null || typeof error.code === 'number';
      resolve(ended ? { stdout, stderr, failed: error !== null } : null);
    });
  });
}

/**
 * The queues of CUPS and, unless one of this name is among them, the printers that CUPS has discovered: looking for those takes
 * longer. Null if CUPS is missing or does not answer.
 */
export async function cupsQueues(name?: string): Promise<CupsQueue[] | null> {
  const states = await outputOf('lpstat', ['-a', '-p', '-v']);
  // Without any queue lpstat fails as it does without a running CUPS, but says so.
  if (states === null || (states.failed && !/no destinations/i.test(states.stderr))) return null;
  const queues = readQueues(states.stdout);
  if (queues.some((queue) => queue.name === name)) return queues;
  const listing = await outputOf('lpstat', ['-e']);
  if (listing === null) return null;
  const named = listing.stdout.split('\n').map((line) => line.trim());
  const discovered = named.filter((each) => each !== '' && queues.every((queue) => queue.name !== each));
  return [...queues, ...discovered.map((each) => ({ name: each, device: null, accepting: true, stopped: false }))];
}

/** Reads what `lpstat -a -p -v` prints. */
function readQueues(text: string): CupsQueue[] {
  const lines = text.split('\n');
  const named = (pattern: RegExp): string[] => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const rejecting = new Set(named(/^(\S+) not accepting requests\b/));
  const stopped = new Set(named(/^printer (\S+) disabled since\b/));
  return lines.flatMap((line): CupsQueue[] => {
    const [, name, device] = /^device for (\S+): (.+)$/.exec(line) ?? [];
    if (name === undefined || device === undefined) return [];
    return [{ name, device, accepting: !rejecting.has(name), stopped: stopped.has(name) }];
  });
}

/** Ways by which CUPS turns a job into something else, or prints no bytes of ours: IPP Everywhere, PDF, fax, another queue. */
const converting = /^(ipps?|https?|dnssd|implicitclass|cups-pdf|cups-brf|[a-z]*fax|file)$/;

/**
 * Whether a queue may pass a printer's own commands on. Driverless printers take pages only, and a PDF queue prints nothing: a
 * job "completes" on both. Whether a queue of another kind does is seen on a test page only.
 */
export function mayTakeCommands({ device }: Pick<CupsQueue, 'device'>): boolean {
  const scheme = /^([a-z0-9+.-]+):/i.exec(device ?? '')?.[1];
  return scheme !== undefined && !converting.test(scheme.toLowerCase());
}
