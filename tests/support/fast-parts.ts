import { createHash } from 'node:crypto';
import { type AppParts, shippedParts } from '../../src/main/runtime/counter-runtime.ts';

/** A PIN's hash of the right length: the real one takes part of a second on purpose, and tests press many PINs. */
export const fastDerivePin: AppParts['derivePin'] = async (pin, salt) =>
  createHash('sha256').update(salt).update(pin).digest();

/** The counter's parts as they ship, but for the time that a PIN takes. */
export const fastParts: AppParts = { ...shippedParts, derivePin: fastDerivePin };
