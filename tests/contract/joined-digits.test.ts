import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberIn } from '../../src/main/files/reconciliation/statement-numbers.ts';
import { CustomerNo } from '../../src/shared/contract/procedure.ts';
import { readBatchText } from '../../src/shared/domain/batch-text.ts';
import { readCustomerNo } from '../../src/shared/domain/customer-no.ts';
import { readEntry } from '../../src/shared/domain/entry.ts';
import { soakSize } from '../support/soak.ts';

const alone = (number: string | null | undefined): string[] => (number ? [number] : []);

/** Wherever a customer's number comes in: the numbers that are read from the text, none where a person is asked. */
const ways: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'the one field': (text) =>
    (['customerNo', 'product', 'price', 'tendered'] as const).flatMap((step) => {
      const entry = readEntry(text, step);
      return 'customerNo' in entry ? [entry.customerNo] : [];
    }),
  'a batch and a pasted list': (text) =>
    // What stands on lines of its own is two sales.
    readBatchText(text.replace(/[\r\n]+/g, ' ')).flatMap(({ customerNo, fault }) =>
      fault === null ? [customerNo] : [],
    ),
  'orders, bills and saved customers': (text) => alone(CustomerNo.safeParse(text).data),
  'what is read back': (text) => alone(readCustomerNo(text)),
  'a line of a statement': (text) => alone(numberIn(text)),
};

/** A number as it is written, and as it is sent. */
const dialled = fc.stringMatching(/^08[1-9]\d{7,10}$/);
const written = fc.oneof(
  dialled.map((number) => [number, number] as const),
  dialled.map((number) => [`+62${number.slice(1)}`, number] as const),
  dialled.map((number) => [`${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`, number] as const),
  dialled.map((number) => [`${number.slice(0, 4)}-${number.slice(4)}`, number] as const),
  fc.stringMatching(/^5[1-9]\d{9,10}$/).map((number) => [number, number] as const),
);
const signs = Array.from(' .,-_/\\*#:;|+()[]{}<>=\'"!?&%$@~^`\t\n\u00a0\u2009\u200b\u2013\u2014\u2212\u2022\u00b7');
/** In groups and without its 0, as chats and statements have it, or a meter's: any sign between the groups. */
const inGroups = fc
  .tuple(
    fc.oneof(fc.stringMatching(/^8[1-9]\d{8,10}$/), fc.stringMatching(/^3[2-9][1-9]\d{8}$/)),
    fc.constantFrom(...signs),
    fc.constantFrom([3, 7], [4, 8], [3, 6]),
  )
  .map(
    ([number, sign, [one, two]]) =>
      [[number.slice(0, one), number.slice(one, two), number.slice(two)].join(sign), number] as const,
  );
const nominal = fc.constantFrom(
  ...'1 5 10 25 50 100 150 1000 5000 10000 100000 5.000 10.000 100.000 125.000 150.000'.split(' '),
);
const separator = fc.oneof(
  fc.constantFrom(...signs),
  fc.constantFrom('  ', ' - ', ' / ', '..', ', ', '\r\n', ' \u200b'),
);

describe('no digit of a nominal joins a number', () => {
  it.each(Object.keys(ways))('in %s', (way) => {
    fc.assert(
      fc.property(
        fc.oneof(written, inGroups),
        separator,
        nominal,
        fc.boolean(),
        ([text, number], between, amount, isFirst) => {
          // A statement's stars stand for digits that are left out.
          fc.pre(way !== 'a line of a statement' || !/\d\*\d/.test(text));
          const numbers = ways[way]?.(isFirst ? `${amount}${between}${text}` : `${text}${between}${amount}`) ?? [];
          for (const each of numbers) expect(each).toBe(number);
        },
      ),
      { numRuns: soakSize({ usual: 1000, full: 5000, soak: 50_000 }) },
    );
  });

  it.each([
    '100 812 3456 7890',
    '150.812.3456.7890',
    '1000-812-3456-7890',
    '5000=812=3456=7890',
    '100 3201 2345 678',
    '5.000 812 3456 7890',
    '125.000 812 3456 7890',
    '812 3456 7890 100',
    '3201 2345 678 100',
    '3201 2345 678 100.000',
    '100/812/3456/78900',
  ])('%s is its number, or asked', (text) => {
    const own = /812/.test(text) ? /^812345678(?:90|900)$/ : /^32012345678$/;
    for (const read of Object.values(ways)) for (const each of read(text)) expect(each).toMatch(own);
  });

  it.each(Object.keys(ways))('and a number alone is read whole in %s', (way) => {
    fc.assert(
      fc.property(dialled, (number) => {
        expect(new Set(ways[way]?.(number))).toEqual(new Set([number]));
      }),
    );
  });

  it.each(['812 3456 7890', '812-345-678', '3201 2345 678', '5150.1234.5678'])('%s is one number', (text) => {
    expect(readCustomerNo(text)).toBe(text.replace(/\D/g, ''));
  });
});
