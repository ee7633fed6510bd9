import { describe, expect, it } from 'vitest';
import { type AppWorld, appWorld } from '../../support/app-world.ts';

describe('a note about a difference', () => {
  it('is kept beside the Z report, which stays as it was, until the next shift is closed', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 100_000 });
    const early = await world.call('shifts.explain', { number: 1, note: 'belum ditutup' });
    expect(early).toMatchObject({ error: { code: 'not_allowed', reason: 'shift_not_last' } });
    const { value: closed } = await world.call('shifts.close', { counted: 98_000 });
    expect(closed.notes).toEqual([]);
    const { value: noted } = await world.call('shifts.explain', { number: 1, note: 'salah kembalian' });
    expect(noted).toEqual({ ...closed, notes: [expect.objectContaining({ text: 'salah kembalian' })] });
    await world.call('shifts.open', { counted: 98_000 });
    expect((await world.call('shifts.explain', { number: 1, note: 'uangnya ketemu' })).ok).toBe(true);
    await world.call('shifts.close', { counted: 98_000 });
    expect(await world.call('shifts.explain', { number: 1, note: 'terlambat' })).toMatchObject({
      error: { reason: 'shift_not_last' },
    });
    const { value: report } = await world.call('shifts.report', { number: 1 });
    expect(report.notes.map(({ text }) => text)).toEqual(['salah kembalian', 'uangnya ketemu']);
    expect((await world.call('shifts.report', { number: 2 })).value.notes).toEqual([]);
    expect((await world.call('journal.verify')).value.flaw).toBeNull();
  });
});

describe('cash between two shifts', () => {
  it('is compared with the last count, asked about, and named on both reports, both papers and in the list', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 50_000 });
    expect((await world.call('shifts.report')).value.shift.carried).toBeNull();
    await world.call('shifts.close', { counted: 100_000 });
    const carried = { expected: 100_000, difference: -40_000 };
    const refused = { ok: false, error: { code: 'not_allowed', reason: 'opening_differs', carried } };
    expect(await world.call('shifts.open', { counted: 60_000 })).toMatchObject(refused);
    const other = { counted: 60_000, accept: { difference: -30_000, reason: 'salah baca' } };
    expect(await world.call('shifts.open', other)).toMatchObject(refused);
    expect((await world.call('shifts.current')).value.shift).toBeNull();
    const seen = { counted: 60_000, accept: { difference: -40_000, reason: 'diambil pemilik' } };
    expect((await world.call('shifts.open', seen)).value).toMatchObject({ number: 2, opening: 60_000, carried });
    const { value: x } = await world.call('shifts.report');
    expect(x).toMatchObject({ kind: 'x', shift: { carried }, notes: [{ text: 'diambil pemilik' }] });
    const paper = async () => (await world.call('shifts.print', { number: 2 })).value.text.replaceAll(/\s+/g, ' ');
    expect(await paper()).toContain('SELISIH UANG AWAL -Rp40.000');
    expect(await paper()).not.toContain('100.000');
    const { value: z } = await world.call('shifts.close', { counted: 60_000 });
    expect(z).toMatchObject({ kind: 'z', shift: { carried, closed: { difference: 0 } } });
    expect(z.notes).toMatchObject([{ text: 'diambil pemilik' }]);
    expect(await paper()).toContain('Dari hitungan lalu Rp100.000 SELISIH UANG AWAL -Rp40.000');
    expect((await world.call('shifts.list')).value.shifts[0]).toMatchObject({ carried });
    expect((await world.call('journal.verify')).value.flaw).toBeNull();
  });

  it('counts what was sold without a shift, and asks nothing where the drawer is as it was left', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 0 });
    await world.call('shifts.close', { counted: 50_000 });
    const sale = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 };
    expect((await world.call('order', sale)).ok).toBe(true);
    expect(await world.call('shifts.open', { counted: 50_000 })).toMatchObject({
      error: { reason: 'opening_differs', carried: { expected: 62_000, difference: -12_000 } },
    });
    const { value } = await world.call('shifts.open', { counted: 62_000 });
    expect(value).toMatchObject({ opening: 62_000, carried: { expected: 62_000, difference: 0 } });
    expect((await world.call('shifts.report')).value.notes).toEqual([]);
  });

  it('counts a sale that says nothing of its payment: it is all in cash, in a shift and without one', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 0 });
    await world.call('shifts.close', { counted: 50_000 });
    const sale = { productCode: 'TSEL10', sellingPrice: 12_000 };
    expect((await world.call('order', { ...sale, customerNo: '081234567890' })).ok).toBe(true);
    expect(await world.call('shifts.open', { counted: 50_000 })).toMatchObject({
      error: { reason: 'opening_differs', carried: { expected: 62_000, difference: -12_000 } },
    });
    await world.call('shifts.open', { counted: 62_000 });
    expect((await world.call('order', { ...sale, customerNo: '081234567891' })).ok).toBe(true);
    const { value: bill } = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    expect(await world.call('pay', { id: bill.id })).toMatchObject({ ok: true, value: { tendered: bill.total } });
    const { value: report } = await world.call('shifts.close', { counted: 74_000 + (bill.total ?? 0) });
    expect(report.shift.closed?.difference).toBe(0);
  });
});

describe('what is to be handed back', () => {
  const failing = { productCode: 'FAILEDNOW10', sellingPrice: 12_000 };

  it('is one sum in the status and in both reports of a shift, with the change of a sale and of a list; the count has neither', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 100_000 });
    await world.call('order', { ...failing, customerNo: '081200000023', tendered: 50_000 });
    const line = (productCode: string, customerNo: string) => ({ productCode, customerNo, sellingPrice: 12_000 });
    const lines = [line('FAILEDNOW10', '081200000041'), line('SUCCESSNOW10', '081200000042')];
    const { value: batch } = await world.call('batches.create', { lines, tendered: 50_000 });
    await expect.poll(async () => (await world.call('batches.get', { id: batch.id })).value.state).toBe('finished');

    const { value: status } = await world.call('status');
    expect(status.moneyToReturn).toEqual({ count: 2, amount: 24_000 });
    // 38.000 of the sale, and 26.000 of the list.
    expect(status.changeToReturn).toBe(64_000);
    const toReturn = { cash: 24_000, other: 0, change: 64_000 };
    const { value: x } = await world.call('shifts.report');
    expect(x).toMatchObject({ kind: 'x', toReturn });
    const { value: printed } = await world.call('shifts.print');
    expect(printed.text).toMatch(/HARUS DIKEMBALIKAN +\**Rp88\.000/);

    const { value: z } = await world.call('shifts.close', { counted: 136_000 });
    expect(z).toMatchObject({ kind: 'z', toReturn, cash: { expected: 136_000 }, shift: { closed: { difference: 0 } } });
    const { value: owed } = await world.call('transactions.search', { only: 'cashToReturn' });
    for (const { id } of owed.items) await world.call('transactions.cashReturned', { id });
    expect((await world.call('status')).value).toMatchObject({ moneyToReturn: { count: 0 }, changeToReturn: 0 });
    // A report of a closed shift stays as it is.
    expect((await world.call('shifts.report', { number: 1 })).value.toReturn).toEqual(toReturn);
  });

  it('names what was not paid in cash, which no drawer has', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 0 });
    const payments = [
      { method: 'qris' as const, amount: 7000 },
      { method: 'cash' as const, amount: 5000 },
    ];
    await world.call('order', { ...failing, customerNo: '081200000023', payments });
    const { value: x } = await world.call('shifts.report');
    expect(x.toReturn).toEqual({ cash: 5000, other: 7000, change: 0 });
  });
});

describe('shifts in two windows', () => {
  const seqOf = async (world: AppWorld): Promise<number> => (await world.call('journal.chainHead')).value.seq;

  it('of two windows that open a shift at the same moment one does, and the other is notified', async () => {
    const world = await appWorld();
    const before = await seqOf(world);
    const both = await Promise.all([
      world.call('shifts.open', { counted: 100_000 }),
      world.call('shifts.open', { counted: 90_000 }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const [won, lost] = both[0].ok ? both : both.toReversed();
    expect(lost).toMatchObject({ error: { code: 'not_allowed', reason: 'shift_open' } });
    expect((await world.call('shifts.current')).value.shift).toEqual(won?.value);
    expect((await world.call('shifts.list')).value.shifts).toHaveLength(1);
    expect(await seqOf(world)).toBe(before + 1);
  });

  it('of two windows that close one shift at the same moment one does: one Z, and the other is notified that its count is not kept', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 100_000 });
    const before = await seqOf(world);
    const both = await Promise.all([
      world.call('shifts.close', { counted: 99_000, number: 1 }),
      world.call('shifts.close', { counted: 98_000, number: 1 }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const [won, lost] = both[0].ok ? both : both.toReversed();
    expect(lost).toMatchObject({ error: { code: 'not_allowed', reason: 'shift_closed' } });
    expect((await world.call('shifts.report', { number: 1 })).value).toEqual(won?.value);
    expect(await seqOf(world)).toBe(before + 1);
    expect((await world.call('journal.verify')).value.flaw).toBeNull();
  });

  it('a count of one shift closes no other one that was opened meanwhile', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 100_000 });
    await world.call('shifts.close', { counted: 100_000, number: 1 });
    await world.call('shifts.open', { counted: 20_000, accept: { difference: -80_000, reason: 'disetor' } });
    const late = await world.call('shifts.close', { counted: 100_000, number: 1 });
    expect(late).toMatchObject({ error: { code: 'not_allowed', reason: 'shift_closed' } });
    expect((await world.call('shifts.current')).value.shift).toMatchObject({ number: 2, closed: null });
    expect(await world.call('shifts.close', { counted: 1, number: 9 })).toMatchObject({
      error: { reason: 'no_shift_open' },
    });
    expect((await world.call('shifts.close', { counted: 20_000 })).value).toMatchObject({
      kind: 'z',
      shift: { number: 2 },
    });
  });
});

describe('cash put in or taken out', () => {
  it('is recorded once, where the answer was lost and the page asks again', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 100_000 });
    const input = { amount: 20_000, reason: 'uang kecil', known: 0 };
    const both = await Promise.all([world.call('shifts.payIn', input), world.call('shifts.payIn', input)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.call('shifts.payOut', input)).toMatchObject({
      error: { code: 'not_allowed', reason: 'moved_meanwhile' },
    });
    expect(await world.call('shifts.payOut', { ...input, known: 1 })).toMatchObject({ ok: true });
    expect((await world.call('shifts.report')).value.moves).toHaveLength(2);
  });
});
