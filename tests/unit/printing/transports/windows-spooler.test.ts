import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/clock-and-random.ts';
import { type Spooler, spoolerTransport } from '../../../../src/main/printing/transports/windows-spooler.ts';
import { receiptBytes } from '../../../support/print-queue.ts';

const slip = { format: 'escpos' as const, bytes: receiptBytes };
const may = () => vi.fn<() => Promise<void>>(async () => {});

describe('a printer of Windows', () => {
  const spooler = (options: Partial<Record<'RAW' | 'XPS_PASS' | 'end', boolean>> & { takes?: number | null } = {}) => {
    const taken: Buffer[] = [];
    const types: string[] = [];
    const fake: Spooler = {
      open: async (name) =>
        name === 'till'
          ? {
              startDoc: async (type) => {
                types.push(type);
                return options[type] ?? true;
              },
              write: async (bytes) => {
                const { takes = bytes.length } = options;
                if (takes !== null) taken.push(Buffer.from(bytes.subarray(0, takes)));
                return takes === null ? null : Math.min(takes, bytes.length);
              },
              endDoc: async () => options.end ?? true,
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
    async (failures) => {
      expect(await line(spooler(failures).load).send(slip, may())).toEqual({
        kind: 'unknown',
        reason: 'system_refused',
      });
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
