import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  createPacking,
  UnpackedTooLarge,
  UnpackingFailed,
  unpackInto,
} from '../../../src/main/log-shipping/compression.ts';
import { temporaryFolder } from '../../support/database-files.ts';

const plain = Buffer.concat([randomBytes(700_000), Buffer.alloc(700_000)]);

async function* piecesOf(bytes: Uint8Array, size = 100_000): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function packed(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of Readable.from(piecesOf(plain)).pipe(createPacking())) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const file = (): string => join(temporaryFolder(), 'unpacked');

test('what is packed comes out as it was, whatever the pieces are', async () => {
  for (const size of [7_777, 192 * 1024]) {
    const path = file();
    await unpackInto(path, piecesOf(await packed(), size));
    expect(readFileSync(path).equals(plain)).toBe(true);
  }
});

test('a snapshot that a counter of before packed with gzip is unpacked too', async () => {
  const path = file();
  await unpackInto(path, piecesOf(gzipSync(plain)));
  expect(readFileSync(path).equals(plain)).toBe(true);
});

test('bytes that are cut short or no packed ones at all are refused', async () => {
  const whole = await packed();
  for (const bytes of [whole.subarray(0, whole.length - 500), Buffer.from('no packed bytes'), Buffer.alloc(0)]) {
    await expect(unpackInto(file(), piecesOf(bytes))).rejects.toThrow(UnpackingFailed);
  }
  await expect(unpackInto(file(), piecesOf(gzipSync(plain).subarray(0, 5_000)))).rejects.toThrow(UnpackingFailed);
});

test('an error of the pieces is passed on as it is', async () => {
  const error = new Error('the relay is silent');
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield (await packed()).subarray(0, 1_000);
    throw error;
  }
  await expect(unpackInto(file(), failing())).rejects.toBe(error);
});

test('what unpacks to more than there is room for is given up on the way', async () => {
  const path = file();
  const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  await expect(unpackInto(path, piecesOf(zeros), 4 * 1024 * 1024)).rejects.toThrow(UnpackedTooLarge);
  expect(readFileSync(path).length).toBeLessThanOrEqual(4 * 1024 * 1024);
});
