import { describe, expect, it } from 'vitest';
import { registry } from '../../../../src/shared/contract/registry.ts';

const number = '081234567890';
const id = 'sale-1';
type Input = (amount: number) => unknown;

/** Every figure of money that a person types, as main is asked with it, and the most that it takes. */
const figures: ReadonlyArray<[string, keyof typeof registry, number, Input]> = [
  [
    'the price of an order',
    'order',
    100_000_000,
    (sellingPrice) => ({ productCode: 'T', customerNo: number, sellingPrice }),
  ],
  [
    'a price of a batch',
    'batches.check',
    100_000_000,
    (sellingPrice) => ({ lines: [{ productCode: 'T', customerNo: number, sellingPrice }] }),
  ],
  [
    'a price of a batch that is paid',
    'batches.create',
    100_000_000,
    (sellingPrice) => ({ lines: [{ productCode: 'T', customerNo: number, sellingPrice }] }),
  ],
  ['a bill of a batch', 'batches.check', 1_000_000_000_000, (total) => ({ lines: [{ id, total }] })],
  [
    'a part of a payment',
    'order',
    1_000_000_000_000,
    (amount) => ({ productCode: 'T', customerNo: number, payments: [{ method: 'qris', amount }] }),
  ],
  [
    'a part of a bill’s payment',
    'pay',
    1_000_000_000_000,
    (amount) => ({ id, payments: [{ method: 'qris', amount }] }),
  ],
  [
    'a price of the catalogue',
    'catalogue.save',
    100_000_000,
    (sellingPrice) => ({ changes: [{ productCode: 'T', sellingPrice }] }),
  ],
  ['a cost of the catalogue', 'catalogue.save', 100_000_000, (cost) => ({ changes: [{ productCode: 'T', cost }] })],
  ['cash put in', 'shifts.payIn', 1_000_000_000, (amount) => ({ amount, reason: 'receh' })],
  ['cash taken out', 'shifts.payOut', 1_000_000_000, (amount) => ({ amount, reason: 'setor' })],
  ['a deposit', 'deposit.record', 100_000_000_000, (amount) => ({ kind: 'paid_in', amount })],
  ['what is paid of a tab', 'tabs.settle', 1_000_000_000_000, (amount) => ({ customerId: id, amount, method: 'cash' })],
];
/** Those that may be nothing: a drawer is empty, a fee is waived. */
const orNothing: typeof figures = [
  ['the cash for an order', 'order', 100_000_000, (tendered) => ({ productCode: 'T', customerNo: number, tendered })],
  ['the cash for a bill', 'pay', 1_000_000_000_000, (tendered) => ({ id, tendered })],
  ['the total of a bill', 'pay', 1_000_000_000_000, (total) => ({ id, total })],
  ['the cash of a batch', 'batches.create', 1_000_000_000_000, (tendered) => ({ lines: [{ id, total: 1 }], tendered })],
  ['a fee of the catalogue', 'catalogue.save', 100_000_000, (fee) => ({ changes: [{ productCode: 'T', fee }] })],
  ['cash counted at the opening', 'shifts.open', 1_000_000_000, (counted) => ({ counted })],
  ['cash counted at the close', 'shifts.close', 1_000_000_000, (counted) => ({ counted })],
];

const takes = (procedure: keyof typeof registry, input: unknown): boolean =>
  registry[procedure].input.safeParse(input).success;

describe.each([...figures, ...orNothing])('%s', (_, procedure, most, input) => {
  it('is whole rupiah between its bounds, and nothing else', () => {
    expect([1, most].map((amount) => takes(procedure, input(amount)))).toEqual([true, true]);
    const wrong = [-1, 0.5, 1200.5, most + 1, 1e15, Number.NaN, Number.POSITIVE_INFINITY, '1', null];
    const isOptional = procedure === 'catalogue.save';
    for (const amount of wrong) {
      if (amount === null && isOptional) continue;
      // oxlint-disable-next-line typescript/consistent-type-assertions -- main gets whatever a page sends
      expect(takes(procedure, input(amount as number)), String(amount)).toBe(false);
    }
  });
});

it.each(figures)('%s is more than nothing', (_, procedure, __, input) => {
  expect(takes(procedure, input(0))).toBe(false);
});

it.each(orNothing)('%s may be nothing', (_, procedure, __, input) => {
  expect(takes(procedure, input(0))).toBe(true);
});

it.each(['081200000001 5', '081200000001.5', '5 081200000001'])(
  '%j is no customer number for any procedure',
  (customerNo) => {
    expect(takes('order', { productCode: 'T', customerNo })).toBe(false);
    expect(takes('inquiry', { productCode: 'T', customerNo })).toBe(false);
    expect(takes('batches.check', { lines: [{ productCode: 'T', customerNo, sellingPrice: 1 }] })).toBe(false);
    expect(
      takes('customers.save', {
        name: 'Sri',
        numbers: [{ customerNo, label: '' }],
        purgeAt: '2027-01-01',
        consent: true,
      }),
    ).toBe(false);
  },
);
