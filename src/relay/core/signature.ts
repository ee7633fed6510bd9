import { createHmac, timingSafeEqual } from 'node:crypto';

const digestInHex = /^[0-9a-f]{64}$/i;

/**
 * Whether one of the secrets signed the body (spec, Authentication). Each is compared in constant time, and all of them
 * are, so that the time taken tells nothing about which one fits.
 */
export function signedByOneOf(secrets: readonly string[], body: Uint8Array, signature: string | null): boolean {
  const given = signature !== null && digestInHex.test(signature) ? Buffer.from(signature, 'hex') : null;
  let fits = false;
  for (const secret of secrets) {
    const right = createHmac('sha256', secret).update(body).digest();
    if (timingSafeEqual(right, given ?? Buffer.alloc(right.length)) && given !== null) fits = true;
  }
  return fits;
}
