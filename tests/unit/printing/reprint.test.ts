import { describe, expect, it, vi } from 'vitest';
import { appWorld } from '../../support/app-world.ts';
import { aTcpPrinter } from '../../support/print-queue.ts';

describe('a print button pressed twice', () => {
  const soon = { timeout: 30_000, interval: 5 };

  async function outOfPaper() {
    const printer = await aTcpPrinter({ answers: 'paper_out' });
    const world = await appWorld({
      // A quicker webhook can overtake the order's own answer on a busy machine.
      practicePace: 1,
      env: { KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` },
    });
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    const { id } = (await world.call('pay', { id: bill.value.id })).value;
    const press = () => world.call('receipts.print', { id, unlessWaiting: true });
    const jobs = async () => (await world.call('prints.list', { saleId: id })).value.jobs;
    return { ...world, printer, id, press, jobs };
  }

  it('a button pressed again while the slip waits answers with what waits, in any window, and one paper comes', async () => {
    const { printer, press, jobs, call, id } = await outOfPaper();
    const told = await Promise.all([press(), press(), press()]);
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'blocked' }]), soon);
    told.push(await press());
    expect(new Set(told.map(({ value }) => value.job?.id)).size).toBe(1);
    expect(told.map(({ value }) => value.copy)).toEqual([1, 1, 1, 1]);
    printer.behaviour.answers = 'ready';
    await press();
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'confirmed' }]), soon);
    expect(printer.jobs).toHaveLength(1);
    expect((await call('transactions.get', { id })).value.prints).toBe(1);
    // Printed by now, it is a copy that is asked for.
    expect((await press()).value.copy).toBe(2);
  });

  it('one more copy is still to be had while the first waits, and the limit counts it', async () => {
    const { press, call, id } = await outOfPaper();
    await call('settings.save', { copiesLimit: 0, supervisorPin: { next: '2468' } });
    expect((await press()).value.copy).toBe(1);
    expect((await press()).value.copy).toBe(1);
    expect(await call('receipts.print', { id })).toMatchObject({ error: { reason: 'copies_limit' } });
    expect((await call('receipts.print', { id, pin: '2468' })).value.copy).toBe(2);
  });

  it('a slip that waits on one printer is no reason not to print on another, nor a slip that is no proof', async () => {
    const { press, jobs, call, id, printer } = await outOfPaper();
    await press();
    expect((await call('receipts.print', { id, paper: '58', unlessWaiting: true })).value.copy).toBe(2);
    const { value: ordered } = await call('order', {
      productCode: 'TSEL10',
      customerNo: '081234567890',
      allowCutOff: true,
    });
    expect(ordered.state).toBe('pending');
    const pending = (await call('receipts.print', { id: ordered.id, unlessWaiting: true })).value;
    await vi.waitFor(
      async () => expect((await call('transactions.get', { id: ordered.id })).value.state).toBe('success'),
      soon,
    );
    const proof = (await call('receipts.print', { id: ordered.id, unlessWaiting: true })).value;
    expect(proof.job?.id).not.toBe(pending.job?.id);
    expect(proof.copy).toBe(1);
    expect(await jobs()).toHaveLength(2);
    expect(printer.jobs).toHaveLength(0);
  });
});
