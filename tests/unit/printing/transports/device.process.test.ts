import { execFileSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { closeSync, createReadStream, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/clock-and-random.ts';
import { deviceTransport } from '../../../../src/main/printing/transports/device.ts';
import { temporaryFolder } from '../../../support/database-files.ts';
import { receiptBytes } from '../../../support/print-queue.ts';

const slip = { format: 'escpos' as const, bytes: receiptBytes };
const may = () => vi.fn<() => Promise<void>>(async () => {});

describe('a printer that is a file of this machine', () => {
  const pipe = (): string => {
    const path = join(temporaryFolder(), 'lp0');
    execFileSync('mkfifo', [path]);
    return path;
  };

  /** Reads a pipe while the work is done, and answers all that came. */
  async function readDuring(path: string, work: () => Promise<void>): Promise<Buffer> {
    // A reader that is there from the start, and a writer until the end.
    const held = openSync(path, 'r+');
    const reading = createReadStream(path, { highWaterMark: 4096 });
    await once(reading, 'open');
    const came: Buffer[] = [];
    const all = (async () => {
      for await (const chunk of reading) came.push(Buffer.from(chunk));
    })();
    await work();
    closeSync(held);
    await all;
    return Buffer.concat(came);
  }

  it.each([
    ['a slip', receiptBytes],
    ['more than it takes at once', Uint8Array.from({ length: 300_000 }, (_, at) => at % 251)],
  ])('is given every byte of %s once', async (_, bytes) => {
    const path = pipe();
    const came = await readDuring(path, async () => {
      const outcome = await deviceTransport(systemClock, { path, language: 'escpos' }).send(
        { format: 'escpos', bytes },
        may(),
      );
      expect(outcome).toEqual({ kind: 'sent', confirmed: false });
    });
    expect(came.equals(bytes)).toBe(true);
  });

  it.each([
    ['is not there', () => join(temporaryFolder(), 'lp0'), 'unreachable'],
    ['is an ordinary file', () => __filename, 'not_a_printer'],
    ['is a folder', temporaryFolder, 'not_a_printer'],
  ])('that %s holds the job back, and nothing is made or written', async (_, where, reason) => {
    const path = where();
    const before = existsSync(path) ? readdirOrText(path) : null;
    const leave = may();
    expect(await deviceTransport(systemClock, { path, language: 'escpos' }).send(slip, leave)).toEqual({
      kind: 'blocked',
      reason,
    });
    expect(leave).not.toHaveBeenCalled();
    expect(existsSync(path) ? readdirOrText(path) : null).toEqual(before);
  });
  const readdirOrText = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return 'folder';
    }
  };

  it('that nobody reads from holds the job back, however often it is tried, and names are still looked up', async () => {
    const line = deviceTransport(systemClock, { path: pipe(), language: 'escpos' });
    for (let tries = 0; tries < 8; tries += 1) {
      expect(await line.send(slip, may())).toEqual({ kind: 'blocked', reason: 'unreachable' });
    }
    expect((await lookup('localhost')).address).not.toBe('');
  });

  it('that stops taking bytes leaves each job unknown, and names are still looked up', async () => {
    const path = pipe();
    // Opened for both, a pipe has a reader that never reads.
    const held = openSync(path, 'r+');
    onTestFinished(() => closeSync(held));
    const bytes = new Uint8Array(1024 * 1024);
    const line = deviceTransport(systemClock, { path, language: 'escpos' }, 50);
    for (let jobs = 0; jobs < 6; jobs += 1) {
      expect(await line.send({ format: 'escpos', bytes }, may())).toEqual({ kind: 'unknown', reason: 'not_taken' });
    }
    expect((await lookup('localhost')).address).not.toBe('');
  });
});
