import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/node-system.ts';
import { cupsTransport } from '../../../../src/main/printing/transports/cups.ts';
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
