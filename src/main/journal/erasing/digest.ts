import { createHmac, randomBytes } from 'node:crypto';
import { customerKey } from '../sales/row.ts';

/** Of a customer's number in any spelling; equal numbers give equal digests. */
export type CustomerDigest = (customerNo: string) => string;

/** What no number begins with: a digest is never taken for a number. */
const sign = '#';
const digits = 32;

/**
 * Numbers are few enough to try them all, so a salt beside the digest would hide nothing: the key must not lie in the
 * database nor in its copies.
 */
export function customerDigest(key: Uint8Array): CustomerDigest {
  return (customerNo) =>
    sign + createHmac('sha256', key).update(customerKey(customerNo)).digest('hex').slice(0, digits);
}

/** Where no key is kept: whoever is erased is recognised until the program ends. */
export const digestOfThisRun = (): CustomerDigest => customerDigest(randomBytes(32));

const shape = new RegExp(`^${sign}[0-9a-f]{${digits}}$`);

export function isDigest(text: string): boolean {
  return shape.test(text);
}
