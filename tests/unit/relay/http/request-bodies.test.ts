import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bodyLimit, RequestBodies } from '../../../../src/relay/http/request-bodies.ts';
import { collected } from '../../../support/collected.ts';

/** Begins to read a body; `push` sends bytes of it, or its end. */
function reading(bodies: RequestBodies, aborted: string[], name = '') {
  const payload = new Readable({ read: () => undefined });
  bodies.read(payload, undefined, (error) => {
    if (error === 400) aborted.push(name);
  });
  return async (bytes: number | null): Promise<void> => {
    payload.push(bytes === null ? null : Buffer.alloc(bytes));
    await new Promise((flowed) => setImmediate(flowed));
  };
}

test('beyond their number, the oldest body is aborted', async () => {
  const bodies = new RequestBodies({ bodies: 2, bodyBytes: 1_000 });
  const aborted: string[] = [];
  const first = reading(bodies, aborted, 'first');
  reading(bodies, aborted, 'second');
  await first(null);
  reading(bodies, aborted, 'third');
  expect(aborted).toEqual([]);
  reading(bodies, aborted, 'fourth');
  expect(aborted).toEqual(['second']);
  expect(bodies.abortedCount()).toBe(1);
});

test('beyond their bytes, the oldest are aborted until the rest fits', async () => {
  const bodies = new RequestBodies({ bodies: 10, bodyBytes: 100 });
  const aborted: string[] = [];
  const first = reading(bodies, aborted, 'first');
  const second = reading(bodies, aborted, 'second');
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
  const bodies = new RequestBodies({ bodies: 10, bodyBytes: 10 * bodyLimit });
  const before = collected().objects;
  const payload = new Readable({ read: () => undefined });
  const body = new Promise<Buffer | undefined>((resolve) => {
    bodies.read(payload, undefined, (_error, whole) => resolve(whole));
  });
  const letters = Buffer.from(Array.from({ length: bodyLimit }, (_, at) => at % 251));
  await new Promise((flowing) => setImmediate(flowing));
  for (const letter of letters) payload.push(Buffer.of(letter));
  expect(collected().objects - before).toBeLessThan(16 * bodyLimit);
  payload.push(null);
  expect((await body)?.equals(letters)).toBe(true);
});
