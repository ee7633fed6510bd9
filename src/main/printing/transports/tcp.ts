import type { LineOutcome, PrinterLine } from '../printer-line.ts';
import { deadline, within } from './deadline.ts';
import { openPrinterSession, type PrinterSession } from './printer-session.ts';
import { askStatus } from './status.ts';

interface TcpPrinter {
  host: string;
  port: number;
  language: 'escpos' | 'starprnt';
}

/** All in milliseconds. */
export interface TcpLimits {
  connect: number;
  /** for the answer to a status request */
  status: number;
  /** a printer that never answered is not asked again for this long: each asking costs a slip that time */
  silent: number;
  /** for the kernel to take the bytes */
  write: number;
  /** for a printer that answers to say that it is through: a long bill takes its time */
  confirm: number;
  /** for the printer to close when all was handed over */
  close: number;
}

const tcpLimits: TcpLimits = {
  connect: 3000,
  status: 500,
  silent: 5 * 60_000,
  write: 15_000,
  confirm: 20_000,
  close: 20_000,
};

/**
 * A printer on the network, raw on port 9100 as a rule: ask how it is, write, half-close, wait for it to close. A connection
 * of its own for each job. Star's printers know other status requests and are asked nothing.
 */
export function tcpLine(
  printer: TcpPrinter,
  limits: TcpLimits = tcpLimits,
  now = () => performance.now(),
): PrinterLine {
  /** whether it ever answered since the start, and since when it is known to be silent */
  const known = { answers: false, silentSince: Number.NEGATIVE_INFINITY };
  const asks = (): boolean =>
    printer.language === 'escpos' && (known.answers || now() - known.silentSince >= limits.silent);

  return {
    async send({ format, bytes }, leave): Promise<LineOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const talk = await openPrinterSession(printer, limits.connect);
      if (talk === null) return { kind: 'blocked', reason: 'unreachable' };
      try {
        const status = asks() ? await askStatus(talk, deadline(limits.status)) : 'silent';
        if (talk.ended() !== null) return { kind: 'blocked', reason: 'unreachable' };
        if (status === 'silent') {
          // One that does answer is stuck, or somebody else's: no byte has left yet.
          if (known.answers) return { kind: 'blocked', reason: 'no_answer' };
          if (asks()) known.silentSince = now();
        } else {
          known.answers = true;
          if (status !== 'ready') return { kind: 'blocked', reason: status };
        }
        await leave();
        return await deliver(talk, bytes, status === 'ready', limits);
      } finally {
        talk.hangUp();
      }
    },
  };
}

/** GS r 1: the paper's state, answered in turn, that is after everything before it was worked off. */
const areYouThrough = Uint8Array.of(0x1d, 0x72, 1);
const isAnswer = (byte: number): boolean => (byte & 0x90) === 0;
const paperIsOut = 0x0c;

/** A printer that is through closes at once, or lets us. */
const lingerMs = 1000;

/**
 * Hands the bytes over, once, and finds out what can be known. Whatever is not clearly all of it is unknown.
 * @param answers whether the printer answers questions: only such a one is asked whether it is through
 */
async function deliver(
  talk: PrinterSession,
  bytes: Uint8Array,
  answers: boolean,
  limits: Pick<TcpLimits, 'write' | 'confirm' | 'close' | 'status'>,
): Promise<LineOutcome> {
  talk.forget();
  const written = await within(limits.write, talk.write(answers ? joined(bytes, areYouThrough) : bytes));
  if (written === null) return { kind: 'unknown', reason: 'not_taken' };
  if (!written) return { kind: 'unknown', reason: 'connection_lost' };
  if (answers) {
    const answer = await within(limits.confirm, talk.read(isAnswer));
    if (answer !== null && (answer & paperIsOut) === paperIsOut) return { kind: 'unknown', reason: 'paper_out' };
    if (answer !== null) {
      talk.halfClose();
      await within(lingerMs, talk.end);
      return { kind: 'sent', confirmed: true };
    }
    // It stands still in the middle: then it mostly says why.
    const status = await askStatus(talk, deadline(limits.status));
    if (status !== 'ready' && status !== 'silent') return { kind: 'unknown', reason: status };
  }
  // Nobody who waits for more closes before we do.
  if (talk.ended() !== null) return { kind: 'unknown', reason: 'connection_lost' };
  talk.halfClose();
  const end = await within(limits.close, talk.end);
  if (end === null) return { kind: 'unknown', reason: 'not_taken' };
  return end === 'whole' ? { kind: 'sent', confirmed: false } : { kind: 'unknown', reason: 'connection_lost' };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
