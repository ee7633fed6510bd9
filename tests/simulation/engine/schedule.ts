import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { Chance } from './chance.ts';

/** Time that passes only when nothing is left to do at this moment. */
export interface Schedule {
  /** milliseconds since the world began */
  now(): number;
  /** Runs once after that many milliseconds, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
  /** Runs each time that so long has passed, until the returned function is called. */
  every(ms: number, run: () => void): () => void;
  /** Resolves after that many milliseconds, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets everything happen up to that moment, one event after another; ends early when `enough` says so. */
  runUntil(moment: number, enough: () => boolean): Promise<void>;
  events(): number;
}

interface Event {
  due: number;
  /** drawn by lot: what is due at the same moment happens in any order */
  lot: number;
  run: (() => void) | null;
}

/**
 * The only source of order in a simulated world: a heap of events, and between two of them every promise that can go on goes
 * on. process.nextTick comes after the whole queue of microtasks, so draining needs no turn of the event loop but while a file is read.
 */
export function createSchedule(chance: Chance): Schedule {
  const heap = createHeap();
  let now = 0;
  let events = 0;

  const after = (ms: number, run: () => void): (() => void) => {
    const event: Event = { due: now + Math.max(0, Math.round(ms)), lot: chance.next(), run };
    heap.push(event);
    return () => {
      event.run = null;
    };
  };
  return {
    now: () => now,
    after,
    every(ms, run) {
      const again = (): void => {
        stop = after(ms, again);
        run();
      };
      let stop = after(ms, again);
      return () => stop();
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const aborted = (): void => {
          cancel();
          resolve();
        };
        const cancel = after(ms, () => {
          signal?.removeEventListener('abort', aborted);
          resolve();
        });
        signal?.addEventListener('abort', aborted, { once: true });
        return undefined;
      }),
    events: () => events,
    async runUntil(moment, enough) {
      await drained();
      for (;;) {
        if (enough()) return;
        const event = heap.pop(moment);
        if (!event) break;
        if (!event.run) continue;
        now = event.due;
        events += 1;
        event.run();
        await drained();
      }
      now = Math.max(now, moment);
    },
  };
}

/** Work with real files that Node does not list among its active resources. */
let unlisted = 0;

/** No time of any world passes before this has ended. */
export async function inNoTime<T>(work: Promise<T>): Promise<T> {
  unlisted += 1;
  try {
    return await work;
  } finally {
    unlisted -= 1;
  }
}

// Once a file is open, what is done with it is not listed.
const { open, readFile } = files;
const handled = ['close', 'datasync', 'read', 'readFile', 'stat', 'sync', 'truncate', 'write', 'writeFile'] as const;
files.open = async (...args) => {
  const handle = await inNoTime(open(...args));
  for (const name of handled) {
    const work: (...args: never[]) => Promise<unknown> = handle[name].bind(handle);
    // Where a test has this module evaluated again in its worker, that wraps it once more.
    const value = (...args: never[]): Promise<unknown> => inNoTime(work(...args));
    Object.defineProperty(handle, name, { value, configurable: true });
  }
  return handle;
};
// One signature stands for the overloads: what is asked and answered is handed on as it is.
files.readFile = ((...args: Parameters<typeof readFile>) => inNoTime(readFile(...args))) as typeof readFile;
// Threads that compress are not listed either: here it is done at once, of the whole stream.
const atOnce = (convert: (bytes: Buffer) => Buffer) => (): Transform => {
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
Object.defineProperty(zlib, 'createGzip', { value: atOnce(zlib.gzipSync) });
Object.defineProperty(zlib, 'createGunzip', { value: atOnce(zlib.gunzipSync) });
Object.defineProperty(zlib, 'createZstdCompress', { value: atOnce(zlib.zstdCompressSync) });
Object.defineProperty(zlib, 'createZstdDecompress', { value: atOnce(zlib.zstdDecompressSync) });
syncBuiltinESMExports();

const filesAreBusy = (): boolean =>
  unlisted > 0 ||
  process.getActiveResourcesInfo().some((resource) => resource.startsWith('FS') || resource.startsWith('File'));

/** Files are real: what is read or written takes no time of the world. */
async function drained(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
  while (filesAreBusy()) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    await new Promise<void>((resolve) => process.nextTick(resolve));
  }
}

function createHeap() {
  const items: Event[] = [];
  const before = (one: Event, other: Event): boolean =>
    one.due < other.due || (one.due === other.due && one.lot < other.lot);
  return {
    push(event: Event): void {
      let at = items.push(event) - 1;
      while (at > 0) {
        const up = (at - 1) >> 1;
        const parent = items[up]!;
        if (!before(event, parent)) break;
        items[at] = parent;
        at = up;
      }
      items[at] = event;
    },
    /** the first that is due by then */
    pop(moment: number): Event | null {
      const first = items[0];
      if (!first || first.due > moment) return null;
      const last = items.pop()!;
      if (items.length === 0) return first;
      let at = 0;
      for (;;) {
        let child = at * 2 + 1;
        if (child >= items.length) break;
        if (child + 1 < items.length && before(items[child + 1]!, items[child]!)) child += 1;
        if (!before(items[child]!, last)) break;
        items[at] = items[child]!;
        at = child;
      }
      items[at] = last;
      return first;
    },
  };
}
