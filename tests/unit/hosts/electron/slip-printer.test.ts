import { describe, expect, it, vi } from 'vitest';
import {
  type SlipPrinterParts,
  type SlipPrintOptions,
  slipPrinter,
  slipPrintOptions,
} from '../../../../src/main/hosts/electron/slip-printer.ts';

const job = { saleId: 'a', copy: 1, html: '<p>slip</p>', paper: '58' } as const;
const never = (): Promise<never> => new Promise(() => {});

function printer(answer: () => Promise<string | null>, parts: Partial<SlipPrinterParts> = {}) {
  const print = vi.fn<(options: SlipPrintOptions) => Promise<string | null>>(answer);
  const discard = vi.fn<() => void>();
  const layOut = vi.fn<SlipPrinterParts['layOut']>(async () => ({ height: async () => 300, print, discard }));
  const port = slipPrinter({ printers: async () => ['POS-58'], layOut, deadline: never, ...parts });
  return { port, print, discard, layOut };
}

describe('slipPrinter', () => {
  it('lays the slip out, hands it to the named printer without a dialog, and lets go of it', async () => {
    const { port, print, discard, layOut } = printer(async () => null);
    expect(await port.print(job, 'POS-58')).toEqual({ kind: 'handed_over' });
    expect(layOut).toHaveBeenCalledWith('<p>slip</p>');
    expect(print).toHaveBeenCalledWith(slipPrintOptions('58', 300, 'POS-58'));
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('prints on no other printer when the named one is gone', async () => {
    const { port, layOut } = printer(async () => null);
    expect(await port.print(job, 'Gone')).toMatchObject({ kind: 'failed' });
    expect(layOut).not.toHaveBeenCalled();
  });

  it('says what the printing system says', async () => {
    const { port, discard } = printer(async () => 'Print job canceled');
    expect(await port.print(job, 'POS-58')).toEqual({ kind: 'failed', reason: 'Print job canceled' });
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('gives up on a printing system that never answers, and lets go of the slip', async () => {
    const { port, discard } = printer(never, { deadline: async () => {} });
    expect(await port.print(job, 'POS-58')).toMatchObject({ kind: 'unknown' });
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Partial<SlipPrinterParts>]>([
    ['be listed', { printers: () => Promise.reject(new Error('spooler')) }],
    ['be laid out', { layOut: () => Promise.reject(new Error('window')) }],
  ])('says for certain that nothing was handed over when it cannot even %s', async (_, parts) => {
    const { port, print } = printer(async () => null, parts);
    expect(await port.print(job, 'POS-58')).toMatchObject({ kind: 'failed' });
    expect(print).not.toHaveBeenCalled();
  });

  it('does not say so when it breaks while it is handed over', async () => {
    const { port, discard } = printer(() => Promise.reject(new Error('driver')));
    await expect(port.print(job, 'POS-58')).rejects.toThrow('driver');
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('waits for a person as long as they take', async () => {
    const person = Promise.withResolvers<null>();
    const { port } = printer(() => person.promise, { deadline: async () => {} });
    const printing = port.print(job, null);
    await new Promise(setImmediate);
    person.resolve(null);
    expect(await printing).toEqual({ kind: 'handed_over' });
  });
});

describe('slipPrintOptions', () => {
  it.each([
    ['58', 58_000],
    ['80', 80_000],
  ] as const)('makes the page of a %s mm roll as long as the slip, in microns', (paper, width) => {
    // 960 px are ten inches, and 8 mm stay blank for the cutter.
    expect(slipPrintOptions(paper, 960, 'P').pageSize).toEqual({ width, height: 254_000 + 8_000 });
    expect(slipPrintOptions(paper, 0, 'P').pageSize.height).toBe(30_000);
  });

  it('prints a sheet as A4 with the margins of its style, however little is on it', () => {
    expect(slipPrintOptions('a4', 10, 'P').pageSize).toEqual({ width: 210_000, height: 297_000 });
    expect(slipPrintOptions('a4', 10, 'P').margins).toEqual({ marginType: 'default' });
  });

  it('asks with a dialog, and names no printer, when none is chosen', () => {
    expect(slipPrintOptions('58', 1, null)).toMatchObject({ silent: false });
    expect(slipPrintOptions('58', 1, null)).not.toHaveProperty('deviceName');
    expect(slipPrintOptions('58', 1, 'P')).toMatchObject({ silent: true, deviceName: 'P' });
  });
});
