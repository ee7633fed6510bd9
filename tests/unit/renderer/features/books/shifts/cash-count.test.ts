import { describe, expect, it } from 'vitest';
import {
  countedOf,
  differenceLook,
  isTooMuch,
  notCounted,
} from '../../../../../../src/renderer/features/books/shifts/cash-count.ts';
import { messages as id } from '../../../../../../src/renderer/i18n/id/messages.ts';
import { Translation } from '../../../../../../src/renderer/i18n/translation.ts';

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

  it('says when it is more than a drawer holds, or no amount', () => {
    expect(isTooMuch(1_000_000_000)).toBe(false);
    expect(isTooMuch(countedOf({ ...notCounted, pieces: { 100_000: 60_000 } }) ?? 0)).toBe(true);
    expect(isTooMuch(countedOf({ ...notCounted, pieces: { 100_000: Number.NaN } }) ?? 0)).toBe(true);
    expect(isTooMuch(countedOf({ ...notCounted, by: 'amount', amount: Number.NaN }) ?? 0)).toBe(true);
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
