import { type ChildProcess, spawn } from 'node:child_process';
import type { LineOutcome, PrinterLine } from '../printer-line.ts';
import { within } from './deadline.ts';
import { namedPrinters } from './named-printers.ts';

export interface NamedPrinter {
  /** the system's name of its queue */
  name: string;
  language: 'escpos' | 'starprnt';
}

const takenWithinMs = 30_000;

/**
 * A printer of CUPS, given the bytes as they are. CUPS calls a job completed that the printer never finished, so that "sent"
 * is all that can be known.
 */
export function cupsLine(printer: NamedPrinter, withinMs = takenWithinMs): PrinterLine {
  return {
    async send({ format, bytes }, leave): Promise<LineOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const names = await namedPrinters();
      if (names === null) return { kind: 'blocked', reason: 'no_print_system' };
      // lp would say so as well, but then nobody could tell it from a job that was lost half-way.
      if (!names.includes(printer.name)) return { kind: 'blocked', reason: 'no_such_printer' };
      const lp = spawn('lp', ['-d', printer.name, '-o', 'raw'], { stdio: ['pipe', 'ignore', 'ignore'] });
      if (!(await began(lp))) return { kind: 'blocked', reason: 'no_print_system' };
      try {
        await leave();
        const code = await within(withinMs, fed(lp, bytes));
        if (code === null) return { kind: 'unknown', reason: 'not_taken' };
        return code === 0 ? { kind: 'sent', confirmed: false } : { kind: 'unknown', reason: 'system_refused' };
      } finally {
        lp.kill('SIGKILL');
      }
    },
  };
}

function began(lp: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    lp.once('spawn', () => resolve(true));
    lp.once('error', () => resolve(false));
  });
}

/** Resolves to its exit code; -1 when it was ended by a signal. */
function fed(lp: ChildProcess, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    lp.once('close', (code) => resolve(code ?? -1));
    // It may end without reading: then its exit says so.
    lp.stdin?.on('error', () => {});
    lp.stdin?.end(bytes);
  });
}
