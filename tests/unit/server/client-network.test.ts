import { expect, test } from 'vitest';
import { networkOf } from '../../../src/server/client-network.ts';

test.each([
  ['2a00::5', '2a00::6'],
  ['2a00:0:0:0:1::', '2a00::1:2:3:4'],
  ['2A00:1:2:3::1', '2a00:1:2:3:ffff:ffff:ffff:ffff'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::2%eth1'],
])('%s and %s are one network', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

test.each([
  ['2a00::5', '2a00:1::5'],
  ['2a00:1:2:3::1', '2a00:1:2:4::1'],
  ['203.0.113.7', '203.0.113.8'],
])('%s and %s are two', (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});

test('text that is no address is returned unchanged', () => {
  expect([networkOf(''), networkOf('unknown')]).toEqual(['', 'unknown']);
});
