import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Secrets, SecretsError } from '../base/secrets.ts';
import type { Random } from '../base/system.ts';
import type { SupervisorVerdict } from '../sales/index.ts';
import { derivePin } from './derive-pin.ts';
import type { PinRateLimiter } from './pin-rate-limiter.ts';

const Stored = z.object({ salt: z.base64(), hash: z.base64() });

export interface PinLock {
  /** also while that is not known, because the kept secrets cannot be opened: better locked than open */
  isSet(): Promise<boolean>;
  /** whether a new PIN of somebody else is this one. Saying so tells a PIN, so that asking is counted: "locked" after a few */
  isTaken(pin: string): Promise<boolean | 'locked'>;
  /** rejects with SecretsError while the kept secrets cannot be opened */
  check(pin: string | undefined): Promise<SupervisorVerdict>;
  /** as it is kept, under the lock's name, to be the PIN from then on */
  sealed(pin: string): Promise<string>;
}

/**
 * A PIN that stands for a person while nobody is set up by name, kept as a scrypt hash.
 * @param tries counts the wrong ones, and forgets none when the program is started anew
 * @param name the supervisor's, or that of the second person
 * @param optional in training nobody must set one
 */
export function createPinLock(
  secrets: Secrets,
  random: Random,
  tries: PinRateLimiter,
  name: 'supervisorPin' | 'secondPin',
  optional: () => boolean,
): PinLock {
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
    async isSet() {
      try {
        return (await read()) !== null;
      } catch (error) {
        if (error instanceof SecretsError) return true;
        throw error;
      }
    },
    async isTaken(pin) {
      const stored = await read();
      if (!stored) return false;
      return (await tries.begin(`taken:${name}`)) ? fits(pin, stored) : 'locked';
    },
    async check(pin) {
      const stored = await read();
      if (!stored) return optional() ? 'ok' : 'no_pin_set';
      if (pin === undefined) return 'pin_needed';
      if (!(await tries.begin(name))) return 'locked';
      if (!(await fits(pin, stored))) return (await tries.waitMs(name)) > 0 ? 'locked' : 'wrong_pin';
      await tries.right(name);
      await tries.right(`taken:${name}`);
      return 'ok';
    },
    async sealed(pin) {
      const salt = Buffer.from(random.bytes(16));
      const hash = await derivePin(pin, salt);
      return JSON.stringify({ salt: salt.toString('base64'), hash: hash.toString('base64') });
    },
  };
}

async function fits(pin: string, stored: z.infer<typeof Stored>): Promise<boolean> {
  const expected = Buffer.from(stored.hash, 'base64');
  const given = await derivePin(pin, Buffer.from(stored.salt, 'base64'));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
