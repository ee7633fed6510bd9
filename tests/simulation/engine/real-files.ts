import fs from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Transform } from 'node:stream';
import zlib from 'node:zlib';

/** Work with real files that goes on in other threads. */
let underWay = 0;
let worlds = 0;

export const filesAreBusy = (): boolean => underWay > 0;

/** No time of any world passes before this has ended. */
export async function inNoTime<T>(work: Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await work;
  } finally {
    underWay -= 1;
  }
}

/** While it works, files are read and written at once, in this thread: handing that to others takes longer than doing it. */
export async function whileWorldRuns(work: () => Promise<void>): Promise<void> {
  worlds += 1;
  try {
    await work();
  } finally {
    worlds -= 1;
  }
}

type Method = (...ask: unknown[]) => unknown;
/** What Node calls its file operations, by name: the types of so many overloads say nothing that holds for all of them. */
const methodsOf = (module: object): Record<string, Method> => module as Record<string, Method>;
const sync = methodsOf(fs);

/** Operations with a twin that works at once; an answer of other form than its twin's is left out. */
const twins = Object.keys(fs).filter(
  (name) => `${name}Sync` in fs && !['exists', 'opendir', 'mkdtempDisposable'].includes(name),
);

for (const name of twins) {
  const atOnce = (...ask: unknown[]): unknown => sync[`${name}Sync`]?.(...ask);
  const promised = methodsOf(files)[name];
  const called = sync[name];
  // It gives a handle.
  if (promised && name !== 'open') {
    methodsOf(files)[name] = async (...ask) => {
      // A file's handle is no path.
      const isOpen = typeof ask[0] === 'object' && ask[0] !== null && 'fd' in ask[0];
      return worlds === 0 || isOpen ? inNoTime(Promise.resolve(promised(...ask))) : atOnce(...ask);
    };
  }
  if (!called) continue;
  const answered: Method = (...ask) => {
    const done = ask.at(-1);
    if (worlds === 0 || typeof done !== 'function') return called(...ask);
    try {
      const result = atOnce(...ask.slice(0, -1));
      return queueMicrotask(() => done(null, result, ask[1]));
    } catch (error) {
      return queueMicrotask(() => done(error));
    }
    return undefined;
  };
  sync[name] = Object.assign(answered, called);
}

// A handle works in other threads.
const { open } = files;
const handled = ['close', 'datasync', 'read', 'readFile', 'stat', 'sync', 'truncate', 'write', 'writeFile'] as const;
files.open = async (...ask) => {
  const handle = await inNoTime(open(...ask));
  for (const name of handled) {
    const work: (...asked: never[]) => Promise<unknown> = handle[name].bind(handle);
    // Where a test has this module evaluated again in its worker, that wraps it once more.
    const value = (...asked: never[]): Promise<unknown> => inNoTime(work(...asked));
    Object.defineProperty(handle, name, { value, configurable: true });
  }
  return handle;
};

// Threads that compress: here it is done at once, of the whole stream.
const convertedBy = (convert: (bytes: Buffer) => Buffer) => (): Transform => {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    flush(done) {
      try {
        done(null, convert(Buffer.concat(chunks)));
      } catch (error) {
        done(error instanceof Error ? error : new Error('it could not be converted'));
      }
    },
  });
};
// A Transform is all that the counter uses of them.
Object.defineProperty(zlib, 'createGzip', { value: convertedBy(zlib.gzipSync) });
Object.defineProperty(zlib, 'createGunzip', { value: convertedBy(zlib.gunzipSync) });
syncBuiltinESMExports();
