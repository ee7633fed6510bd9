import { hash } from 'node:crypto';
import { setImmediate as breathe, setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { vi } from 'vitest';
import type { Log, LogFact, Random } from '../../src/main/base/system.ts';
import type { Clock } from '../../src/server/ports.ts';

interface Sleeper {
  due: number;
  wake: () => void;
}

/** A clock that moves only when a test advances it; fits every Clock port. */
export function virtualClock(start = Date.parse('2026-03-10T03:00:00Z')) {
  let now = start;
  let sleepers: Sleeper[] = [];
  const after = (ms: number, wake: () => void): (() => void) => {
    const sleeper = { due: now + Math.max(0, ms), wake };
    sleepers.push(sleeper);
    return () => {
      sleepers = sleepers.filter((one) => one !== sleeper);
    };
  };
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const stop = after(ms, resolve);
        signal?.addEventListener('abort', () => {
          stop();
          resolve();
        });
      }),
    after,
    every(ms: number, run: () => void): () => void {
      const again = (): void => {
        stop = after(ms, again);
        run();
      };
      let stop = after(ms, again);
      return () => stop();
    },
    /** Lets that many milliseconds pass, waking every sleeper at its own time and letting it work. */
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        await breathe();
        const [next] = sleepers.filter((one) => one.due <= until).sort((a, b) => a.due - b.due);
        if (!next) break;
        sleepers = sleepers.filter((one) => one !== next);
        now = Math.max(now, next.due);
        next.wake();
      }
      now = until;
    },
  };
}

/** A clock whose pauses end when a test ends them. */
export function heldClock(): Clock & {
  /** Resolves once somebody pauses; answers what ends that pause. */
  paused(): Promise<() => void>;
} {
  const pauses: Array<() => void> = [];
  let onTimer: ((end: () => void) => void) | null = null;
  return {
    now: () => Date.now(),
    after: (_ms, run) => {
      if (onTimer === null) pauses.push(run);
      else onTimer(run);
      onTimer = null;
      return () => undefined;
    },
    soon: (run) => void setImmediate(run),
    paused: () => {
      const pause = pauses.shift();
      return pause ? Promise.resolve(pause) : new Promise((resolve) => (onTimer = resolve));
    },
  };
}

/** A clock on which no time has to pass. */
export const hastyClock: Clock = {
  now: () => Date.now(),
  after: (_ms, run) => {
    setImmediate(run);
    return () => undefined;
  },
  soon: (run) => void setImmediate(run),
};

/** The same bytes in the same order for the same seed. */
export function seededRandom(seed: string): Random {
  let drawn = 0;
  return {
    bytes(count) {
      const chunks: Uint8Array[] = [];
      for (let have = 0; have < count; have += 32) {
        chunks.push(hash('sha256', `${seed}/${drawn}`, 'buffer'));
        drawn += 1;
      }
      return new Uint8Array(Buffer.concat(chunks).subarray(0, count));
    },
  };
}

const stepMs = 100;

/**
 * Runs `work` on fake timers that go on as fast as the event loop turns, and answers its result: a wait of ten seconds takes
 * no time, while files and sockets stay real. Timers that were set before stay real too.
 */
export async function fastForward<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const ended = new AbortController();
    const result = work().finally(() => ended.abort());
    // A rejection is the caller's, below.
    result.catch(() => undefined);
    while (!ended.signal.aborted) {
      await vi.advanceTimersByTimeAsync(stepMs);
      await nextTurn();
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  message: string;
  facts: Readonly<Record<string, LogFact>>;
}

/** A log that records its lines for a test to read. */
export function recordingLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const record =
    (level: LogLine['level']): Log['info'] =>
    (message, facts = {}) => {
      lines.push({ level, message, facts });
    };
  return { lines, info: record('info'), warn: record('warn'), error: record('error') };
}

/** Random text made of these characters only. */
export function textOf(characters: string, length: { minLength?: number; maxLength?: number } = {}) {
  return fc.string({ unit: fc.constantFrom(...characters.split('')), ...length });
}

const surrogates = { first: 0xd800, count: 0x800 };

/** Random text of any characters. Fast-check's own unit `binary` lists the million of them before the first text. */
export const anyText = (length: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({
    unit: fc
      .integer({ min: 0, max: 0x10ffff - surrogates.count })
      .map((n) => String.fromCodePoint(n < surrogates.first ? n : n + surrogates.count)),
    ...length,
  });

export const digits = (minLength: number, maxLength: number) => textOf('0123456789', { minLength, maxLength });
