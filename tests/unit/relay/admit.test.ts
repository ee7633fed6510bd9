import { expect, test } from 'vitest';
import { createAdmit, mostWaiting } from '../../../src/relay/core/admit.ts';
import { hashOfToken } from '../../../src/relay/core/token.ts';

test('refuses at once what a database that does not answer would let pile up, and lets in again when it did', async () => {
  const found = { tokenHash: hashOfToken('token'), keyless: false };
  const database = Promise.withResolvers<typeof found>();
  const directory = {
    find: () => database.promise,
    findNow: async () => found,
    keysOf: () => [],
    changed: () => undefined,
  };
  const admit = createAdmit(directory);
  const ask = { mailbox: 'm', token: 'token' };
  const waiting = Array.from({ length: mostWaiting }, () => admit(ask));
  await expect(admit(ask)).rejects.toThrow('too many');
  database.resolve(found);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
  expect(await admit(ask)).toBe(true);
});
