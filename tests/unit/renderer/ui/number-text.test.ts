import { describe, expect, it } from 'vitest';
import {
  bareNumber,
  caretIn,
  isNumberSeparator,
  likelyCash,
  realCharacters,
} from '../../../../src/renderer/ui/number-text.ts';
import { cashShortfall, changeDue } from '../../../../src/shared/domain/cash.ts';
import { groupCustomerNo } from '../../../../src/shared/domain/customer-no.ts';
import { readAmount } from '../../../../src/shared/domain/entry.ts';

describe('amounts as a cashier types them', () => {
  it.each([
    ['', null],
    ['Rp', null],
    ['12000', 12_000],
    ['12.500', 12_500],
    ['20rb', 20_000],
    ['20k', 20_000],
    ['20 ribu', 20_000],
    ['Rp12.000', 12_000],
    ['Rp 12.000,00', 12_000],
    ['12.000,', 12_000],
    ['12,000', 12_000],
    ['100000000', 100_000_000],
    ['100000001', null],
  ])('reads %j as %j', (typed, amount) => {
    expect(readAmount(typed)).toBe(amount);
  });

  it('offers round sums above the total, least first', () => {
    expect(likelyCash(12_000)).toEqual([15_000, 20_000, 50_000, 100_000]);
    expect(likelyCash(307_500)).toEqual([310_000, 320_000, 350_000, 400_000]);
  });

  it.each([
    [6500, [10_000, 20_000, 50_000, 100_000]],
    [22_000, [25_000, 30_000, 40_000, 50_000, 100_000]],
    [50_000, [60_000, 100_000]],
    [52_000, [55_000, 60_000, 100_000]],
    [100_000, []],
    [152_500, [155_000, 160_000, 200_000]],
  ])('always offers the notes of 50.000 and 100.000 above %j', (total, sums) => {
    expect(likelyCash(total)).toEqual(sums);
  });

  it('counts change and what is short, exact cash being neither', () => {
    expect([changeDue(12_000, 20_000), cashShortfall(12_000, 20_000)]).toEqual([8000, 0]);
    expect([changeDue(12_000, 10_000), cashShortfall(12_000, 10_000)]).toEqual([0, 2000]);
    expect([changeDue(12_000, null), cashShortfall(12_000, null)]).toEqual([0, 0]);
  });
});

describe('numbers as a cashier types them', () => {
  it('keeps digits, letters and a plus, and shows them in groups of four', () => {
    expect(bareNumber('+62 812-3456.7890')).toBe('+6281234567890');
    expect(groupCustomerNo('081234567890')).toBe('0812 3456 7890');
  });

  it('leaves the caret behind the same digit when the groups move', () => {
    // "0812 3456" with a 9 typed behind the 2: the caret was at 5, behind five digits.
    const typed = '08129 3456';
    const before = realCharacters(typed, 5, isNumberSeparator);
    expect(before).toBe(5);
    const shown = groupCustomerNo(bareNumber(typed));
    expect(shown.slice(0, caretIn(shown, before, isNumberSeparator))).toBe('0812 9');
  });
});
