import { z } from 'zod';
import type { Secrets } from '../base/secrets.ts';
import type { Log, Random } from '../base/system.ts';
import { type CustomerDigest, customerDigest } from '../db/customer-digest.ts';

const Key = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * By which an erased customer is recognised, made when it is first needed. It is kept with the machine's secrets, never beside
 * the receipts or in their copies. Null where this machine keeps no secrets: then nobody is recognised after the program ends.
 */
export async function readCustomerDigest(secrets: Secrets, random: Random, log: Log): Promise<CustomerDigest | null> {
  try {
    const kept = Key.safeParse(await secrets.read('customerKey'));
    if (kept.success) return customerDigest(Buffer.from(kept.data, 'hex'));
    const key = Buffer.from(random.bytes(32));
    await secrets.write({ customerKey: key.toString('hex') });
    return customerDigest(key);
  } catch (error) {
    log.warn('no key for erased customers can be kept', { error: error instanceof Error ? error.name : typeof error });
    return null;
  }
}
