import { z } from 'zod';
import { readSecretJson, type Secrets } from '../base/secrets.ts';
import type { Clock } from '../base/system.ts';

const Attempts = z.record(z.string(), z.object({ wrong: z.int().nonnegative(), lockMs: z.int().nonnegative() }));
type Attempts = z.infer<typeof Attempts>;

const freeAttempts = 5;
const firstLockMs = 5 * 60_000;
const maxLockMs = 60 * 60_000;
/** Attempts this far apart find no PIN; occasional typing errors do not add up to a lock. */
const fadeMs = 8 * 60 * 60_000;

/**
 * Counts wrong PINs per lock: one lock for each person who signs in, and one for each person who enters a
 * supervisor's PIN.
 */
export interface PinRateLimiter {
  /** Whether a PIN may be checked now. Counts as wrong until `succeed`, so killing the program saves no attempt. */
  begin(lock: string): Promise<boolean>;
  /** Resets the count after a right PIN. @returns how many wrong ones preceded it */
  succeed(lock: string): Promise<number>;
  /** Takes back the attempt that `begin` counted and keeps the earlier ones; attempts eight hours old are dropped. */
  retract(lock: string): Promise<void>;
  /** how many were wrong since the last right one */
  wrong(lock: string): Promise<number>;
  /** how many more wrong ones lock it; 0: each locks, and did */
  left(lock: string): Promise<number>;
  /** milliseconds until a PIN may be checked again; 0: now */
  waitMs(lock: string): Promise<number>;
}

/**
 * Five wrong PINs lock for five minutes, each further one twice as long, up to an hour. The time is measured on the
 * monotonic clock while the program runs: neither setting the clock nor a restart shortens it.
 */
export function createPinRateLimiter(secrets: Secrets, clock: Clock): PinRateLimiter {
  let loading: Promise<Attempts> | null = null;
  const until = new Map<string, number>();
  /** the times of the latest attempt of each lock and of the one before, on the monotonic clock */
  const tried = new Map<string, { at: number; before: number }>();
  const load = async (): Promise<Attempts> => {
    // Unreadable attempts count as none; the PIN's hash still has to match.
    const attempts = (await readSecretJson(secrets, 'pinTries', Attempts)) ?? {};
    for (const [lock, { lockMs }] of Object.entries(attempts)) {
      tried.set(lock, { at: clock.monotonic(), before: clock.monotonic() });
      if (lockMs > 0) until.set(lock, clock.monotonic() + lockMs);
    }
    return attempts;
  };
  const loaded = (): Promise<Attempts> => {
    loading ??= load();
    return loading.catch((error: unknown) => {
      loading = null;
      throw error;
    });
  };
  const save = (attempts: Attempts): Promise<void> => secrets.write({ pinTries: JSON.stringify(attempts) });
  const leftMs = (lock: string): number => Math.max(0, (until.get(lock) ?? 0) - clock.monotonic());

  const waitMs = async (lock: string): Promise<number> => {
    const attempts = await loaded();
    const ms = leftMs(lock);
    const attempt = attempts[lock];
    if (ms === 0 && attempt && attempt.lockMs > 0) {
      // The lock is over; a restart must not begin it again.
      attempts[lock] = { ...attempt, lockMs: 0 };
      until.delete(lock);
      await save(attempts);
    }
    return ms;
  };
  return {
    waitMs,
    left: async (lock) => Math.max(0, freeAttempts - ((await loaded())[lock]?.wrong ?? 0)),
    wrong: async (lock) => (await loaded())[lock]?.wrong ?? 0,
    async begin(lock) {
      const attempts = await loaded();
      // No await until the attempt is counted, so concurrent attempts all count.
      if (leftMs(lock) > 0) return false;
      const wrong = (attempts[lock]?.wrong ?? 0) + 1;
      const lockMs = wrong < freeAttempts ? 0 : Math.min(maxLockMs, firstLockMs * 2 ** (wrong - freeAttempts));
      attempts[lock] = { wrong, lockMs };
      const at = clock.monotonic();
      tried.set(lock, { at, before: tried.get(lock)?.at ?? at });
      if (lockMs > 0) until.set(lock, clock.monotonic() + lockMs);
      await save(attempts);
      return true;
    },
    async succeed(lock) {
      const attempts = await loaded();
      if (attempts[lock] === undefined) return 0;
      const wrong = attempts[lock].wrong - 1;
      delete attempts[lock];
      until.delete(lock);
      tried.delete(lock);
      await save(attempts);
      return Math.max(0, wrong);
    },
    async retract(lock) {
      const attempts = await loaded();
      const wrong = (attempts[lock]?.wrong ?? 1) - 1;
      const { before } = tried.get(lock) ?? { before: clock.monotonic() };
      // `begin` let it in, so no lock was in force; the lock that it may have started is lifted.
      until.delete(lock);
      if (wrong <= 0 || clock.monotonic() - before >= fadeMs) {
        delete attempts[lock];
        tried.delete(lock);
      } else {
        attempts[lock] = { wrong, lockMs: 0 };
        tried.set(lock, { at: before, before });
      }
      await save(attempts);
    },
  };
}
