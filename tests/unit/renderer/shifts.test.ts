import { createInstance } from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  countedOf,
  differenceLook,
  isTooMuch,
  notCounted,
  readPieces,
} from '../../../src/renderer/features/books/shifts/cash-count.ts';
import { readOlderShifts, refreshShifts, useShifts } from '../../../src/renderer/features/books/shifts/shifts-store.ts';
import { messages as id } from '../../../src/renderer/i18n/id/messages.ts';
import type { Konter } from '../../../src/shared/contract/bridge.ts';
import type { Shift } from '../../../src/shared/domain/shift.ts';

const at = '2026-03-02T03:00:00.000Z';
const shift = (number: number, open = false): Shift => ({
  number,
  day: '2026-03-02',
  openedAt: at,
  openedBy: 'cashier',
  opening: 200_000,
  closed: open ? null : { at, by: 'cashier', counted: 250_000, expected: 250_000, difference: 0 },
});

describe('counting the drawer', () => {
  it('adds up notes and coins; a drawer that nobody looked at is not an empty one', () => {
    expect(countedOf(notCounted)).toBeNull();
    expect(countedOf({ ...notCounted, pieces: { 100_000: 3, 2000: 4 }, coins: 1500 })).toBe(309_500);
    expect(countedOf({ ...notCounted, pieces: { 1000: 0 } })).toBe(0);
    expect(countedOf({ ...notCounted, coins: 500 })).toBe(500);
    expect(countedOf({ ...notCounted, pieces: { 100_000: null } })).toBeNull();
  });

  it('takes the amount alone where it is given alone, whatever was counted by notes before', () => {
    expect(countedOf({ ...notCounted, by: 'amount', pieces: { 100_000: 3 }, amount: 0 })).toBe(0);
    expect(countedOf({ ...notCounted, by: 'amount', pieces: { 100_000: 3 } })).toBeNull();
  });

  it('reads pieces as digits only, and says when it is more than a drawer holds', () => {
    expect(readPieces('')).toBeNull();
    expect(readPieces('1.2x')).toBe(12);
    expect(isTooMuch(100_000_000)).toBe(false);
    expect(isTooMuch(countedOf({ ...notCounted, pieces: { 100_000: 99_999 } }) ?? 0)).toBe(false);
    expect(isTooMuch(countedOf({ ...notCounted, pieces: { 100_000: 99_999_999 } }) ?? 0)).toBe(true);
  });
});

describe('the difference', () => {
  it('differs in word, shape and colour: exact, short, over, not counted', async () => {
    const words = createInstance();
    await words.init({ lng: 'id', resources: { id: { translation: id } }, nsSeparator: false });
    const looks = [0, -5000, 2000, null].map((difference) => differenceLook(words.t, difference));
    expect(looks.map(({ text }) => text)).toEqual(['Pas', 'Kurang Rp5.000', 'Lebih Rp2.000', 'Tidak dihitung']);
    expect(new Set(looks.map(({ tone }) => tone)).size).toBe(4);
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(4);
  });
});

describe('the list of shifts', () => {
  const current = vi.fn<Konter['shifts']['current']>();
  const list = vi.fn<Konter['shifts']['list']>();
  beforeEach(() => {
    vi.stubGlobal('window', { konter: { shifts: { current, list } } });
    useShifts.setState(useShifts.getInitialState(), true);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('keeps older ones that were read when it is read anew, in order and once each', async () => {
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

  it('ends the counting of a shift that was closed in another window', async () => {
    useShifts.setState({ closing: true });
    current.mockResolvedValue({ ok: true, value: { shift: null, required: false } });
    list.mockResolvedValueOnce({ ok: true, value: { shifts: [shift(1)] } });
    await refreshShifts();
    expect(useShifts.getState().closing).toBe(false);
  });

  it('counts anew where another shift was opened in another window, and goes on counting the same one', async () => {
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
