import { z } from 'zod';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import type { SystemPrinter } from './cups.ts';
import { type PrinterTransport, type SendOutcome } from './transport.ts';

/** The winspool functions in use, each with its Windows result: false and 0 are failures. */
export interface Spooler {
  /** null if there is no such printer */
  open(name: string): Promise<SpoolerHandle | null>;
}

interface SpoolerHandle {
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

type Native = { async: (...args: unknown[]) => unknown };

/** winspool.drv through koffi, which is loaded on Windows only. */
async function loadWinspool(): Promise<Spooler> {
  const { default: koffi } = await import('koffi');
  const library = koffi.load('winspool.drv');
  koffi.struct('DOC_INFO_1W', { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' });
  const native = {
    open: library.func('bool __stdcall OpenPrinterW(str16 name, _Out_ void **handle, void *defaults)'),
    start: library.func('uint32_t __stdcall StartDocPrinterW(void *handle, uint32_t level, DOC_INFO_1W *info)'),
    write: library.func(
      'bool __stdcall WritePrinter(void *handle, void *bytes, uint32_t count, _Out_ uint32_t *taken)',
    ),
    end: library.func('bool __stdcall EndDocPrinter(void *handle)'),
    close: library.func('bool __stdcall ClosePrinter(void *handle)'),
  } satisfies Record<string, Native>;
  return {
    async open(name) {
      const handle: unknown[] = [null];
      if (!(await call(native.open, name, handle, null))) return null;
      const [printer] = handle;
      return {
        startDoc: async (dataType) => {
          const info = { pDocName: 'Konter', pOutputFile: null, pDatatype: dataType };
          return Number(await call(native.start, printer, 1, info)) > 0;
        },
        async write(bytes) {
          const taken: unknown[] = [0];
          const done = await call(native.write, printer, bytes, bytes.length, taken);
          return done ? z.int().parse(taken[0]) : null;
        },
        endDoc: async () => Boolean(await call(native.end, printer)),
        close: async () => void (await call(native.close, printer)),
      };
    },
  };
}

/** Calls asynchronously, on another thread: a network printer can block a call for long. */
function call(native: Native, ...args: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    native.async(...args, (error: unknown, answer: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error('winspool failed'));
      else resolve(answer);
    });
  });
}
