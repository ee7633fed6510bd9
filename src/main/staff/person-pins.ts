import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { createSerialQueue } from '../base/async.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Random } from '../base/system.ts';
import { derivePin } from './derive-pin.ts';

const Kept = z.object({ salt: z.base64(), hashes: z.record(z.string(), z.base64()) });
type Kept = z.infer<typeof Kept>;

/** The PINs of people, by their ids, as scrypt hashes under the shop's one salt: deriving once says whose a PIN is. */
export interface PeoplePins {
  /** of these people, the one whose PIN it is */
  whose(pin: string, ids: readonly string[]): Promise<string | null>;
  has(id: string): Promise<boolean>;
  set(id: string, pin: string): Promise<void>;
  forget(id: string): Promise<void>;
}

/** Methods reject with SecretsError where this machine cannot keep or open secrets. What is no hash fits no PIN. */
export function createPeoplePins(secrets: Secrets, random: Random): PeoplePins {
  const kept = async (): Promise<Kept | null> => {
    const text = await secrets.read('peoplePins');
    if (text === null) return null;
    try {
      return Kept.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };
  /** each writes all of them */
  const writes = createSerialQueue();
  return {
    async whose(pin, ids) {
      const pins = await kept();
      if (!pins) return null;
      const given = await derivePin(pin, Buffer.from(pins.salt, 'base64'));
      let found: string | null = null;
      for (const id of ids) {
        const hash = Buffer.from(pins.hashes[id] ?? '', 'base64');
        if (hash.length === given.length && timingSafeEqual(hash, given)) found = id;
      }
      return found;
    },
    has: async (id) => (await kept())?.hashes[id] !== undefined,
    set: (id, pin) =>
      writes(async () => {
        const { salt, hashes } = (await kept()) ?? {
          salt: Buffer.from(random.bytes(16)).toString('base64'),
          hashes: {},
        };
        const hash = await derivePin(pin, Buffer.from(salt, 'base64'));
        const next = { salt, hashes: { ...hashes, [id]: hash.toString('base64') } };
        await secrets.write({ peoplePins: JSON.stringify(next) });
      }),
    forget: (id) =>
      writes(async () => {
        const now = await kept();
        if (now?.hashes[id] === undefined) return;
        const { [id]: _gone, ...hashes } = now.hashes;
        await secrets.write({ peoplePins: JSON.stringify({ ...now, hashes }) });
      }),
  };
}
