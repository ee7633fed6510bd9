import { createHmac, createSecretKey } from 'node:crypto';
import type { Random } from '../base/system.ts';
import { customerKey } from './sale-rows.ts';
import { lazy } from './statements.ts';

/** The digest of a customer's number in any spelling; equal numbers give equal digests. */
export type CustomerDigest = (customerNo: string) => string;

/** No number starts with it, so a digest is never taken for a number. */
const sign = '#';
const digits = 32;

/**
 * Numbers are few enough to try them all, so a stored salt would hide nothing: the key must not be in the database or its
 * backups.
 */
export function customerDigest(key: Uint8Array): CustomerDigest {
  // Made once: creating a key takes longer than the digest.
  const secret = createSecretKey(key);
  // A sale needs its own customer's digest several times.
  let last = { number: '', digest: '' };
  return (customerNo) => {
    const number = customerKey(customerNo);
    if (last.digest === '' || last.number !== number) {
      last = { number, digest: sign + createHmac('sha256', secret).update(number).digest('hex').slice(0, digits) };
    }
    return last.digest;
  };
}

/** For a database without a stored key: erased customers are recognised until the program ends. */
export function digestOfThisRun(random: Random): CustomerDigest {
  const digest = lazy(() => customerDigest(random.bytes(32)));
  return (customerNo) => digest()(customerNo);
}

const shape = new RegExp(`^${sign}[0-9a-f]{${digits}}$`);

export function isDigest(text: string): boolean {
  return shape.test(text);
}
