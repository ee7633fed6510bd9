import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/clock-and-random.ts';
import { findPrinters } from '../../../../src/main/printing/find-printers.ts';
import { cupsQueues, cupsTransport, mayTakeCommands } from '../../../../src/main/printing/transports/cups.ts';
import { appWorld } from '../../../support/app-world.ts';
import { aSocketPrinter, type CupsDaemon, noCups, startCups } from '../../../support/cups-daemon.ts';
import { temporaryFolder } from '../../../support/database-files.ts';
import { receiptBytes } from '../../../support/print-queue.ts';

const slip = { format: 'escpos' as const, bytes: receiptBytes };
const may = () => vi.fn<() => Promise<void>>(async () => {});
const quick = { taken: 5000, ended: 600, cancelled: 5000 };
const printerOf = (name: string, limits = quick) =>
  cupsTransport(systemClock, { id: 'depan', name, language: 'escpos' }, limits);

describe('a printer of CUPS', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
    const before = { ...process.env };
    process.env['PATH'] = `${folder}${delimiter}${before['PATH'] ?? ''}`;
    // Nothing reports what becomes of a job.
    process.env['CUPS_SERVER'] = join(folder, 'none.sock');
    onTestFinished(() => {
      process.env['PATH'] = before['PATH'];
      if (before['CUPS_SERVER'] === undefined) delete process.env['CUPS_SERVER'];
      else process.env['CUPS_SERVER'] = before['CUPS_SERVER'];
    });
    queues({ till: 'socket://127.0.0.1:9100' });
    command('lp', `printf '%s\\n' "$@" > ${folder}/arguments; cat > ${folder}/printed`);
  });
  const command = (name: string, does: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${does}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  const queues = (devices: Readonly<Record<string, string>>, more: readonly string[] = []): void => {
    const lines = Object.entries(devices).map(([name, device]) => `device for ${name}: ${device}`);
    writeFileSync(join(folder, 'queues'), [...lines, ...more, ''].join('\n'));
    command('lpstat', `[ "$1" = -e ] || cat ${folder}/queues`);
  };

  it('is given every byte as it is, and no more is said than that it was sent', async () => {
    const leave = may();
    expect(await printerOf('till').send(slip, leave)).toEqual({ kind: 'sent', confirmed: false });
    expect(readFileSync(join(folder, 'printed')).equals(receiptBytes)).toBe(true);
    expect(readFileSync(join(folder, 'arguments'), 'utf8')).toBe(
      `-d\ntill\n-t\nKonter ${process.pid} depan\n-o\nraw\n`,
    );
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('is one argument, whatever its name', async () => {
    const name = `till;touch\${IFS}${folder}/broken`;
    queues({ [name]: 'usb://x' });
    await printerOf(name).send(slip, may());
    expect(readFileSync(join(folder, 'arguments'), 'utf8').split('\n')[1]).toBe(name);
    expect(existsSync(join(folder, 'broken'))).toBe(false);
  });

  it.each([
    ['that CUPS does not know', 'echo "device for other: usb://x"', 'no_such_printer'],
    ['of a CUPS without printers', 'echo "lpstat: No destinations added." >&2; exit 1', 'no_such_printer'],
    ['of a CUPS that does not run', 'echo "lpstat: Scheduler is not running." >&2; exit 1', 'no_print_system'],
    ['that prints pages only', 'echo "device for till: ipp://office.local/ipp/print"', 'pages_only'],
    ['that CUPS has only discovered', 'if [ "$1" = -e ]; then echo till; fi', 'pages_only'],
    ['that is a PDF file', 'echo "device for till: cups-pdf:/"', 'pages_only'],
  ])('%s holds the job back: nothing has left', async (_, does, reason) => {
    command('lpstat', does);
    const leave = may();
    expect(await printerOf('till').send(slip, leave)).toEqual({ kind: 'blocked', reason });
    expect(leave).not.toHaveBeenCalled();
  });

  it.each([
    ['refuses', 'cat > /dev/null; exit 1'],
    ['ends without reading', 'exit 1'],
    ['is killed', 'kill -9 $$'],
  ])('leaves it unknown when lp %s', async (_, does) => {
    command('lp', does);
    expect(await printerOf('till').send(slip, may())).toEqual({ kind: 'unknown', reason: 'system_refused' });
  });

  it('certainly has printed nothing when its queue is closed at that moment', async () => {
    command('lp', `cat > /dev/null; echo 'lp: Destination "till" is not accepting jobs.' >&2; exit 1`);
    expect(await printerOf('till').send(slip, may())).toEqual({ kind: 'failed', reason: 'queue_rejects' });
  });

  it('leaves it unknown when lp does not end', async () => {
    command('lp', 'exec sleep 60');
    expect(await printerOf('till', { ...quick, taken: 100 }).send(slip, may())).toEqual({
      kind: 'unknown',
      reason: 'no_answer',
    });
  });

  it('is sent nothing that could not be written down', async () => {
    const leave = () => Promise.reject(new Error('disk'));
    await expect(printerOf('till').send(slip, leave)).rejects.toThrow('disk');
    expect(existsSync(join(folder, 'printed')) && readFileSync(join(folder, 'printed')).length > 0).toBe(false);
  });
});

describe.skipIf(noCups !== null)('a running CUPS', { timeout: 120_000 }, () => {
  it('prints a slip once, byte by byte, and says that it was sent', async () => {
    const [cups, printer] = [await startCups(), await aSocketPrinter()];
    cups.queue('till', printer.device);
    expect(await printerOf('till', { ...quick, ended: 20_000 }).send(slip, may())).toEqual({
      kind: 'sent',
      confirmed: false,
    });
    expect(printer.taken().equals(receiptBytes)).toBe(true);
  });

  it('holds a slip back for a stopped queue, a rejecting one and a driverless printer', async () => {
    const [cups, printer] = [await startCups(), await aSocketPrinter()];
    for (const name of ['stopped', 'rejecting']) cups.queue(name, printer.device);
    cups.queue('everywhere', 'ipp://127.0.0.1:9/ipp/print');
    cups.run('cupsdisable', 'stopped');
    cups.run('cupsreject', 'rejecting');
    const leave = may();
    const reasons = [];
    for (const name of ['stopped', 'rejecting', 'everywhere']) reasons.push(await printerOf(name).send(slip, leave));
    expect(reasons).toEqual([
      { kind: 'blocked', reason: 'queue_stopped' },
      { kind: 'blocked', reason: 'queue_rejects' },
      { kind: 'blocked', reason: 'pages_only' },
    ]);
    expect(leave).not.toHaveBeenCalled();
    expect(cups.run('lpstat', '-W', 'all', '-o')).toBe('');
    expect(printer.taken()).toHaveLength(0);
  });

  it('offers the queues that may print slips, and no driverless one', async () => {
    const cups = await startCups();
    cups.queue('till', 'socket://127.0.0.1:9');
    cups.queue('everywhere', 'ipp://127.0.0.1:9/ipp/print');
    expect((await cupsQueues())?.filter(mayTakeCommands).map(({ name }) => name)).toEqual(['till']);
    const printers = await findPrinters(systemClock, false);
    expect(printers.filter(({ transport }) => transport.kind === 'system').map(({ name }) => name)).toEqual(['till']);
  });

  it('whose queue is stopped while the job waits in it has printed nothing, and prints nothing later', async () => {
    const [cups, printer] = [await startCups(), await aSocketPrinter()];
    cups.queue('till', printer.device);
    const leave = async () => void cups.run('cupsdisable', 'till');
    expect(await printerOf('till').send(slip, leave)).toEqual({ kind: 'failed', reason: 'queue_stopped' });
    cups.run('cupsenable', 'till');
    expect(await printerOf('till', { ...quick, ended: 20_000 }).send(slip, may())).toMatchObject({ kind: 'sent' });
    expect(printer.taken().equals(receiptBytes)).toBe(true);
  });

  it('whose printer is off has nothing left to print by itself when the printer is on again', async () => {
    const [cups, printer] = [await startCups(), await aSocketPrinter()];
    cups.queue('till', printer.device);
    await printer.switchOff();
    const till = printerOf('till', { ...quick, ended: 2000 });
    for (let press = 1; press <= 2; press += 1) {
      expect(await till.send(slip, may())).toEqual({ kind: 'unknown', reason: 'unreachable' });
      expect(cups.run('lpstat', '-W', 'not-completed', '-o')).toBe('');
    }
    await printer.switchOn();
    expect(await printerOf('till', { ...quick, ended: 20_000 }).send(slip, may())).toMatchObject({ kind: 'sent' });
    expect(printer.taken().equals(receiptBytes)).toBe(true);
  });

  it('that does not cancel a job is sent no other, until it has', async () => {
    const [cups, printer] = [await startCups(), await aSocketPrinter()];
    cups.queue('till', printer.device);
    const [folder, path] = [temporaryFolder(), process.env['PATH'] ?? ''];
    onTestFinished(() => void (process.env['PATH'] = path));
    writeFileSync(join(folder, 'cancel'), '#!/bin/sh\n');
    chmodSync(join(folder, 'cancel'), 0o755);
    process.env['PATH'] = `${folder}${delimiter}${path}`;
    const till = printerOf('till', { taken: 5000, ended: 300, cancelled: 300 });
    const stop = async () => void cups.run('cupsdisable', 'till');
    expect(await till.send(slip, stop)).toEqual({ kind: 'unknown', reason: 'not_cancelled' });
    cups.run('cupsreject', 'till');
    const leave = may();
    expect(await till.send(slip, leave)).toEqual({ kind: 'blocked', reason: 'not_cancelled' });
    expect(leave).not.toHaveBeenCalled();
    process.env['PATH'] = path;
    expect(await till.send(slip, leave)).toEqual({ kind: 'blocked', reason: 'queue_rejects' });
    expect(cups.run('lpstat', '-W', 'not-completed', '-o')).toBe('');
    expect(printer.taken()).toHaveLength(0);
  });

  it('cancels what a counter that has ended left in the queue, and nothing of another program', async () => {
    const [cups, printer] = [await startCups(), await aSocketPrinter()];
    cups.queue('till', printer.device);
    cups.run('cupsdisable', 'till');
    const { pid } = spawnSync('true');
    const file = join(temporaryFolder(), 'slip');
    writeFileSync(file, 'left');
    // Of a run that has ended, of this one's same printer, of a counter that runs, of another program.
    for (const title of [
      `Konter ${pid} depan`,
      `Konter ${process.pid} depan`,
      `Konter ${process.ppid} depan`,
      'Letter',
    ]) {
      cups.run('lp', '-d', 'till', '-t', title, '-o', 'raw', file);
    }
    await printerOf('till').clear();
    expect(cups.run('lpstat', '-W', 'not-completed', '-o').match(/till-\d+/g)).toEqual(['till-3', 'till-4']);
    expect(printer.taken()).toHaveLength(0);
  });

  it('has nothing left to print of the run before, once a counter has started', async () => {
    const cups = await startCups();
    cups.queue('till', 'socket://127.0.0.1:9');
    cups.run('cupsdisable', 'till');
    const first = await appWorld();
    const till = {
      id: 'depan',
      name: 'Depan',
      transport: { kind: 'system' as const, name: 'till' },
      columns: 32 as const,
    };
    expect((await first.call('settings.save', { printers: [till] })).ok).toBe(true);
    await first.app.close();
    const file = join(temporaryFolder(), 'slip');
    writeFileSync(file, 'left');
    cups.run('lp', '-d', 'till', '-t', `Konter ${spawnSync('true').pid} depan`, '-o', 'raw', file);
    await appWorld({ dataDir: first.dataDir });
    await vi.waitFor(() => expect(cups.run('lpstat', '-W', 'not-completed', '-o')).toBe(''), { timeout: 10_000 });
  });

  it('leaves no job behind of an lp that hangs once it has handed the slip over', async () => {
    const [cups, printer] = [await startCups(), await aSocketPrinter()];
    cups.queue('till', printer.device);
    const [folder, path] = [temporaryFolder(), process.env['PATH'] ?? ''];
    onTestFinished(() => void (process.env['PATH'] = path));
    const lp = path
      .split(delimiter)
      .map((each) => join(each, 'lp'))
      .find((each) => existsSync(each));
    writeFileSync(join(folder, 'lp'), `#!/bin/sh\n${lp} "$@" > /dev/null; exec sleep 60\n`);
    chmodSync(join(folder, 'lp'), 0o755);
    process.env['PATH'] = `${folder}${delimiter}${path}`;
    const stop = async () => void cups.run('cupsdisable', 'till');
    const sent = await printerOf('till', { ...quick, taken: 1500 }).send(slip, stop);
    expect(sent).toEqual({ kind: 'unknown', reason: 'no_answer' });
    expect(cups.run('lpstat', '-W', 'not-completed', '-o')).toBe('');
    expect(printer.taken()).toHaveLength(0);
  });

  const cancelled = async (waitFor: 'till-1' | 'now printing', before: (cups: CupsDaemon) => void) => {
    const cups = await startCups();
    // Nobody listens there: CUPS goes on trying.
    cups.queue('till', 'socket://127.0.0.1:9');
    const sending = printerOf('till', { ...quick, ended: 20_000 }).send(slip, async () => before(cups));
    await vi.waitFor(() => expect(cups.run('lpstat', '-o', '-p')).toContain(waitFor), { timeout: 10_000 });
    cups.run('cancel', 'till-1');
    return sending;
  };

  it('a job that is cancelled before it began is certainly not printed', async () => {
    const outcome = await cancelled('till-1', (cups) => void cups.run('cupsdisable', 'till'));
    expect(outcome).toEqual({ kind: 'failed', reason: 'cancelled_by_system' });
  });

  it('a job that is cancelled after it began is not taken for printed', async () => {
    const outcome = await cancelled('now printing', () => undefined);
    expect(outcome).toEqual({ kind: 'unknown', reason: 'cancelled_by_system' });
  });
});
