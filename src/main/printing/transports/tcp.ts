import type { LineOutcome, PrinterLine } from '../../ports/printer-line.ts';
import { deadline } from './deadline.ts';
import { deliver } from './deliver.ts';
import { askStatus } from './status.ts';
import { openTalk } from './talk.ts';

export interface TcpPrinter {
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
      const talk = await openTalk(printer, limits.connect);
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
