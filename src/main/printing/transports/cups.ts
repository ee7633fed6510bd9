import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import { type PrinterTransport, type SendOutcome } from './transport.ts';

export interface SystemPrinter {
  /** the system's name of its queue */
  name: string;
  language: 'escpos' | 'starprnt';
}

const takenTimeoutMs = 30_000;

/** Sends raw bytes to a CUPS printer. CUPS reports jobs as completed that were never printed, so the best outcome is "sent". */
export function cupsTransport(clock: Clock, printer: SystemPrinter, timeoutMs = takenTimeoutMs): PrinterTransport {
  return {
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const names = await namedPrinters();
      if (names === null) return { kind: 'blocked', reason: 'no_print_system' };
      // lp reports this too, but with the exit code of a job that was lost half-way.
      if (!names.includes(printer.name)) return { kind: 'blocked', reason: 'no_such_printer' };
      const lp = spawn('lp', ['-d', printer.name, '-o', 'raw'], { stdio: ['pipe', 'ignore', 'ignore'] });
      if (!(await started(lp))) return { kind: 'blocked', reason: 'no_print_system' };
      try {
        await beforeSend();
        const code = await withTimeout(clock, timeoutMs, exitCodeAfter(lp, bytes));
        if (code === null) return { kind: 'unknown', reason: 'not_taken' };
        return code === 0 ? { kind: 'sent', confirmed: false } : { kind: 'unknown', reason: 'system_refused' };
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

/** Writes the bytes to lp. Resolves to its exit code; -1 if it was ended by a signal. */
function exitCodeAfter(lp: ChildProcess, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    lp.once('close', (code) => resolve(code ?? -1));
    // lp may exit without reading its input; its exit code reports that.
    lp.stdin?.on('error', () => {});
    lp.stdin?.end(bytes);
  });
}

const listTimeoutMs = 5000;

/** Names of the CUPS printers, discovered network printers included; null if CUPS is missing or does not answer. */
export function namedPrinters(): Promise<string[] | null> {
  return new Promise((resolve) => {
    execFile('lpstat', ['-e'], { timeout: listTimeoutMs, encoding: 'utf8' }, (error, stdout) => {
      // Without any printer lpstat exits with 1 and prints nothing.
      const none = error !== null && error.code === 1 && stdout.trim() === '';
      if (error !== null && !none) resolve(null);
      else
        resolve(
          stdout
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
    });
  });
}
