import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newPrivateKey, publicKeyOf, readPrivateKey } from '../../../src/main/base/ed25519.ts';
import {
  fingerprintOf,
  type OfficeDocument,
  readDocument,
  signDocument,
} from '../../../src/main/office/signed-document.ts';

const key = readPrivateKey(newPrivateKey());
const document: OfficeDocument = {
  format: 1,
  version: 7,
  at: '2026-03-10T03:00:00.000Z',
  shop: 's1',
  publicKey: publicKeyOf(key),
  items: [],
  people: [],
  pins: null,
};

const repacked = (packed: Uint8Array, change: (text: string) => string): Uint8Array =>
  gzipSync(change(gunzipSync(packed).toString()));

test('a document is read as it was signed', () => {
  expect(readDocument(signDocument(document, key))).toEqual(document);
});

test('a changed document, another key’s signature and anything else read as nothing', () => {
  const packed = signDocument(document, key);
  const other = readPrivateKey(newPrivateKey());
  expect(readDocument(repacked(packed, (text) => text.replace('version\\":7', 'version\\":8')))).toBeNull();
  expect(readDocument(signDocument(document, other))).toBeNull();
  expect(readDocument(packed.subarray(0, packed.length - 9))).toBeNull();
  expect(readDocument(Buffer.from('nothing'))).toBeNull();
  expect(readDocument(gzipSync('{}'))).toBeNull();
});

test('what unpacks to far more than a document is not unpacked', () => {
  expect(readDocument(gzipSync(Buffer.alloc(80 * 1024 * 1024)))).toBeNull();
});

test('a fingerprint is eight groups of four, the same for one key and another for the next', () => {
  const [one, other] = [publicKeyOf(key), publicKeyOf(readPrivateKey(newPrivateKey()))];
  expect(fingerprintOf(one)).toMatch(/^([A-Z0-9]{4}-){7}[A-Z0-9]{4}$/);
  expect(fingerprintOf(one)).toBe(fingerprintOf(one));
  expect(fingerprintOf(other)).not.toBe(fingerprintOf(one));
});
