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

describe('shifts in two windows', () => {
  const seqOf = async (world: AppWorld): Promise<number> => (await world.call('journal.chainHead')).value.seq;

  it('of two windows that open a shift at the same moment one does, and the other is told', async () => {
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

  it('of two windows that close one shift at the same moment one does: one Z, and the other is told that its count is not kept', async () => {
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
    await world.call('shifts.open', { counted: 20_000 });
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
    const ask = { amount: 20_000, reason: 'uang kecil', known: 0 };
    const both = await Promise.all([world.call('shifts.payIn', ask), world.call('shifts.payIn', ask)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.call('shifts.payOut', ask)).toMatchObject({
      error: { code: 'not_allowed', reason: 'moved_meanwhile' },
    });
    expect(await world.call('shifts.payOut', { ...ask, known: 1 })).toMatchObject({ ok: true });
    expect((await world.call('shifts.report')).value.moves).toHaveLength(2);
  });
});
