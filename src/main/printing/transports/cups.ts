import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import type { PrintReason } from '../../../shared/domain/print-job.ts';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import type { PrinterTransport, SendOutcome } from './transport.ts';

export interface SystemPrinter {
  /** the system's name of its queue */
  name: string;
  language: 'escpos' | 'starprnt';
}

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
export function cupsTransport(clock: Clock, printer: SystemPrinter, limits: CupsLimits = cupsLimits): PrinterTransport {
  /** a job that CUPS has not confirmed as cancelled: it may still be printed, so nothing is sent beside it */
  let uncancelled: number | null = null;
  return {
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      if (uncancelled !== null) {
        const job = await cancelJob(clock, printer.name, uncancelled, limits.cancelled);
        if (job === null || !hasEnded(job)) return { kind: 'blocked', reason: 'not_cancelled' };
        uncancelled = null;
      }
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
        if (ended.code === 0) {
          const id = jobIdIn(ended.said);
          const outcome = await followJob(clock, printer.name, id, limits);
          if (outcome.kind === 'unknown' && outcome.reason === 'not_cancelled') uncancelled = id;
          return outcome;
        }
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

/** What CUPS says of a job. `started`: it was given to the printer, so some of it may be on paper. */
interface CupsJob {
  state: 'waiting' | 'processing' | 'completed' | 'cancelled';
  started: boolean;
  /** what the printer lacks; null: nothing is said of that */
  reason: PrintReason | null;
}

/** Words of job-printer-state-reasons, and of job-printer-state-message where CUPS has no keyword. */
const printerReasons: ReadonlyArray<[RegExp, PrintReason]> = [
  [/^media-(?:empty|needed)\b/, 'paper_out'],
  [/^(?:cover|door)-open\b/, 'cover_open'],
  [/^offline\b/, 'offline'],
  [/^connecting-to-device\b|unavailable|unreachable|not (?:responding|connected)|to become available/, 'unreachable'],
  [/printer is busy/, 'busy'],
];

/** Where CUPS listens: as its own commands find it, but without their configuration files. */
type CupsAddress = { socketPath: string } | { host: string; port: number };

const sockets = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];
const ippPort = 631;

/** @param server CUPS_SERVER: a socket's path, or a host with or without its port */
function cupsAddress(server: string | undefined): CupsAddress {
  if (server?.startsWith('/')) return { socketPath: server };
  const [, host, port] = /^\[?([^\]]+?)\]?(?::(\d+))?(?:\/version=.*)?$/.exec(server ?? '') ?? [];
  if (host !== undefined) return { host, port: Number(port ?? ippPort) };
  const socketPath = sockets.find((path) => existsSync(path));
  return socketPath === undefined ? { host: '127.0.0.1', port: ippPort } : { socketPath };
}

const askTimeoutMs = 2000;

/**
 * Asks CUPS for a job: lpstat cannot tell a completed job from a cancelled one. Null when CUPS does not answer, or keeps no
 * history of its jobs.
 */
async function cupsJob(clock: Clock, id: number): Promise<CupsJob | null> {
  const answer = await post(clock, cupsAddress(process.env['CUPS_SERVER']), jobRequest(id));
  return answer === null ? null : readJob(answer);
}

function post(clock: Clock, address: CupsAddress, body: Uint8Array): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length, host: 'localhost' };
    const asked: ClientRequest = request(
      { ...address, method: 'POST', path: '/', headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => finish(response.statusCode === 200 ? Buffer.concat(parts) : null));
        response.on('error', () => finish(null));
      },
    );
    const stop = clock.after(askTimeoutMs, () => finish(null));
    const finish = (answer: Buffer | null): void => {
      stop();
      asked.destroy();
      resolve(answer);
    };
    asked.on('error', () => finish(null));
    asked.end(body);
  });
}

/** Tags of RFC 8010. */
const tag = {
  operation: 0x01,
  end: 0x03,
  integer: 0x21,
  enum: 0x23,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
};
const getJobAttributes = 0x0009;

/** A Get-Job-Attributes request. */
function jobRequest(id: number): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(0x0101, 0);
  header.writeUInt16BE(getJobAttributes, 2);
  header.writeUInt32BE(1, 4);
  return Buffer.concat([
    header,
    Buffer.of(tag.operation),
    attribute(tag.charset, 'attributes-charset', 'utf-8'),
    attribute(tag.language, 'attributes-natural-language', 'en'),
    attribute(tag.uri, 'job-uri', `ipp://localhost/jobs/${id}`),
    attribute(tag.keyword, 'requested-attributes', 'job-state'),
    // Without a name: one more value of the attribute before.
    attribute(tag.keyword, '', 'time-at-processing'),
    attribute(tag.keyword, '', 'job-printer-state-reasons'),
    attribute(tag.keyword, '', 'job-printer-state-message'),
    Buffer.of(tag.end),
  ]);
}

function attribute(type: number, name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)];
  const lengths = [nameBytes, valueBytes].map(({ length }) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(length);
    return bytes;
  });
  return Buffer.concat([
    Buffer.of(type),
    lengths[0] ?? Buffer.alloc(0),
    nameBytes,
    lengths[1] ?? Buffer.alloc(0),
    valueBytes,
  ]);
}

/** Values of job-state. */
const states: Readonly<Record<number, CupsJob['state']>> = {
  3: 'waiting',
  4: 'waiting',
  5: 'processing',
  // Stopped while it was being printed.
  6: 'processing',
  7: 'cancelled',
  8: 'cancelled',
  9: 'completed',
};

const lastSuccess = 0x00ff;

/** Null for an answer that is an error, is cut short or names no state. */
function readJob(answer: Buffer): CupsJob | null {
  if (answer.length < 8 || answer.readUInt16BE(2) > lastSuccess) return null;
  let state: CupsJob['state'] | null = null;
  let started = false;
  let reason: PrintReason | null = null;
  let name = '';
  for (let at = 8; at < answer.length; ) {
    const type = answer[at] ?? tag.end;
    at += 1;
    if (type === tag.end) break;
    // Below 0x10 a group begins, and no value follows.
    if (type < 0x10) continue;
    if (at + 2 > answer.length) return null;
    const nameEnd = at + 2 + answer.readUInt16BE(at);
    if (nameEnd + 2 > answer.length) return null;
    const valueEnd = nameEnd + 2 + answer.readUInt16BE(nameEnd);
    if (valueEnd > answer.length) return null;
    // Without a name: one more value of the attribute before.
    name = answer.toString('latin1', at + 2, nameEnd) || name;
    const isNumber = valueEnd - nameEnd - 2 === 4;
    if (name === 'job-state' && type === tag.enum && isNumber) state = states[answer.readInt32BE(nameEnd + 2)] ?? null;
    // "no-value" until the job is given to the printer.
    if (name === 'time-at-processing' && type === tag.integer && isNumber) started = true;
    if (/^job-printer-state-(?:reasons|message)$/.test(name)) {
      const said = answer.toString('latin1', nameEnd + 2, valueEnd);
      reason ??= printerReasons.find(([pattern]) => pattern.test(said))?.[1] ?? null;
    }
    at = valueEnd;
  }
  return state === null ? null : { state, started, reason };
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
  given: readonly string[],
  timeoutMs = listTimeoutMs,
): Promise<{ stdout: string; stderr: string; failed: boolean } | null> {
  return new Promise((resolve) => {
    // English, whatever the system speaks: the words are read.
    const env = { ...process.env, LC_ALL: 'C.UTF-8', LANGUAGE: 'en' };
    execFile(program, given, { timeout: timeoutMs, encoding: 'utf8', env }, (error, stdout, stderr) => {
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
  const found = await outputOf('lpstat', ['-e']);
  if (found === null) return null;
  const named = found.stdout.split('\n').map((line) => line.trim());
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
