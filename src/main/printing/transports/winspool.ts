import koffi from 'koffi';
import { z } from 'zod';
import type { Spooler } from './windows-spooler.ts';

type Native = { async: (...args: unknown[]) => unknown };

/** winspool.drv through koffi; loaded on Windows only. */
export function openWinspool(): Spooler {
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
