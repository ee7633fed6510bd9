import koffi from 'koffi';
import { z } from 'zod';
import type { Spooler } from './windows-spooler.ts';

type Native = { async: (...given: unknown[]) => unknown };

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
      if (!(await called(native.open, name, handle, null))) return null;
      const [printer] = handle;
      return {
        startDoc: async (dataType) => {
          const info = { pDocName: 'Konter', pOutputFile: null, pDatatype: dataType };
          return Number(await called(native.start, printer, 1, info)) > 0;
        },
        async write(bytes) {
          const taken: unknown[] = [0];
          const done = await called(native.write, printer, bytes, bytes.length, taken);
          return done ? z.int().parse(taken[0]) : null;
        },
        endDoc: async () => Boolean(await called(native.end, printer)),
        close: async () => void (await called(native.close, printer)),
      };
    },
  };
}

/** In a thread of its own: a printer of another machine can hold a call for long. */
function called(native: Native, ...given: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    native.async(...given, (error: unknown, answer: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error('winspool failed'));
      else resolve(answer);
    });
  });
}
