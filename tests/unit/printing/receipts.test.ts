import { describe, expect, it, vi } from 'vitest';
import { type AppWorld, appWorld } from '../../support/app-world.ts';

describe('receipts.*', () => {
  async function paidBill(world: AppWorld): Promise<string> {
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    return (await world.call('pay', { id: bill.value.id })).value.id;
  }

  it('the first print is the original, every later one says which copy it is', async () => {
    const world = await appWorld();
    const id = await paidBill(world);
    const copies = [];
    for (let n = 0; n < 3; n += 1) copies.push((await world.call('receipts.print', { id })).value.copy);
    expect(copies).toEqual([1, 2, 3]);
    expect(world.printed.map(({ html }) => /SALINAN KE-\d/.exec(html)?.[0])).toEqual([
      undefined,
      'SALINAN KE-2',
      'SALINAN KE-3',
    ]);
    expect(await world.call('transactions.get', { id })).toMatchObject({ value: { prints: 3 } });
  });

  it('a preview is the slip as it would be printed now, and changes nothing', async () => {
    const world = await appWorld();
    const id = await paidBill(world);
    const sale = await world.call('transactions.get', { id });
    expect((await world.call('receipts.preview', { id })).value.text).not.toContain('SALINAN');
    expect(await world.call('transactions.get', { id })).toEqual(sale);
    await world.call('receipts.print', { id });
    expect((await world.call('receipts.preview', { id })).value.text).toContain('SALINAN KE-2');
  });

  it('a print that broke while the system had it may be on paper: a person is asked, and the next one is a copy', async () => {
    const world = await appWorld({ print: () => Promise.reject(new Error('driver')) });
    const id = await paidBill(world);
    expect(await world.call('receipts.print', { id })).toMatchObject({
      error: { reason: 'not_printed', transaction: { prints: 1, state: 'success' } },
    });
    expect((await world.call('prints.list', { open: true })).value.jobs).toMatchObject([{ state: 'unknown', copy: 1 }]);
    expect((await world.call('receipts.preview', { id })).value.copy).toBe(2);
  });

  it('a print that the printer did not take is not counted', async () => {
    const world = await appWorld({ print: async () => ({ kind: 'failed', reason: 'no paper' }) });
    const id = await paidBill(world);
    expect(await world.call('receipts.print', { id })).toMatchObject({
      ok: false,
      error: { code: 'internal', reason: 'not_printed', transaction: { prints: 0, state: 'success' } },
    });
    const types = (await world.call('transactions.timeline', { id })).value.map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['receipt.print_requested', 'receipt.print_failed']);
  });

  it('a page that prints by itself is given the address of the slip', async () => {
    const world = await appWorld({ print: async () => ({ kind: 'page', url: '/slips/abc' }) });
    const id = await paidBill(world);
    expect(await world.call('receipts.print', { id })).toEqual({
      ok: true,
      value: { copy: 1, via: 'page', url: '/slips/abc' },
    });
  });

  it('a slip that is no proof is not counted, and the proof printed later is the original', async () => {
    const world = await appWorld();
    const ordered = await world.call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
    const { id } = ordered.value;
    await world.call('receipts.print', { id });
    expect(world.printed[0]?.html).toContain('SEDANG DIPROSES');
    await vi.waitFor(async () => expect((await world.call('transactions.get', { id })).value.state).toBe('success'), {
      timeout: 30_000,
    });
    expect(await world.call('receipts.print', { id })).toMatchObject({ value: { copy: 1 } });
    expect(world.printed[1]?.html).not.toContain('SALINAN');
  });

  it('every slip of training says that it is not valid', async () => {
    const world = await appWorld();
    const id = await paidBill(world);
    const { text, html } = (await world.call('receipts.preview', { id })).value;
    expect(text).toContain('LATIHAN - TIDAK SAH');
    expect(text).not.toContain('BUKTI PEMBAYARAN YANG SAH');
    expect(html).toContain('LATIHAN - TIDAK SAH');
  });

  it('a slip of nothing is not found', async () => {
    const world = await appWorld();
    expect(await world.call('receipts.preview', { id: 'x' })).toMatchObject({ error: { code: 'not_found' } });
    expect(await world.call('receipts.print', { id: 'x' })).toMatchObject({ error: { code: 'not_found' } });
  });
});
