import { describe, expect, it } from 'vitest';
import { numberIn } from '../../src/main/files/reconciliation/statement-numbers.ts';
import { CustomerNo } from '../../src/shared/contract/procedure.ts';
import { readBatchText } from '../../src/shared/domain/batch-text.ts';
import { readEntry } from '../../src/shared/domain/entry.ts';

describe('a digit that is not 0 to 9 is not left out of a number', () => {
  it.each([
    '08123456789０',
    '٩08123456789',
    '0812345678⁹',
    '08123456789𝟎',
    '0812-3456-7890１',
    '08123456789①',
    'S10.08123456789０',
  ])('%s', (text) => {
    const entry = readEntry(text, 'customerNo');
    const read = [
      CustomerNo.safeParse(text).data,
      'customerNo' in entry ? entry.customerNo : undefined,
      ...readBatchText(text).map(({ customerNo, fault }) => (fault === null ? customerNo : undefined)),
      numberIn(text) ?? undefined,
    ];
    expect(read.filter((number) => number !== undefined && /^08\d+$/.test(number))).toEqual([]);
  });
});
