import { z } from 'zod';
import type { Secrets } from '../base/secrets.ts';
import type { Clock } from '../base/system.ts';

const Attempts = z.record(z.string(), z.object({ wrong: z.int().nonnegative(), lockMs: z.int().nonnegative() }));
type Attempts = z.infer<typeof Attempts>;

const freeAttempts = 5;
const firstLockMs = 5 * 60_000;
const maxLockMs = 60 * 60_000;
/** So slowly, nobody guesses a PIN; a person who mistypes their own now and then is not locked for it in the end. */
const fadeMs = 8 * 60 * 60_000;

/** Wrong PINs, counted for each lock by its name: one for each person who signs in, one for each counter that asks a supervisor. */
export interface PinRateLimiter {
  /** whether a PIN may be looked at now; counted as wrong before it is, so that ending the program buys no free try */
  begin(lock: string): Promise<boolean>;
  /** it was right: forgets what was wrong; answers how many were, without this one */
  succeed(lock: string): Promise<number>;
  /** it was no guess, and forgives none: what began counts for nothing. What is eight hours old is forgotten */
  retract(lock: string): Promise<void>;
  /** how many were wrong since the last right one */
  wrong(lock: string): Promise<number>;
  /** how long no PIN is looked at, milliseconds; 0: it may be tried */
  waitMs(lock: string): Promise<number>;
}

/**
 * Five wrong ones lock for five minutes, each further one twice as long as the one before, up to an hour. A lock is served
 * while the program runs, on the clock that never jumps: a clock that is set, and a new start, let nobody in earlier.
 */
export function createPinRateLimiter(secrets: Secrets, clock: Clock): PinRateLimiter {
  let loading: Promise<Attempts> | null = null;
  const until = new Map<string, number>();
  /** the newest try of each lock, and the one before it, on the clock that never jumps */
  const tried = new Map<string, { at: number; before: number }>();
  const load = async (): Promise<Attempts> => {
    const text = await secrets.read('pinTries');
    const kept = text === null ? {} : read(text);
    for (const [lock, { lockMs }] of Object.entries(kept)) {
      tried.set(lock, { at: clock.monotonic(), before: clock.monotonic() });
      if (lockMs > 0) until.set(lock, clock.monotonic() + lockMs);
    }
    return kept;
  };
  const loaded = (): Promise<Attempts> => {
    loading ??= load();
    return loading.catch((error: unknown) => {
      loading = null;
      throw error;
    });
  };
  const save = (kept: Attempts): Promise<void> => secrets.write({ pinTries: JSON.stringify(kept) });
  const left = (lock: string): number => Math.max(0, (until.get(lock) ?? 0) - clock.monotonic());

  const waitMs = async (lock: string): Promise<number> => {
    const kept = await loaded();
    const ms = left(lock);
    const known = kept[lock];
    if (ms === 0 && known && known.lockMs > 0) {
      // Served: a new start must not begin it again.
      kept[lock] = { ...known, lockMs: 0 };
      until.delete(lock);
      await save(kept);
    }
    return ms;
  };
  return {
    waitMs,
    wrong: async (lock) => (await loaded())[lock]?.wrong ?? 0,
    async begin(lock) {
      const kept = await loaded();
      // From here to the counting nothing else runs: tries side by side are all counted.
      if (left(lock) > 0) return false;
      const wrong = (kept[lock]?.wrong ?? 0) + 1;
      const lockMs = wrong < freeAttempts ? 0 : Math.min(maxLockMs, firstLockMs * 2 ** (wrong - freeAttempts));
      kept[lock] = { wrong, lockMs };
      const at = clock.monotonic();
      tried.set(lock, { at, before: tried.get(lock)?.at ?? at });
      if (lockMs > 0) until.set(lock, clock.monotonic() + lockMs);
      await save(kept);
      return true;
    },
    async succeed(lock) {
      const kept = await loaded();
      if (kept[lock] === undefined) return 0;
      const wrong = kept[lock].wrong - 1;
      delete kept[lock];
      until.delete(lock);
      tried.delete(lock);
      await save(kept);
      return Math.max(0, wrong);
    },
    async retract(lock) {
      const kept = await loaded();
      const wrong = (kept[lock]?.wrong ?? 1) - 1;
      const { before } = tried.get(lock) ?? { before: clock.monotonic() };
      // It was let in, so that no lock was in force: the one that it began goes with it.
      until.delete(lock);
      if (wrong <= 0 || clock.monotonic() - before >= fadeMs) {
        delete kept[lock];
        tried.delete(lock);
      } else {
        kept[lock] = { wrong, lockMs: 0 };
        tried.set(lock, { at: before, before });
      }
      await save(kept);
    },
  };
}

/** What cannot be read counts as nothing: the hashes beside it are what a PIN is held against. */
function read(text: string): Attempts {
  try {
    return Attempts.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
