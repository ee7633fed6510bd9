import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { openDrawer } from '../../../src/main/printing/cash-drawer.ts';
import { stripDrawerKick } from '../../../src/main/printing/print-queue.ts';
import type { PrinterTransport, SendOutcome } from '../../../src/main/printing/transports/transport.ts';
import { drawerKick } from '../../../src/main/printing/transports/transport.ts';
import { PrinterSetting } from '../../../src/shared/domain/printer.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { aJob, aTcpPrinter, queueTo, receiptBytes } from '../../support/print-queue.ts';
import { decodeEscPos } from '../../support/printer-decoder/escpos.ts';
import { deadPort, type TcpPrinter } from '../../support/tcp-printer.ts';

const soon = { timeout: 30_000, interval: 5 };
const withKick = Buffer.concat([drawerKick('escpos'), receiptBytes]);
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** A drawer on a printer that is busy for as long as it is not let go. */
async function behindASlip(transport: PrinterTransport) {
  const { queue } = await queueTo({ till: transport });
  const setting = PrinterSetting.parse({
    id: 'till',
    name: 'Kasir',
    transport: { kind: 'tcp', host: '127.0.0.1' },
    columns: 32,
    drawer: 'by_hand',
  });
  const deps = { queue, printers: { transport: () => transport }, ports: { clock: systemClock } };
  return { queue, press: (withinMs: number) => openDrawer(deps, setting, withinMs) };
}

const cash = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 };

async function shopWithDrawer(port: number): Promise<AppWorld> {
  const world = await appWorld();
  await setDrawer(world, port, 'with_cash');
  return world;
}

async function setDrawer(world: AppWorld, port: number, drawer: 'by_hand' | 'with_cash'): Promise<void> {
  const transport = { kind: 'tcp' as const, host: '127.0.0.1', port };
  const till = { id: 'till', name: 'Kasir', transport, columns: 32 as const, drawer };
  const saved = await world.call('settings.save', { printers: [till], defaultPrinter: 'till' });
  expect(saved.ok).toBe(true);
}

const drawerEvents = async (world: AppWorld, id: string): Promise<string[]> =>
  (await world.call('transactions.timeline', { id })).value
    .map(({ type }) => type)
    .filter((type) => type.startsWith('drawer.'));
const kicks = (printer: TcpPrinter): number =>
  printer.jobs.flatMap(({ bytes }) => decodeEscPos(bytes)).filter(({ type }) => type === 'drawer').length;

describe('the cash drawer', () => {
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

  it('a drawer behind a slip that takes its time stays shut, also afterwards', async () => {
    const kicked = vi.fn<() => void>();
    const { queue, press } = await behindASlip({
      send: async (): Promise<SendOutcome> => {
        kicked();
        return { kind: 'sent', confirmed: false };
      },
    });
    const busy = Promise.withResolvers<void>();
    const slip = queue.runExclusive('till', () => busy.promise);
    expect(await press(50)).toBe(false);
    busy.resolve();
    await slip;
    await queue.runExclusive('till', async () => {});
    expect(kicked).not.toHaveBeenCalled();
    expect(await press(5000)).toBe(true);
  });

  it('a drawer whose printer says too late how it is stays shut', async () => {
    const kicked = vi.fn<() => void>();
    const statusAsked = Promise.withResolvers<void>();
    const { queue, press } = await behindASlip({
      send: async (_, leave): Promise<SendOutcome> => {
        await statusAsked.promise;
        await leave();
        kicked();
        return { kind: 'sent', confirmed: false };
      },
    });
    expect(await press(50)).toBe(false);
    statusAsked.resolve();
    await queue.runExclusive('till', async () => {});
    expect(kicked).not.toHaveBeenCalled();
  });

  it('the drawer opens once for the cash of a sale, with the reason in its log, whatever is asked again', async () => {
    const printer = await aTcpPrinter();
    const world = await shopWithDrawer(printer.port);
    const sale = (await world.call('order', cash)).value;
    await vi.waitFor(() => expect(kicks(printer)).toBe(1), soon);
    expect(await drawerEvents(world, sale.id)).toEqual(['drawer.kicked']);
    // A second window presses the same, and the page asks how it stands.
    expect((await world.call('order', cash)).ok).toBe(false);
    await world.call('transactions.get', { id: sale.id });

    const bill = (await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).value;
    const tendered = bill.total ?? 0;
    const pays = await Promise.all([
      world.call('pay', { id: bill.id, tendered }),
      world.call('pay', { id: bill.id, tendered }),
    ]);
    expect(pays.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await world.call('pay', { id: bill.id, tendered })).ok).toBe(false);
    await vi.waitFor(() => expect(kicks(printer)).toBe(2), soon);
    expect(await drawerEvents(world, bill.id)).toEqual(['drawer.kicked']);
    expect(await drawerEvents(world, sale.id)).toEqual(['drawer.kicked']);
    expect((await world.call('journal.verify')).value.flaw).toBeNull();
  });

  it('without cash, with a refusal, and where the owner wants a button, it stays shut', async () => {
    const printer = await aTcpPrinter();
    const world = await shopWithDrawer(printer.port);
    const { tendered: _none, ...withoutCash } = cash;
    const sold = [
      (await world.call('order', { ...withoutCash, payments: [{ method: 'qris', amount: 12_000 }] })).value,
      (await world.call('order', { ...cash, customerNo: '0800000000231' })).error.transaction,
    ];
    await setDrawer(world, printer.port, 'by_hand');
    sold.push((await world.call('order', { ...cash, customerNo: '081234567891' })).value);
    for (const sale of sold) expect(await drawerEvents(world, sale.id)).toEqual([]);
    expect(kicks(printer)).toBe(0);
  });

  it('a printer that is gone keeps no sale waiting, and the log says that the drawer stayed shut', async () => {
    const world = await shopWithDrawer(await deadPort());
    const sold = await world.call('order', cash);
    expect(sold).toMatchObject({ ok: true, value: { tendered: 20_000, change: 8000 } });
    await vi.waitFor(
      async () => expect(await drawerEvents(world, sold.value.id)).toEqual(['drawer.kicked', 'drawer.not_opened']),
      soon,
    );
  });
});
