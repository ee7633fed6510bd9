import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { shippedParts } from '../../../src/main/runtime/counter-runtime.ts';
import { derivePin } from '../../../src/main/staff/pins.ts';

it('the counter keeps a PIN as scrypt makes it, at a cost that slows down who tries them all', async () => {
  const salt = Buffer.alloc(16, 7);
  expect(await derivePin('482615', salt)).toEqual(scryptSync('482615', salt, 32, { N: 16_384, r: 8, p: 1 }));
  expect(shippedParts.derivePin).toBe(derivePin);
});
