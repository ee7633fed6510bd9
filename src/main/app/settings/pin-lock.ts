import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { SupervisorVerdict } from '../../counter/ports.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Secrets } from '../../ports/secrets.ts';

const derive = promisify<string, Buffer, number, Buffer>((pin, salt, length, done) => scrypt(pin, salt, length, done));
const Stored = z.object({ salt: z.base64(), hash: z.base64() });

const triesBeforeLock = 5;
const lockMs = 5 * 60_000;

export interface PinLock {
  isSet(): Promise<boolean>;
  /** whether it is this PIN; for comparing two new ones, not counted as a try */
  is(pin: string): Promise<boolean>;
  check(pin: string | undefined): Promise<SupervisorVerdict>;
  set(pin: string): Promise<void>;
}

/**
 * A PIN that stands for a person, kept as a scrypt hash. Five wrong tries lock it for five minutes of this run.
 * @param name the supervisor's, or that of the second person
 * @param optional in training nobody must set one
 */
export function createPinLock(
  secrets: Secrets,
  clock: Clock,
  name: 'supervisorPin' | 'secondPin',
  optional: () => boolean,
): PinLock {
  let wrong = 0;
  let lockedUntil = Number.NEGATIVE_INFINITY;
  const read = async (): Promise<z.infer<typeof Stored> | null> => {
    const text = await secrets.read(name);
    if (text === null) return null;
    try {
      return Stored.parse(JSON.parse(text));
    } catch {
      // A hash that cannot be read fits no PIN: better locked than open.
      return { salt: '', hash: '' };
    }
  };
  return {
    isSet: async () => (await read()) !== null,
    async is(pin) {
      const stored = await read();
      return stored !== null && fits(pin, stored);
    },
    async check(pin) {
      const stored = await read();
      if (!stored) return optional() ? 'ok' : 'no_pin_set';
      if (pin === undefined) return 'pin_needed';
      if (clock.monotonic() < lockedUntil) return 'locked';
      // Counted before the slow part, so that tries side by side are all counted.
      wrong += 1;
      if (wrong >= triesBeforeLock) lockedUntil = clock.monotonic() + lockMs;
      if (!(await fits(pin, stored))) return wrong >= triesBeforeLock ? startOver() : 'wrong_pin';
      wrong = 0;
      lockedUntil = Number.NEGATIVE_INFINITY;
      return 'ok';
    },
    async set(pin) {
      const salt = randomBytes(16);
      const hash = await derive(pin, salt, 32);
      await secrets.write(name, JSON.stringify({ salt: salt.toString('base64'), hash: hash.toString('base64') }));
    },
  };

  function startOver(): 'locked' {
    wrong = 0;
    return 'locked';
  }
}

async function fits(pin: string, stored: z.infer<typeof Stored>): Promise<boolean> {
  const expected = Buffer.from(stored.hash, 'base64');
  const given = await derive(pin, Buffer.from(stored.salt, 'base64'), 32);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
