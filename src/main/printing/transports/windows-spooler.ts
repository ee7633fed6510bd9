import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import type { SystemPrinter } from './cups.ts';
import { type PrinterTransport, type SendOutcome } from './transport.ts';

/** The winspool functions in use, each with its Windows result: false and 0 are failures. */
export interface Spooler {
  /** null if there is no such printer */
  open(name: string): Promise<SpoolerHandle | null>;
}

export interface SpoolerHandle {
  startDoc(dataType: 'RAW' | 'XPS_PASS'): Promise<boolean>;
  /** how many bytes were taken; null on failure */
  write(bytes: Uint8Array): Promise<number | null>;
  endDoc(): Promise<boolean>;
  close(): Promise<void>;
}

const takenTimeoutMs = 30_000;

/**
 * Sends raw bytes to a Windows printer through its spooler, which also accepts jobs while there is no paper. Written from the
 * documentation of winspool and NOT tested on Windows: it runs on no other system.
 */
export function spoolerTransport(
  clock: Clock,
  printer: SystemPrinter,
  load: () => Promise<Spooler> = loadWinspool,
): PrinterTransport {
  return {
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const spooler = await load().catch(() => null);
      if (spooler === null) return { kind: 'blocked', reason: 'no_print_system' };
      const handle = await withTimeout(clock, takenTimeoutMs, spooler.open(printer.name));
      if (handle === null) return { kind: 'blocked', reason: 'no_such_printer' };
      try {
        await beforeSend();
        return (
          (await withTimeout(clock, takenTimeoutMs, handOver(handle, bytes))) ?? {
            kind: 'unknown',
            reason: 'not_taken',
          }
        );
      } finally {
        void handle.close().catch(() => undefined);
      }
    },
  };
}

async function handOver(handle: SpoolerHandle, bytes: Uint8Array): Promise<SendOutcome> {
  // Version 4 drivers accept raw printer commands as XPS_PASS only.
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
