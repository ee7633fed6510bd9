import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editText, likelyCash, shownPosition, splitName } from '../../../../src/renderer/ui/number-text.ts';
import { cashShortfall, changeDue } from '../../../../src/shared/domain/cash.ts';
import {
  type EntryStep,
  keptAmount,
  keptEntry,
  readAmount,
  shownAmount,
  shownEntry,
} from '../../../../src/shared/domain/entry.ts';
import { digits } from '../../../support/fake-system.ts';

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
    ['12.000,-', 12_000],
    ['12.000,=', 12_000],
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

/** A field as GroupedInput keeps it. */
interface FieldRules {
  display: (text: string) => string;
  keep: (text: string) => string;
}
const entryField = (step: EntryStep): FieldRules => ({
  display: (text) => shownEntry(text, step),
  keep: (text) => keptEntry(text, step),
});
const fields: readonly FieldRules[] = [
  ...(['customerNo', 'product', 'price', 'tendered'] as const).map(entryField),
  { display: shownAmount, keep: keptAmount },
];

/** Types one key after another where the caret is; `late`: the caret jumps to the end, as when a key comes before it is put back. */
function typeKeys({ display, keep }: FieldRules, keys: string, isLate = false): string {
  let [text, caret] = ['', 0];
  for (const key of keys) {
    const before = display(text);
    const at = isLate ? before.length : shownPosition(text, before, caret);
    const edited = editText(text, before, before.slice(0, at) + key + before.slice(at), at + 1);
    text = keep(edited.text);
    caret = text.length - keep(edited.text.slice(edited.caret)).length;
  }
  return text;
}

describe('digits as a cashier types or scans them', () => {
  it('come out of any field as they went in, in any number up to twenty', () => {
    fc.assert(
      fc.property(digits(1, 20), fc.constantFrom(...fields), fc.boolean(), (typed, field, isLate) => {
        expect(typeKeys(field, typed, isLate)).toBe(typed);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['6281298700002', '520000000002', '12345678'])('%j at the cash stays as it is', (typed) => {
    expect(typeKeys(entryField('tendered'), typed)).toBe(typed);
  });

  it('keep what is typed between them', () => {
    expect(typeKeys(entryField('customerNo'), '081200000001 5')).toBe('081200000001 5');
    expect(typeKeys(entryField('tendered'), '20.000')).toBe('20.000');
    expect(typeKeys(entryField('tendered'), '20.0000')).toBe('200000');
    expect(typeKeys({ display: shownAmount, keep: keptAmount }, '1.250.000')).toBe('1.250.000');
  });

  it('are taken out and put in where the caret is, across the groups', () => {
    const grouped = '0812 3456 7890';
    // Backspace behind the 6, behind the blank, and a 9 behind the 2.
    expect(editText('081234567890', grouped, '0812 345 7890', 8)).toEqual({ text: '08123457890', caret: 7 });
    expect(editText('081234567890', grouped, '08123456 7890', 4)).toEqual({ text: '081234567890', caret: 4 });
    expect(editText('081234567890', grouped, '08129 3456 7890', 5)).toEqual({ text: '0812934567890', caret: 5 });
    expect(shownPosition('0812934567890', '0812 9345 6789 0', 5)).toBe(6);
  });
});

it.each([
  ['Telkomsel 10.000', 'Telkomsel', ' 10.000'],
  ['Telkomsel 100.000', 'Telkomsel', ' 100.000'],
  ['Token PLN 20.000', 'Token PLN', ' 20.000'],
  ['Telkomsel Data 5 GB 30 Hari', 'Telkomsel Data 5 GB', ' 30 Hari'],
  ['PLN Pascabayar', 'PLN Pascabayar', ''],
  ['TSEL10', 'TSEL10', ''],
  // So long an end would leave the beginning no room.
  ['Latihan SUCCESSNOW1000', 'Latihan SUCCESSNOW1000', ''],
])('%s keeps its end in sight, where that distinguishes it from its neighbours', (name, head, end) => {
  expect(splitName(name)).toEqual([head, end]);
});
