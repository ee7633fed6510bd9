import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileLog } from '../../../src/main/electron/file-log.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'konter-log-'));
  path = join(folder, 'konter.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes a line for each thing said, at once', () => {
  fileLog(path).warn('the relay was not reached', { attempt: 2 });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ msg: 'the relay was not reached', attempt: 2 });
});

it('shows the end of a customer’s number at most', () => {
  fileLog(path).error('odd', { reason: 'no 081234567890 here', count: 123456789 });
  expect(readFileSync(path, 'utf8')).toContain('no …890 here');
  expect(readFileSync(path, 'utf8')).toContain('123456789');
});

it('makes room for itself when the old one is large, and keeps that one', () => {
  writeFileSync(path, 'x'.repeat(2_000_001));
  fileLog(path).info('opened');
  expect(readdirSync(folder).sort()).toEqual(['konter.log', 'konter.log.old']);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
});
