import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/node-system.ts';
import { openDrawer } from '../../../src/main/printing/open-drawer.ts';
import type { LineOutcome, PrinterLine } from '../../../src/main/printing/printer-line.ts';
import { drawerKick } from '../../../src/main/printing/render/render.ts';
import { stripDrawerKick } from '../../../src/main/printing/render/strip-drawer-kick.ts';
import { PrinterSetting } from '../../../src/shared/domain/printer.ts';
import { aJob, aTcpPrinter, queueTo, receiptBytes } from '../../support/print-queue.ts';

const soon = { timeout: 30_000, interval: 5 };
const withKick = Buffer.concat([drawerKick('escpos'), receiptBytes]);
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

it.each([
  ['asked for just now opens the drawer', 0, withKick],
  ['that waited for an hour is printed, and leaves the drawer shut', 3_600_000, receiptBytes],
])('a slip %s', async (_, waitedMs, expected) => {
  const printer = await aTcpPrinter();
  const { book, queue, state } = await queueTo({ till: printer.port });
  await book.add({ ...aJob('late', 'till'), payload: withKick }, ago(waitedMs));
  await queue.wake('till');
  await vi.waitFor(async () => expect(await state('late')).toBe('confirmed'), soon);
  expect(printer.jobs.map(({ bytes }) => bytes.equals(expected))).toEqual([true]);
});

it('a late slip without such a command, and a page, stay as they are', () => {
  for (const payload of [
    { format: 'escpos' as const, bytes: receiptBytes },
    { format: 'page' as const, bytes: drawerKick('escpos') },
  ]) {
    expect(stripDrawerKick(payload, 3_600_000)).toEqual(payload);
  }
});

/** A drawer on a printer that is busy for as long as it is not let go. */
async function behindASlip(line: PrinterLine) {
  const { queue } = await queueTo({ till: line });
  const setting = PrinterSetting.parse({
    id: 'till',
    name: 'Kasir',
    transport: { kind: 'tcp', host: '127.0.0.1' },
    columns: 32,
    drawer: 'by_hand',
  });
  const desk = { queue, printers: { line: () => line }, ports: { clock: systemClock } };
  return { queue, press: (withinMs: number) => openDrawer(desk, setting, withinMs) };
}

it('a drawer behind a slip that takes its time stays shut, also afterwards', async () => {
  const kicked = vi.fn<() => void>();
  const { queue, press } = await behindASlip({
    send: async (): Promise<LineOutcome> => {
      kicked();
      return { kind: 'sent', confirmed: false };
    },
  });
  const busy = Promise.withResolvers<void>();
  const slip = queue.between('till', () => busy.promise);
  expect(await press(50)).toBe(false);
  busy.resolve();
  await slip;
  await queue.between('till', async () => {});
  expect(kicked).not.toHaveBeenCalled();
  expect(await press(5000)).toBe(true);
});

it('a drawer whose printer says too late how it is stays shut', async () => {
  const kicked = vi.fn<() => void>();
  const asked = Promise.withResolvers<void>();
  const { queue, press } = await behindASlip({
    send: async (_, leave): Promise<LineOutcome> => {
      await asked.promise;
      await leave();
      kicked();
      return { kind: 'sent', confirmed: false };
    },
  });
  expect(await press(50)).toBe(false);
  asked.resolve();
  await queue.between('till', async () => {});
  expect(kicked).not.toHaveBeenCalled();
});
