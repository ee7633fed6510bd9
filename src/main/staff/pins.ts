import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import { createSerialQueue } from '../base/async.ts';
import { readSecretJson, type Secrets, SecretsError } from '../base/secrets.ts';
import type { Random } from '../base/system.ts';
import type { PinRateLimiter } from './pin-rate-limiter.ts';

const scryptOf = promisify<string, Buffer, number, Buffer>((pin, salt, length, done) =>
  scrypt(pin, salt, length, done),
);

/** A 32-byte key; it reveals the PIN only to a search of all PINs. Takes some 50 ms on a cheap PC. */
export const derivePin = (pin: string, salt: Buffer): Promise<Buffer> => scryptOf(pin, salt, 32);

/** Hashes by the person's id, with one salt. */
export const PinHashes = z.object({ salt: z.base64(), hashes: z.record(z.string(), z.base64()) });
export type PinHashes = z.infer<typeof PinHashes>;

/** `office`: of the people whom the shop's office has published */
const StoredPins = PinHashes.extend({ office: PinHashes.optional() });
type StoredPins = z.infer<typeof StoredPins>;

/** People's PINs by id, as scrypt hashes with one salt for the shop: one derivation finds the owner of a PIN. */
export interface PersonPins {
  /** which of these people has this PIN */
  findOwner(pin: string, ids: readonly string[]): Promise<string | null>;
  has(id: string): Promise<boolean>;
  set(id: string, pin: string): Promise<void>;
  forget(id: string): Promise<void>;
  /** the hashes of these people, for the shop's other counters; null: there are none */
  hashesOf(ids: readonly string[]): Promise<PinHashes | null>;
  /** Takes the place of what the office published before. */
  takeFromOffice(pins: PinHashes): Promise<void>;
}

/** Methods reject with SecretsError where secrets cannot be stored or opened. An invalid hash matches no PIN. */
export function createPersonPins(secrets: Secrets, random: Random, derive = derivePin): PersonPins {
  const readPins = (): Promise<StoredPins | null> => readSecretJson(secrets, 'peoplePins', StoredPins);
  /** serialised: each write replaces all of them */
  const writes = createSerialQueue();
  return {
    async findOwner(pin, ids) {
      const pins = await readPins();
      let owner: string | null = null;
      for (const { salt, hashes } of pins ? setsOf(pins) : []) {
        const own = ids.filter((id) => hashes[id] !== undefined);
        if (own.length === 0) continue;
        const derivedHash = await derive(pin, Buffer.from(salt, 'base64'));
        for (const id of own) {
          const hash = Buffer.from(hashes[id] ?? '', 'base64');
          if (hash.length === derivedHash.length && timingSafeEqual(hash, derivedHash)) owner = id;
        }
      }
      return owner;
    },
    async has(id) {
      const pins = await readPins();
      return pins !== null && setsOf(pins).some(({ hashes }) => hashes[id] !== undefined);
    },
    set: (id, pin) =>
      writes(async () => {
        const now = (await readPins()) ?? newPins();
        const hash = await derive(pin, Buffer.from(now.salt, 'base64'));
        const { salt, hashes, ...others } = without(id, now);
        const next = { salt, hashes: { ...hashes, [id]: hash.toString('base64') }, ...others };
        await secrets.write({ peoplePins: JSON.stringify(next) });
      }),
    forget: (id) =>
      writes(async () => {
        const now = await readPins();
        if (now && setsOf(now).some(({ hashes }) => hashes[id] !== undefined))
          await secrets.write({ peoplePins: JSON.stringify(without(id, now)) });
      }),
    async hashesOf(ids) {
      const now = await readPins();
      if (!now) return null;
      const { salt, hashes } = now;
      const entries = Object.entries(hashes).filter(([id]) => ids.includes(id));
      return entries.length === 0 ? null : { salt, hashes: Object.fromEntries(entries) };
    },
    takeFromOffice: (office) =>
      writes(async () => {
        const own = Object.keys(office.hashes).reduce((pins, id) => without(id, pins), (await readPins()) ?? newPins());
        await secrets.write({ peoplePins: JSON.stringify({ ...own, office }) });
      }),
  };

  function newPins(): StoredPins {
    return { salt: Buffer.from(random.bytes(16)).toString('base64'), hashes: {} };
  }
}

const setsOf = (pins: StoredPins): PinHashes[] => [pins, ...(pins.office ? [pins.office] : [])];

function without(id: string, { salt, hashes, office }: StoredPins): StoredPins {
  const rest = (all: PinHashes['hashes']) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== id));
  return {
    salt,
    hashes: rest(hashes),
    ...(office ? { office: { salt: office.salt, hashes: rest(office.hashes) } } : {}),
  };
}

const StoredPin = z.object({ salt: z.base64(), hash: z.base64() });

export interface PinLock {
  /** true also while the secrets cannot be opened: better locked than open */
  isSet(): Promise<boolean>;
  /**
   * Whether another person's new PIN equals this one. The answer reveals a PIN, so attempts are limited: "locked"
   * after a few.
   */
  isTaken(pin: string): Promise<boolean | 'locked'>;
  /** rejects with SecretsError while the secrets cannot be opened */
  check(pin: string | undefined): Promise<SupervisorVerdict>;
  /** the text to store under the lock's name to make this the PIN */
  hash(pin: string): Promise<string>;
}

/**
 * A shared PIN of a shop without people, stored as a scrypt hash.
 * @param attempts counts wrong ones, also across restarts
 * @param name the supervisor's PIN, or that of the second person
 * @param optional true in training, where no PIN has to be set
 */
export function createPinLock(
  secrets: Secrets,
  random: Random,
  attempts: PinRateLimiter,
  name: 'supervisorPin' | 'secondPin',
  optional: () => boolean,
  derive = derivePin,
): PinLock {
  const read = async (): Promise<z.infer<typeof StoredPin> | null> => {
    const text = await secrets.read(name);
    if (text === null) return null;
    try {
      return StoredPin.parse(JSON.parse(text));
    } catch {
      // A hash that cannot be read matches no PIN: better locked than open.
      return { salt: '', hash: '' };
    }
  };
  const matches = async (pin: string, stored: z.infer<typeof StoredPin>): Promise<boolean> => {
    const expected = Buffer.from(stored.hash, 'base64');
    const derivedHash = await derive(pin, Buffer.from(stored.salt, 'base64'));
    return expected.length === derivedHash.length && timingSafeEqual(expected, derivedHash);
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
      return (await attempts.begin(`taken:${name}`)) ? matches(pin, stored) : 'locked';
    },
    async check(pin) {
      const stored = await read();
      if (!stored) return optional() ? 'ok' : 'no_pin_set';
      if (pin === undefined) return 'pin_needed';
      if (!(await attempts.begin(name))) return 'locked';
      if (!(await matches(pin, stored))) return (await attempts.waitMs(name)) > 0 ? 'locked' : 'wrong_pin';
      await attempts.succeed(name);
      await attempts.succeed(`taken:${name}`);
      return 'ok';
    },
    async hash(pin) {
      const salt = Buffer.from(random.bytes(16));
      const hash = await derive(pin, salt);
      return JSON.stringify({ salt: salt.toString('base64'), hash: hash.toString('base64') });
    },
  };
}
