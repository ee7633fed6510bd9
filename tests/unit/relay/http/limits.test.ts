import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { newCounters } from '../../../../src/relay/core/ports.ts';
import { bodyLimit, createBodyReader, type ReadBody } from '../../../../src/relay/http/limits.ts';
import { collected } from '../../../support/relay.ts';

/** Begins to read a body; `push` sends bytes of it, or its end. */
function reading(read: ReadBody, aborted: string[], name = '') {
  const payload = new Readable({ read: () => undefined });
  read(payload, undefined, (error) => {
    if (error === 400) aborted.push(name);
  });
  return async (bytes: number | null): Promise<void> => {
    payload.push(bytes === null ? null : Buffer.alloc(bytes));
    await new Promise((flowed) => setImmediate(flowed));
  };
}

test('beyond their number, the oldest body is aborted', async () => {
  const counters = newCounters();
  const read = createBodyReader({ bodies: 2, bodyBytes: 1_000 }, counters);
  const aborted: string[] = [];
  const first = reading(read, aborted, 'first');
  reading(read, aborted, 'second');
  await first(null);
  reading(read, aborted, 'third');
  expect(aborted).toEqual([]);
  reading(read, aborted, 'fourth');
  expect(aborted).toEqual(['second']);
  expect(counters.bodiesAborted).toBe(1);
});

test('beyond their bytes, the oldest are aborted until the rest fits', async () => {
  const read = createBodyReader({ bodies: 10, bodyBytes: 100 }, newCounters());
  const aborted: string[] = [];
  const first = reading(read, aborted, 'first');
  const second = reading(read, aborted, 'second');
  await first(60);
  await second(40);
  expect(aborted).toEqual([]);
  await second(1);
  expect(aborted).toEqual(['first']);
  await first(500);
  expect(aborted).toEqual(['first']);
  await second(60);
  expect(aborted).toEqual(['first', 'second']);
});

test('a body that comes byte by byte takes no more than a few times its bytes, and is whole at its end', async () => {
  const read = createBodyReader({ bodies: 10, bodyBytes: 10 * bodyLimit }, newCounters());
  const before = collected().objects;
  const payload = new Readable({ read: () => undefined });
  const body = new Promise<Buffer | undefined>((resolve) => {
    read(payload, undefined, (_error, whole) => resolve(whole));
  });
  const letters = Buffer.from(Array.from({ length: bodyLimit }, (_, at) => at % 251));
  await new Promise((flowing) => setImmediate(flowing));
  for (const letter of letters) payload.push(Buffer.of(letter));
  expect(collected().objects - before).toBeLessThan(16 * bodyLimit);
  payload.push(null);
  expect((await body)?.equals(letters)).toBe(true);
});
