import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileLog } from '../../../../src/main/base/log/file-log.ts';
import { maskedText, rememberTrouble } from '../../../../src/main/base/log/masked-log.ts';
import { systemClock } from '../../../../src/main/base/system/clock-and-random.ts';
import { recordingLog } from '../../../support/fake-system.ts';

describe('the log file', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'konter-log-'));
    path = join(folder, 'konter.log');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(process.platform === 'win32')('is for its owner only', () => {
    fileLog(path).info('opened');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('writes a line for each thing said, at once', () => {
    fileLog(path).warn('the relay was not reached', { attempt: 2 });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ msg: 'the relay was not reached', attempt: 2 });
  });

  it('shows the end of a customer’s number at most', () => {
    fileLog(path).error('odd', { reason: 'no 081234567890 here', count: 123456789 });
    expect(readFileSync(path, 'utf8')).toContain('no …890 here');
    expect(readFileSync(path, 'utf8')).toContain('123456789');
  });

  it('hides what a fact of that name holds, and what looks like a key', () => {
    fileLog(path).error('odd', {
      relayToken: 'short',
      customerName: 'BUDI',
      error: 'token=q7Wn3kXv9Zt2Lm5Rb8Yc1Hd4Jf6',
    });
    const text = readFileSync(path, 'utf8');
    for (const secret of ['short', 'BUDI', 'q7Wn3kXv9Zt2Lm5Rb8Yc1Hd4Jf6']) expect(text).not.toContain(secret);
  });

  it('keeps the shop’s own sale ids, which a fault is found by', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(maskedText(`sale ${id}, number 081234567890`)).toBe(`sale ${id}, number …890`);
  });

  it('makes room for itself when the old one is large, and keeps that one', () => {
    writeFileSync(path, 'x'.repeat(2_000_001));
    fileLog(path).info('opened');
    expect(readdirSync(folder).sort()).toEqual(['konter.log', 'konter.log.1']);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
  });

  it('never grows beyond five files of its limit, however long it runs', async () => {
    const log = fileLog(path, 500);
    for (let line = 0; line < 200; line++) {
      log.info('a line like any other', { line });
      await setImmediate();
    }
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['konter.log', ...[1, 2, 3, 4].map((age) => `konter.log.${age}`)]);
    for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThan(700);
    const newest = readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(newest)).toMatchObject({ line: 199 });
  });

  it('remembers the last troubles, newest first, and counts what comes again', () => {
    const inner = recordingLog();
    const { log, list } = rememberTrouble(inner, systemClock);
    log.info('opened');
    log.warn('deaf', { reason: '081234567890' });
    for (let time = 0; time < 3; time++) log.error('failed', { time: 'same' });
    for (let other = 0; other < 28; other++) log.warn('other', { other });
    log.error('failed', { time: 'same' });
    expect(list()).toHaveLength(30);
    expect(list()[0]).toMatchObject({ message: 'failed', times: 4 });
    expect(JSON.stringify([list(), inner.lines])).not.toContain('081234567890');
    expect(inner.lines[0]).toMatchObject({ level: 'info', message: 'opened' });
  });
});
