import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const digestInHex = /^[0-9a-f]{64}$/i;
const nothing = Buffer.alloc(64);

/** A secret made ready to check with: as text it would be made into a key again for each webhook. */
export const signingKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

/**
 * Whether one of the keys signed the body (spec, Authentication). Each is compared in constant time, and all of them
 * are, so that the time taken tells nothing about which one fits.
 */
export function signedByOneOf(keys: readonly KeyObject[], body: Uint8Array, signature: string | null): boolean {
  const given =
    signature !== null && digestInHex.test(signature) ? Buffer.from(signature.toLowerCase(), 'latin1') : null;
  let fits = false;
  for (const key of keys) {
    // As text: Node hands a digest out as text in half the time.
    const right = Buffer.from(createHmac('sha256', key).update(body).digest('hex'), 'latin1');
    if (timingSafeEqual(right, given ?? nothing) && given !== null) fits = true;
  }
  return fits;
}
