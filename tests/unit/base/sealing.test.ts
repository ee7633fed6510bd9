import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { CurrentSealing, createSealing, maxPlainBytes, type SealedAs } from '../../../src/main/base/sealing.ts';
import { systemRandom } from '../../../src/main/base/system/clock-and-random.ts';
import { maxSealedBytes } from '../../../src/shared/wire/shipped-log.ts';

const key = randomBytes(32);
const sealing = createSealing(key, 'mailbox-1', systemRandom);
const batch: SealedAs = ['batch', 1, 2, 'aa', 'bb'];

test('what was sealed opens as what it was sealed as, and as nothing else', () => {
  for (const bytes of [0, 1, 5000, 200_000, maxPlainBytes]) {
    const plain = randomBytes(bytes);
    expect(Buffer.compare(sealing.open(batch, sealing.seal(batch, plain)) ?? new Uint8Array(1), plain)).toBe(0);
  }
  const sealed = sealing.seal(batch, randomBytes(100));
  for (const other of [
    ['batch', 1, 3, 'aa', 'bb'],
    ['batch', 1, 2, 'aa', 'cc'],
    ['snapshot', 'id', 1],
  ] as const) {
    expect(sealing.open(other, sealed)).toBeNull();
  }
  const changed = Uint8Array.from(sealed);
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(sealing.open(batch, changed)).toBeNull();
  expect(sealing.open(batch, sealed.subarray(0, 30))).toBeNull();
  expect(createSealing(randomBytes(32), 'mailbox-1', systemRandom).open(batch, sealed)).toBeNull();
  expect(createSealing(key, 'mailbox-2', systemRandom).open(batch, sealed)).toBeNull();
});

test('the size of what is sealed is one of few steps, and shows nothing between them', () => {
  const sizeOf = (bytes: number): number => sealing.seal(batch, new Uint8Array(bytes)).length - 28;
  expect([0, 100, 4092].map(sizeOf)).toEqual([4096, 4096, 4096]);
  expect([4093, 8000].map(sizeOf)).toEqual([8192, 8192]);
  expect([60_000, 65_533, 131_068, 131_069].map((bytes) => sizeOf(bytes) / 65_536)).toEqual([1, 2, 2, 3]);
  expect(sealing.seal(batch, new Uint8Array(maxPlainBytes)).length).toBe(maxSealedBytes);
  expect(() => sealing.seal(batch, new Uint8Array(maxPlainBytes + 1))).toThrow('too much');
});

test('the same is never sealed to the same bytes', () => {
  expect(sealing.seal(batch, key)).not.toEqual(sealing.seal(batch, key));
});

test('a tag proves one end of one series of one counter', () => {
  const head = { seq: 7, hash: 'ab' };
  const tag = sealing.tag('AB7K', head);
  expect(sealing.isTag(tag, 'AB7K', head)).toBe(true);
  expect(sealing.isTag(tag, 'AB7L', head)).toBe(false);
  expect(sealing.isTag(tag, 'AB7K', { ...head, seq: 8 })).toBe(false);
  expect(sealing.isTag('zz', 'AB7K', head)).toBe(false);
  expect(createSealing(key, 'mailbox-2', systemRandom).isTag(tag, 'AB7K', head)).toBe(false);
});

test('the current sealing follows the key: derived once for one, another for the next, none without', () => {
  let now: Uint8Array | null = Uint8Array.from(key);
  const current = new CurrentSealing(() => now, 'mailbox-1', systemRandom);
  const first = current.get();
  expect(first?.open(batch, sealing.seal(batch, key))).toEqual(key);
  now = Uint8Array.from(key);
  expect(current.get()).toBe(first);
  // Overwritten in place, it is another key.
  now.fill(7);
  expect(current.get()).not.toBe(first);
  expect(current.get()?.open(batch, sealing.seal(batch, key))).toBeNull();
  now = null;
  expect(current.get()).toBeNull();
});
