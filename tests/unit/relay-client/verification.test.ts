import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifySignature } from '../../../src/main/relay-client/verification.ts';

describe('the signature of a webhook', () => {
  const body = new TextEncoder().encode('{"transaction_id":"T1"}');
  const sign = (key: string): string => createHmac('sha256', key).update(body).digest('hex');

  test('believes the key in use, and a retired one', () => {
    expect(verifySignature(body, sign('now'), ['now', 'before'])).toBe(true);
    expect(verifySignature(body, sign('before'), ['now', 'before'])).toBe(true);
    expect(verifySignature(body, sign('now').toUpperCase(), ['now'])).toBe(true);
  });

  test('agrees with the vector of RFC 4231, test case 2', () => {
    const body = new TextEncoder().encode('what do ya want for nothing?');
    const digest = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(verifySignature(body, digest, ['Jefe'])).toBe(true);
  });

  test.each([
    ['another key', sign('other')],
    ['none', null],
    ['an empty one', ''],
    ['a prefix', `sha256=${sign('now')}`],
    ['64 letters that are not hex', 'z'.repeat(64)],
    ['too short', sign('now').slice(2)],
    ['a line feed behind it', `${sign('now')}\n`],
  ])('does not believe %s', (_what, signature) => {
    expect(verifySignature(body, signature, ['now', 'before'])).toBe(false);
  });

  test('believes nothing without a key, nor with an empty one', () => {
    expect(verifySignature(body, sign(''), [])).toBe(false);
    expect(verifySignature(body, sign(''), [''])).toBe(false);
  });

  test('does not believe a body with one bit changed', () => {
    const changed = Uint8Array.from(body);
    changed[3] = (changed[3] ?? 0) ^ 1;
    expect(verifySignature(changed, sign('now'), ['now'])).toBe(false);
  });
});
