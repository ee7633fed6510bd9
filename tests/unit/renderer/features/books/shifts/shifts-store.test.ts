import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  printShift,
  readOlderShifts,
  refreshShifts,
  useShifts,
} from '../../../../../../src/renderer/features/books/shifts/shifts-store.ts';
import type { Konter } from '../../../../../../src/shared/contract/bridge.ts';
import type { Shift } from '../../../../../../src/shared/domain/shift.ts';

const at = '2026-03-02T03:00:00.000Z';
const shift = (number: number, open = false): Shift => ({
  number,
  day: '2026-03-02',
  openedAt: at,
  openedBy: 'cashier',
  opening: 200_000,
  openingCount: null,
  carried: null,
  closed: open ? null : { at, by: 'cashier', counted: 250_000, count: null, expected: 250_000, difference: 0 },
});

describe('the list of shifts', () => {
  const current = vi.fn<Konter['shifts']['current']>();
  const list = vi.fn<Konter['shifts']['list']>();
  const print = vi.fn<Konter['shifts']['print']>();
  beforeEach(() => {
    vi.stubGlobal('window', { konter: { shifts: { current, list, print } } });
    useShifts.setState(useShifts.getInitialState(), true);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('keeps older ones that were read when it is read again, in order and once each', async () => {
    current.mockResolvedValue({ ok: true, value: { shift: shift(61, true), required: true } });
    const newest = Array.from({ length: 50 }, (_, n) => shift(61 - n, n === 0));
    list.mockResolvedValueOnce({ ok: true, value: { shifts: newest } });
    await refreshShifts();
    expect(useShifts.getState()).toMatchObject({ current: { number: 61 }, required: true, more: true });
    list.mockResolvedValueOnce({ ok: true, value: { shifts: [shift(11), shift(10)] } });
    await readOlderShifts();
    expect(list).toHaveBeenLastCalledWith({ limit: 50, before: 12 });
    list.mockResolvedValueOnce({ ok: true, value: { shifts: newest } });
    await refreshShifts();
    const { closed, more } = useShifts.getState();
    expect(closed.map(({ number }) => number)).toEqual(Array.from({ length: 51 }, (_, n) => 60 - n));
    expect(more).toBe(false);
  });

  it('shows what it last knew when main does not answer, and says why', async () => {
    current.mockResolvedValue({ ok: true, value: { shift: shift(2, true), required: false } });
    list.mockResolvedValueOnce({ ok: true, value: { shifts: [shift(2, true), shift(1)] } });
    await refreshShifts();
    list.mockResolvedValueOnce({ ok: false, error: { code: 'internal', message: '', reason: 'disk_failed' } });
    await refreshShifts();
    expect(useShifts.getState()).toMatchObject({ current: { number: 2 }, error: { reason: 'disk_failed' } });
    expect(useShifts.getState().closed).toHaveLength(1);
  });

  it('prints a report once where the key is pressed twice, and again once it is printed', async () => {
    print.mockResolvedValue({ ok: true, value: { via: 'system', url: null, text: '' } });
    await Promise.all([printShift(1), printShift(1)]);
    expect(print).toHaveBeenCalledTimes(1);
    await printShift(1);
    expect(print).toHaveBeenCalledTimes(2);
  });

  it('ends the counting of a shift that was closed in another window', async () => {
    useShifts.setState({ closing: true });
    current.mockResolvedValue({ ok: true, value: { shift: null, required: false } });
    list.mockResolvedValueOnce({ ok: true, value: { shifts: [shift(1)] } });
    await refreshShifts();
    expect(useShifts.getState().closing).toBe(false);
  });

  it('counts again where another shift was opened in another window, and goes on counting the same one', async () => {
    useShifts.setState({ current: shift(1, true), closing: true });
    current.mockResolvedValue({ ok: true, value: { shift: shift(1, true), required: false } });
    list.mockResolvedValue({ ok: true, value: { shifts: [shift(1, true)] } });
    await refreshShifts();
    expect(useShifts.getState().closing).toBe(true);
    current.mockResolvedValue({ ok: true, value: { shift: shift(2, true), required: false } });
    list.mockResolvedValue({ ok: true, value: { shifts: [shift(2, true), shift(1)] } });
    await refreshShifts();
    expect(useShifts.getState().closing).toBe(false);
  });
});
