import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bodyLimit, readBody } from '../../../src/relay/read-body.ts';
import { createUploads } from '../../../src/relay/uploads.ts';
import { collected } from '../../support/collected.ts';

test('a body that comes byte by byte weighs no more than a few times what is counted of it, and is whole at its end', async () => {
  const uploads = createUploads({ uploads: 10, uploadBytes: 10 * bodyLimit });
  const before = collected().objects;
  const payload = new Readable({ read: () => undefined });
  const body = new Promise<Buffer | undefined>((resolve) => {
    readBody(uploads, payload, undefined, (_fault, whole) => resolve(whole));
  });
  const letters = Buffer.from(Array.from({ length: bodyLimit }, (_, at) => at % 251));
  await new Promise((flowing) => setImmediate(flowing));
  for (const letter of letters) payload.push(Buffer.of(letter));
  expect(collected().objects - before).toBeLessThan(16 * bodyLimit);
  payload.push(null);
  expect((await body)?.equals(letters)).toBe(true);
});
