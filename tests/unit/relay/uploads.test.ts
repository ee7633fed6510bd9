import { expect, test } from 'vitest';
import { createUploads } from '../../../src/relay/uploads.ts';

test('beyond their number, the upload that began first is cut off', () => {
  const uploads = createUploads({ uploads: 2, uploadBytes: 1_000 });
  const cut: string[] = [];
  const first = uploads.begin(() => cut.push('first'));
  uploads.begin(() => cut.push('second'));
  uploads.ended(first);
  uploads.begin(() => cut.push('third'));
  expect(cut).toEqual([]);
  uploads.begin(() => cut.push('fourth'));
  expect(cut).toEqual(['second']);
  expect(uploads.cuts()).toBe(1);
});

test('beyond their bytes, the oldest are cut off until the rest fits', () => {
  const uploads = createUploads({ uploads: 10, uploadBytes: 100 });
  const cut: string[] = [];
  const first = uploads.begin(() => cut.push('first'));
  const second = uploads.begin(() => cut.push('second'));
  uploads.grew(first, 60);
  uploads.grew(second, 40);
  expect(cut).toEqual([]);
  uploads.grew(second, 1);
  expect(cut).toEqual(['first']);
  uploads.grew(first, 500);
  expect(cut).toEqual(['first']);
  uploads.grew(second, 60);
  expect(cut).toEqual(['first', 'second']);
});
