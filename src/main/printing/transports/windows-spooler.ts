import type { LineOutcome, PrinterLine } from '../printer-line.ts';
import type { NamedPrinter } from './cups.ts';
import { within } from './deadline.ts';

/** What is used of winspool, each call as Windows has it; false and 0 are failures. */
export interface Spooler {
  /** null when there is no such printer */
  open(name: string): Promise<SpoolerHandle | null>;
}

export interface SpoolerHandle {
  startDoc(dataType: 'RAW' | 'XPS_PASS'): Promise<boolean>;
  /** how many bytes were taken; null when it failed */
  write(bytes: Uint8Array): Promise<number | null>;
  endDoc(): Promise<boolean>;
  close(): Promise<void>;
}

const takenWithinMs = 30_000;

/**
 * A printer of Windows, given the bytes as they are through its spooler, which takes jobs for a printer without paper too.
 * Written from the documentation of winspool and NOT tried on Windows: nothing here runs on another system.
 */
export function spoolerLine(printer: NamedPrinter, load: () => Promise<Spooler> = loadWinspool): PrinterLine {
  return {
    async send({ format, bytes }, leave): Promise<LineOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const spooler = await load().catch(() => null);
      if (spooler === null) return { kind: 'blocked', reason: 'no_print_system' };
      const handle = await within(takenWithinMs, spooler.open(printer.name));
      if (handle === null) return { kind: 'blocked', reason: 'no_such_printer' };
      try {
        await leave();
        return (await within(takenWithinMs, handOver(handle, bytes))) ?? { kind: 'unknown', reason: 'not_taken' };
      } finally {
        void handle.close().catch(() => undefined);
      }
    },
  };
}

async function handOver(handle: SpoolerHandle, bytes: Uint8Array): Promise<LineOutcome> {
  // Drivers of type 4 take their printer's own commands under this name only.
  if (!(await handle.startDoc('RAW')) && !(await handle.startDoc('XPS_PASS'))) {
    return { kind: 'unknown', reason: 'system_refused' };
  }
  for (let at = 0; at < bytes.length; ) {
    const taken = await handle.write(bytes.subarray(at));
    if (taken === null || taken <= 0) return { kind: 'unknown', reason: 'system_refused' };
    at += taken;
  }
  const ended = await handle.endDoc();
  return ended ? { kind: 'sent', confirmed: false } : { kind: 'unknown', reason: 'system_refused' };
}

async function loadWinspool(): Promise<Spooler> {
  const { openWinspool } = await import('./winspool.ts');
  return openWinspool();
}
