import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../src/main/base/system/clock-and-random.ts';
import { cupsTransport } from '../../../../src/main/printing/transports/cups.ts';
import { deviceTransport } from '../../../../src/main/printing/transports/device.ts';
import { type HostPrinter, hostTransport, pageBytes } from '../../../../src/main/printing/transports/transport.ts';
import { receiptBytes } from '../../../support/print-queue.ts';

const slip = { format: 'escpos' as const, bytes: receiptBytes };
const may = () => vi.fn<() => Promise<void>>(async () => {});

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
  ])('whose system says %j', async (answer, outcome) => {
    const print = vi.fn<HostPrinter['print']>(async () => answer);
    expect(await hostTransport({ print }, 'Office').send(job, may())).toEqual(outcome);
    expect(print).toHaveBeenCalledWith(page, 'Office');
  });
});

it.each([
  ['network', cupsTransport(systemClock, { id: 'depan', name: 'till', language: 'starprnt' })],
  ['device', deviceTransport(systemClock, { path: '/dev/null', language: 'starprnt' })],
])('bytes of another language than the printer’s now are held back (%s)', async (_, line) => {
  expect(await line.send(slip, may())).toEqual({ kind: 'blocked', reason: 'printer_changed' });
});
