import { connect, type Socket } from 'node:net';
import type { PrintReason } from '../../../shared/domain/print-job.ts';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import type { PrinterTransport, SendOutcome } from './transport.ts';

interface TcpPrinter {
  host: string;
  port: number;
  language: 'escpos' | 'starprnt';
}

/** Timeouts in milliseconds. */
export interface TcpLimits {
  connect: number;
  /** for the answer to a status request */
  status: number;
  /** how long a printer that never answered is not asked again: each request delays a slip by `status` */
  silent: number;
  /** for the kernel to take the bytes */
  write: number;
  /** for the confirmation of a printer that answers; a long bill takes long to print */
  confirm: number;
  /** how long the status of a printer that confirms nothing is watched after the last byte: paper may end while it prints */
  settle: number;
  /** for the printer to close the connection after the last byte */
  close: number;
}

const tcpLimits: TcpLimits = {
  connect: 3000,
  status: 500,
  silent: 5 * 60_000,
  write: 15_000,
  confirm: 20_000,
  settle: 2000,
  close: 20_000,
};

/**
 * A network printer, usually raw on port 9100: query the status, write, half-close, wait for the printer to close. Each job
 * opens its own connection. Star printers use other status requests and are not queried.
 */
export function tcpTransport(clock: Clock, printer: TcpPrinter, limits: TcpLimits = tcpLimits): PrinterTransport {
  /** whether it has answered since the start, when it was last found silent, and whether it answers GS r; null: not tried yet */
  const confirmation: { answers: boolean; silentSince: number; confirms: boolean | null } = {
    answers: false,
    silentSince: Number.NEGATIVE_INFINITY,
    confirms: null,
  };
  const canAsk = (): boolean =>
    printer.language === 'escpos' &&
    (confirmation.answers || clock.monotonic() - confirmation.silentSince >= limits.silent);

  return {
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const session = await openPrinterSession(clock, printer, limits.connect);
      if (session === null) return { kind: 'blocked', reason: 'unreachable' };
      try {
        const status = canAsk() ? await askStatus(clock, session, limits.status) : 'silent';
        if (session.ended() !== null) return { kind: 'blocked', reason: 'unreachable' };
        if (status === 'silent') {
          // A printer that answered before is stuck or in use by another computer. No byte has left yet.
          if (confirmation.answers) return { kind: 'blocked', reason: 'no_answer' };
          if (canAsk()) confirmation.silentSince = clock.monotonic();
        } else {
          confirmation.answers = true;
          if (status !== 'ready') return { kind: 'blocked', reason: status };
          // An idle printer answers at once; after a slip, one that never does would cost the whole time limit each time.
          confirmation.confirms ??= (await askPaper(clock, session, limits.status)) !== null;
          if (session.ended() !== null) return { kind: 'blocked', reason: 'unreachable' };
        }
        await beforeSend();
        const answers = status !== 'ready' ? 'nothing' : confirmation.confirms === true ? 'confirmation' : 'status';
        return await sendAndConfirm(clock, session, bytes, answers, limits);
      } finally {
        session.destroy();
      }
    },
  };
}

/** GS r 1: the paper's state. The printer answers after it has processed everything before it. */
const paperRequest = Uint8Array.of(0x1d, 0x72, 1);
const isPaperAnswer = (byte: number): boolean => (byte & 0x90) === 0;
const paperIsOut = 0x0c;

async function askPaper(clock: Clock, session: PrinterSession, timeoutMs: number): Promise<number | null> {
  session.forget();
  if ((await withTimeout(clock, timeoutMs, session.write(paperRequest))) !== true) return null;
  return withTimeout(clock, timeoutMs, session.read(isPaperAnswer));
}

/** How long a printer that has confirmed may take to close the connection. */
const lingerMs = 1000;

/**
 * Sends the bytes once and determines the outcome. Unless all bytes were certainly taken, it is unknown.
 * @param answers what the printer answers: a confirmation once it is through, or its status as soon as it has all bytes
 */
async function sendAndConfirm(
  clock: Clock,
  session: PrinterSession,
  bytes: Uint8Array,
  answers: 'confirmation' | 'status' | 'nothing',
  limits: Pick<TcpLimits, 'write' | 'confirm' | 'settle' | 'close' | 'status'>,
): Promise<SendOutcome> {
  session.forget();
  const written = await withTimeout(
    clock,
    limits.write,
    session.write(answers === 'confirmation' ? Buffer.concat([bytes, paperRequest]) : bytes),
  );
  if (written === null) return { kind: 'unknown', reason: 'not_taken' };
  if (!written) return { kind: 'unknown', reason: 'connection_lost' };
  if (answers === 'status') {
    const status = await watchStatus(clock, session, limits);
    if (status === 'ready') {
      session.halfClose();
      await withTimeout(clock, lingerMs, session.end);
      return { kind: 'sent', confirmed: false };
    }
    if (status !== 'silent') return { kind: 'unknown', reason: status };
  }
  if (answers === 'confirmation') {
    const answer = await withTimeout(clock, limits.confirm, session.read(isPaperAnswer));
    if (answer !== null && (answer & paperIsOut) === paperIsOut) return { kind: 'unknown', reason: 'paper_out' };
    if (answer !== null) {
      session.halfClose();
      await withTimeout(clock, lingerMs, session.end);
      return { kind: 'sent', confirmed: true };
    }
    // The printer stopped during the job; its status mostly says why.
    const status = await askStatus(clock, session, limits.status);
    if (status !== 'ready' && status !== 'silent') return { kind: 'unknown', reason: status };
  }
  // A printer that still expects bytes does not close first.
  if (session.ended() !== null) return { kind: 'unknown', reason: 'connection_lost' };
  session.halfClose();
  const end = await withTimeout(clock, limits.close, session.end);
  if (end === null) return { kind: 'unknown', reason: 'not_taken' };
  return end === 'whole' ? { kind: 'sent', confirmed: false } : { kind: 'unknown', reason: 'connection_lost' };
}

const watchEveryMs = 250;

/**
 * The status after a job: answered once the printer has received all bytes before the question, then asked again while it
 * prints. Anything but "ready" ends it.
 */
async function watchStatus(
  clock: Clock,
  session: PrinterSession,
  { confirm, settle }: Pick<TcpLimits, 'confirm' | 'settle'>,
): Promise<'ready' | 'silent' | PrintReason> {
  let status = await askStatus(clock, session, confirm);
  for (const until = clock.monotonic() + settle; status === 'ready' && clock.monotonic() < until; ) {
    await clock.sleep(watchEveryMs);
    status = await askStatus(clock, session, confirm);
  }
  return status;
}

/** DLE EOT 1, 2 and 4: printer status, cause of offline, paper. Answered at once, even by a printer that is offline. */
const statusRequests = Uint8Array.of(0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4);

/** Every answer to DLE EOT has bits 1 and 4 set and bits 0 and 7 clear; other bytes are ignored. */
const isStatusAnswer = (byte: number): boolean => (byte & 0x93) === 0x12;

/** Asks an ESC/POS printer for its status. "silent" when not all three answers arrived in time: it may not be ready. */
async function askStatus(
  clock: Clock,
  session: PrinterSession,
  timeoutMs: number,
): Promise<'ready' | 'silent' | PrintReason> {
  const answers = await withTimeout(clock, timeoutMs, readStatus(session));
  return answers === null ? 'silent' : toPrintReason(...answers);
}

async function readStatus(session: PrinterSession): Promise<[number, number, number] | null> {
  if (!(await session.write(statusRequests))) return null;
  const answers: number[] = [];
  while (answers.length < 3) {
    const answer = await session.read(isStatusAnswer);
    if (answer === null) return null;
    answers.push(answer);
  }
  const [printer = 0, offline = 0, paper = 0] = answers;
  return [printer, offline, paper];
}

/** Causes are checked before the general offline bit: a printer without paper is offline, too. */
function toPrintReason(printer: number, offline: number, paper: number): 'ready' | PrintReason {
  if (offline & 0x04) return 'cover_open';
  if (offline & 0x20 || paper & 0x60) return 'paper_out';
  if (offline & 0x40) return 'printer_error';
  return printer & 0x08 ? 'offline' : 'ready';
}

/** A two-way connection to a printer. Its end is a value, never an exception. */
interface PrinterSession {
  /** "whole": closed in order by the printer; "broken": reset; null: open */
  ended(): 'whole' | 'broken' | null;
  /** resolves with how it ended */
  end: Promise<'whole' | 'broken'>;
  /** the next byte that passes the filter, skipping others; null if the connection ended first */
  read(fits: (byte: number) => boolean): Promise<number | null>;
  /** discards unread bytes, which answer no later request */
  forget(): void;
  /** resolves once the kernel has taken the bytes; false if the connection ended first */
  write(bytes: Uint8Array): Promise<boolean>;
  /** closes our side */
  halfClose(): void;
  /** drops the connection at once */
  destroy(): void;
}

/** Bounds the memory for a printer that sends without end. */
const maxUnreadBytes = 64;

/**
 * Filters out automatic status messages, which another program may have enabled: four bytes, sent on every change. The first
 * has bit 4 set and bits 0, 1 and 7 clear, unlike any answer; the other three look like answers.
 */
function withoutAutomaticStatus(): (bytes: Uint8Array) => number[] {
  let more = 0;
  return (bytes) =>
    Array.from(bytes).filter((byte) => {
      if (more > 0) {
        more -= 1;
        return false;
      }
      if ((byte & 0x93) !== 0x10) return true;
      more = 3;
      return false;
    });
}

/** Connects; null if that fails or takes longer than the timeout. */
export async function openPrinterSession(
  clock: Clock,
  { host, port }: { host: string; port: number },
  timeoutMs: number,
): Promise<PrinterSession | null> {
  const socket = connect({ host, port, noDelay: true });
  const session = sessionOver(socket);
  const connected = new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)));
  const isConnected = await withTimeout(clock, timeoutMs, Promise.race([connected, session.end.then(() => false)]));
  if (isConnected === true) return session;
  session.destroy();
  return null;
}

function sessionOver(socket: Socket): PrinterSession {
  let ended: 'whole' | 'broken' | null = null;
  let unread: number[] = [];
  let notify = (): void => {};
  const end = new Promise<'whole' | 'broken'>((resolve) => {
    const finish = (outcome: 'whole' | 'broken'): void => {
      ended ??= outcome;
      resolve(ended);
      notify();
    };
    socket.once('end', () => finish('whole'));
    socket.once('error', () => finish('broken'));
    socket.once('close', () => finish('broken'));
  });
  // Further errors: an error event without a listener would end the program.
  socket.on('error', () => {});
  const answersIn = withoutAutomaticStatus();
  socket.on('data', (bytes) => {
    unread = [...unread, ...answersIn(bytes).slice(-maxUnreadBytes)].slice(-maxUnreadBytes);
    notify();
  });
  return {
    ended: () => ended,
    end,
    read: (fits) =>
      new Promise((resolve) => {
        notify = () => {
          while (unread.length > 0) {
            const byte = unread.shift();
            if (byte === undefined || !fits(byte)) continue;
            notify = () => {};
            resolve(byte);
            return;
          }
          if (ended !== null) resolve(null);
        };
        notify();
      }),
    forget() {
      unread = [];
    },
    write: (bytes) =>
      Promise.race([
        new Promise<boolean>((resolve) => {
          if (ended !== null || socket.destroyed) resolve(false);
          else socket.write(bytes, (error) => resolve(!error));
        }),
        end.then(() => false),
      ]),
    halfClose: () => void socket.end(),
    destroy: () => void socket.destroy(),
  };
}
