import { describe, expect, it, vi } from 'vitest';
import { appWorld } from '../../support/app-world.ts';
import { aTcpPrinter, queueTo } from '../../support/print-queue.ts';

const soon = { timeout: 30_000, interval: 10 };
/** Succeeds, and is taken back by the provider some seconds later. */
const reversed = '0800000000108';

describe('a stale receipt', () => {
  it('a proof that waited while its sale was disputed is not printed any more, and does not count', async () => {
    const printer = await aTcpPrinter({ answers: 'paper_out' });
    const { call } = await appWorld({ env: { KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` } });
    const { id } = (await call('order', { productCode: 'TSEL10', customerNo: reversed, allowCutOff: true })).value;
    const sale = async () => (await call('transactions.get', { id })).value;
    await vi.waitFor(async () => expect((await sale()).state).toBe('success'), soon);
    const told = (await call('receipts.print', { id })).value;
    expect(told.copy).toBe(1);
    await vi.waitFor(async () => expect((await sale()).state).toBe('disputed'), soon);
    printer.behaviour.answers = 'ready';
    await call('printers.tryNow');
    const jobs = async () => (await call('prints.list', { saleId: id })).value.jobs;
    await vi.waitFor(
      async () => expect(await jobs()).toMatchObject([{ state: 'failed', reason: 'sale_changed' }]),
      soon,
    );
    expect(printer.jobs).toHaveLength(0);
    const proofs = (await call('transactions.timeline', { id })).value.filter(({ type }) =>
      type.startsWith('receipt.print_'),
    );
    expect(proofs.map(({ type, actor }) => [type, actor])).toEqual([
      ['receipt.print_requested', 'cashier'],
      ['receipt.print_failed', 'system'],
    ]);
    expect((await sale()).prints).toBe(0);
    // What is printed now says what the sale is now.
    await call('receipts.print', { id });
    await vi.waitFor(() => expect(printer.jobs).toHaveLength(1), soon);
    expect(printer.jobs[0]?.bytes.toString('latin1')).toContain('DALAM PEMERIKSAAN');
  });

  it('a slip that is stale while the printer is asked how it is, is not sent', async () => {
    let changed = false;
    const sent = vi.fn<() => void>();
    const { print, state, reason } = await queueTo(
      {
        till: {
          send: async (_, leave) => {
            changed = true;
            await leave();
            sent();
            return { kind: 'sent', confirmed: false };
          },
        },
      },
      { checkStale: async () => (changed ? 'sale_changed' : null) },
    );
    const id = await print('till');
    await vi.waitFor(async () => expect(await state(id)).toBe('failed'), soon);
    expect(await reason(id)).toBe('sale_changed');
    expect(sent).not.toHaveBeenCalled();
  });
});
