import { execFileSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { chmodSync, closeSync, createReadStream, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/node-system.ts';
import { cupsTransport } from '../../../../src/main/printing/transports/cups.ts';
import { deviceTransport } from '../../../../src/main/printing/transports/device.ts';
import { type HostPrinter, hostTransport, pageBytes } from '../../../../src/main/printing/transports/host-printer.ts';
import { type Spooler, spoolerTransport } from '../../../../src/main/printing/transports/windows-spooler.ts';
import { temporaryFolder } from '../../../support/database-files.ts';
import { receiptBytes } from '../../../support/print-queue.ts';

const slip = { format: 'escpos' as const, bytes: receiptBytes };
const may = () => vi.fn<() => Promise<void>>(async () => {});

describe('a printer of CUPS', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
    const before = process.env['PATH'] ?? '';
    process.env['PATH'] = `${folder}${delimiter}${before}`;
    onTestFinished(() => void (process.env['PATH'] = before));
    command('lpstat', `printf 'till\\nother one\\n'`);
    command('lp', `printf '%s\\n' "$@" > ${folder}/arguments; cat > ${folder}/printed`);
  });
  const command = (name: string, does: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`);
    chmodSync(join(folder, name), 0o755);
  };

  it('is given every byte as it is, and no more is said than that it was sent', async () => {
    const leave = may();
    expect(await cupsTransport(systemClock, { name: 'till', language: 'escpos' }).send(slip, leave)).toEqual({
      kind: 'sent',
      confirmed: false,
    });
    expect(readFileSync(join(folder, 'printed')).equals(receiptBytes)).toBe(true);
    expect(readFileSync(join(folder, 'arguments'), 'utf8')).toBe('-d\ntill\n-o\nraw\n');
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('is one argument, whatever its name', async () => {
    command('lpstat', `echo 'till; touch ${folder}/broken $(id)'`);
    const name = `till; touch ${folder}/broken $(id)`;
    await cupsTransport(systemClock, { name, language: 'escpos' }).send(slip, may());
    expect(readFileSync(join(folder, 'arguments'), 'utf8').split('\n')[1]).toBe(name);
    expect(existsSync(join(folder, 'broken'))).toBe(false);
  });

  it.each([
    ['that CUPS does not know', 'lpstat', 'echo other', 'no_such_printer'],
    ['of a CUPS without printers', 'lpstat', 'exit 1', 'no_such_printer'],
    ['of a CUPS that does not run', 'lpstat', 'echo broken; exit 1', 'no_print_system'],
  ])('%s holds the job back: nothing has left', async (_, name, does, reason) => {
    command(name, does);
    const leave = may();
    expect(await cupsTransport(systemClock, { name: 'till', language: 'escpos' }).send(slip, leave)).toEqual({
      kind: 'blocked',
      reason,
    });
    expect(leave).not.toHaveBeenCalled();
  });

  it.each([
    ['refuses', 'cat > /dev/null; exit 1'],
    ['ends without reading', 'exit 1'],
    ['is killed', 'kill -9 $$'],
  ])('leaves it unknown when lp %s', async (_, does) => {
    command('lp', does);
    expect(await cupsTransport(systemClock, { name: 'till', language: 'escpos' }).send(slip, may())).toEqual({
      kind: 'unknown',
      reason: 'system_refused',
    });
  });

  it('leaves it unknown when lp does not end', async () => {
    command('lp', 'exec sleep 60');
    expect(await cupsTransport(systemClock, { name: 'till', language: 'escpos' }, 100).send(slip, may())).toEqual({
      kind: 'unknown',
      reason: 'not_taken',
    });
  });

  it('is sent nothing that could not be written down', async () => {
    const leave = () => Promise.reject(new Error('disk'));
    await expect(cupsTransport(systemClock, { name: 'till', language: 'escpos' }).send(slip, leave)).rejects.toThrow(
      'disk',
    );
    expect(existsSync(join(folder, 'printed')) && readFileSync(join(folder, 'printed')).length > 0).toBe(false);
  });
});

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
      for await (const part of reading) came.push(Buffer.from(part));
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

describe('a printer of Windows', () => {
  const spooler = (given: Partial<Record<'RAW' | 'XPS_PASS' | 'end', boolean>> & { takes?: number | null } = {}) => {
    const taken: Buffer[] = [];
    const types: string[] = [];
    const fake: Spooler = {
      open: async (name) =>
        name === 'till'
          ? {
              startDoc: async (type) => {
                types.push(type);
                return given[type] ?? true;
              },
              write: async (bytes) => {
                const { takes = bytes.length } = given;
                if (takes !== null) taken.push(Buffer.from(bytes.subarray(0, takes)));
                return takes === null ? null : Math.min(takes, bytes.length);
              },
              endDoc: async () => given.end ?? true,
              close: async () => {},
            }
          : null,
    };
    return { load: async () => fake, taken, types };
  };
  const line = (load: () => Promise<Spooler>, name = 'till') =>
    spoolerTransport(systemClock, { name, language: 'escpos' }, load);

  it('is given every byte, also where it takes some at a time', async () => {
    const { load, taken, types } = spooler({ takes: 100 });
    expect(await line(load).send(slip, may())).toEqual({ kind: 'sent', confirmed: false });
    expect(Buffer.concat(taken).equals(receiptBytes)).toBe(true);
    expect(types).toEqual(['RAW']);
  });

  it('with a driver of type 4 is spoken to by its other name', async () => {
    const { load, types } = spooler({ RAW: false });
    expect(await line(load).send(slip, may())).toMatchObject({ kind: 'sent' });
    expect(types).toEqual(['RAW', 'XPS_PASS']);
  });

  it.each([{ RAW: false, XPS_PASS: false }, { takes: null }, { takes: 0 }, { end: false }])(
    'that fails half-way (%j) leaves the job unknown',
    async (given) => {
      expect(await line(spooler(given).load).send(slip, may())).toEqual({ kind: 'unknown', reason: 'system_refused' });
    },
  );

  it('that is not there, or without a spooler, holds the job back', async () => {
    const leave = may();
    expect(await line(spooler().load, 'gone').send(slip, leave)).toEqual({
      kind: 'blocked',
      reason: 'no_such_printer',
    });
    const none = () => Promise.reject(new Error('no winspool'));
    expect(await line(none).send(slip, leave)).toEqual({ kind: 'blocked', reason: 'no_print_system' });
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('a printer that pages are laid out for', () => {
  const page = { html: '<p>struk</p>', paper: '58' as const, saleId: 'a', copy: 2 };
  const job = { format: 'page' as const, bytes: pageBytes(page) };

  it.each([
    [{ kind: 'handed_over' as const }, { kind: 'sent', confirmed: false }],
    [
      { kind: 'failed' as const, reason: 'no paper' },
      { kind: 'failed', reason: 'refused' },
    ],
    [{ kind: 'unknown' as const }, { kind: 'unknown', reason: 'not_taken' }],
    [
      { kind: 'page' as const, url: '/x' },
      { kind: 'failed', reason: 'no_print_system' },
    ],
  ])('whose system says %j', async (said, outcome) => {
    const print = vi.fn<HostPrinter['print']>(async () => said);
    expect(await hostTransport({ print }, 'Office').send(job, may())).toEqual(outcome);
    expect(print).toHaveBeenCalledWith(page, 'Office');
  });
});

it.each([
  ['network', cupsTransport(systemClock, { name: 'till', language: 'starprnt' })],
  ['device', deviceTransport(systemClock, { path: '/dev/null', language: 'starprnt' })],
])('bytes of another language than the printer’s now are held back (%s)', async (_, line) => {
  expect(await line.send(slip, may())).toEqual({ kind: 'blocked', reason: 'printer_changed' });
});
