import { describe, expect, it } from 'vitest';
import {
  countedOf,
  differenceLook,
  isTooMuch,
  notCounted,
} from '../../../../../../src/renderer/features/books/shifts/cash-count.ts';
import { messages as id } from '../../../../../../src/renderer/i18n/id/messages.ts';
import { Translation } from '../../../../../../src/renderer/i18n/translation.ts';

const sum = (count: Parameters<typeof countedOf>[0]): number | null => countedOf(count, 'free')?.counted ?? null;

describe('counting the drawer', () => {
  it('adds up notes and coins; a drawer that nobody looked at is not an empty one', () => {
    expect(sum(notCounted)).toBeNull();
    expect(sum({ ...notCounted, pieces: { 100_000: 3, 2000: 4 }, coins: 1500 })).toBe(309_500);
    expect(sum({ ...notCounted, pieces: { 1000: 0 } })).toBe(0);
    expect(sum({ ...notCounted, coins: 500 })).toBe(500);
    expect(sum({ ...notCounted, pieces: { 100_000: null } })).toBeNull();
  });

  it('takes the amount alone where it is given alone, whatever was counted by notes before', () => {
    expect(sum({ ...notCounted, by: 'amount', pieces: { 100_000: 3 }, amount: 0 })).toBe(0);
    expect(sum({ ...notCounted, by: 'amount', pieces: { 100_000: 3 } })).toBeNull();
    expect(countedOf({ ...notCounted, by: 'amount', amount: 7000 }, 'free')).toEqual({ counted: 7000 });
  });

  it('counts coins by the piece, and nothing else, where the shop wants that', () => {
    const typed = { ...notCounted, pieces: { 100_000: 1, 500: 3, 100: 2 }, coins: 9000, amount: 5000 };
    const count = { pieces: { 100_000: 1, 500: 3, 100: 2 }, coins: 0 };
    expect(countedOf(typed, 'pieces')).toEqual({ counted: 101_700, count });
    expect(countedOf({ ...typed, by: 'amount' }, 'pieces')).toEqual({ counted: 101_700, count });
    expect(countedOf(typed, 'free')).toEqual({ counted: 109_000, count: { pieces: { 100_000: 1 }, coins: 9000 } });
    expect(countedOf({ ...notCounted, coins: 9000 }, 'pieces')).toBeNull();
  });

  it('says when it is more than a drawer holds, or no amount', () => {
    expect(isTooMuch(1_000_000_000)).toBe(false);
    expect(isTooMuch(sum({ ...notCounted, pieces: { 100_000: 60_000 } }) ?? 0)).toBe(true);
    expect(isTooMuch(sum({ ...notCounted, pieces: { 100_000: Number.NaN } }) ?? 0)).toBe(true);
    expect(isTooMuch(sum({ ...notCounted, by: 'amount', amount: Number.NaN }) ?? 0)).toBe(true);
  });
});

describe('the difference', () => {
  it('differs in word, shape and colour: exact, short, over, not counted', () => {
    const words = new Translation('id', id);
    const looks = [0, -5000, 2000, null].map((difference) => differenceLook(words.t, difference));
    expect(looks.map(({ text }) => text)).toEqual(['Pas', 'Kurang Rp5.000', 'Lebih Rp2.000', 'Tidak dihitung']);
    expect(new Set(looks.map(({ tone }) => tone)).size).toBe(4);
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(4);
  });
});
