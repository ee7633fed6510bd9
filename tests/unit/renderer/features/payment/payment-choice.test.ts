import { describe, expect, it } from 'vitest';
import {
  allCash,
  cashCount,
  cashDue,
  choiceOf,
  chooseMethod,
  type PaymentChoice,
  partsToSee,
  paymentFault,
  paymentInput,
  paymentParts,
  typesPart,
} from '../../../../../src/renderer/features/payment/payment-choice.ts';

const total = 12_000;
const choice = (change: Partial<PaymentChoice>): PaymentChoice => ({ ...allCash, ...change });
const nothing = { total, tendered: null };
const ani = { id: 'ani', name: 'Ani' };

describe('how a customer pays', () => {
  it('is cash until a method is chosen, and is asked for as before', () => {
    expect(paymentParts(allCash, total)).toEqual([]);
    expect(paymentInput(allCash, total, null)).toEqual({ tendered: 12_000 });
    expect(paymentInput(allCash, total, 20_000)).toEqual({ tendered: 20_000 });
    expect(paymentFault(allCash, total, 11_999)).toBe('short');
    expect(paymentFault(allCash, total, null)).toBeNull();
  });

  it('takes the whole by one key, and back to cash by the same', () => {
    const qris = chooseMethod(allCash, 'qris', nothing);
    expect(qris).toMatchObject({ first: 'qris', part: null, second: null });
    expect(paymentInput(qris, total, null)).toEqual({ payments: [{ method: 'qris', amount: 12_000 }] });
    expect(chooseMethod(qris, 'transfer', nothing)).toMatchObject({ first: 'transfer', second: null });
    expect(chooseMethod(qris, 'qris', nothing)).toEqual(allCash);
    expect(chooseMethod(qris, 'cash', nothing)).toEqual(allCash);
  });

  it('takes an amount below the total as the part, and the rest by the other', () => {
    const half = chooseMethod(allCash, 'qris', { total, tendered: 6000 });
    expect(half).toMatchObject({ first: 'cash', part: 6000, second: 'qris' });
    expect(paymentInput(half, total, null)).toEqual({
      payments: [
        { method: 'cash', amount: 6000 },
        { method: 'qris', amount: 6000 },
      ],
      tendered: 6000,
    });
    expect(chooseMethod(half, 'transfer', nothing)).toMatchObject({ first: 'cash', second: 'transfer' });
    expect(chooseMethod(half, 'qris', nothing)).toMatchObject({ first: 'cash', second: null });
    expect(chooseMethod(allCash, 'qris', { total, tendered: 20_000 })).toMatchObject({ first: 'qris', part: null });
  });

  it('counts the cash that is handed over for a part in cash, after the key of cash', () => {
    const half = choice({ first: 'cash', part: 5000, second: 'tab', customer: ani });
    const counted = chooseMethod(half, 'cash', nothing);
    expect(cashCount(counted, total, 20_000)).toEqual({ due: 5000, tendered: 20_000 });
    expect(paymentFault(counted, total, 4999)).toBe('short');
    expect(paymentInput(counted, total, 20_000)).toMatchObject({
      payments: [
        { method: 'tab', amount: 7000, customerId: 'ani' },
        { method: 'cash', amount: 5000 },
      ],
      tendered: 20_000,
    });
    expect(chooseMethod(choice({ first: 'cash', second: 'qris' }), 'cash', nothing)).toEqual(allCash);
  });

  it('counts the change of the cash part only', () => {
    const mixed = chooseMethod(choice({ first: 'qris', part: 5000 }), 'cash', nothing);
    expect(mixed).toMatchObject({ first: 'qris', part: 5000, second: 'cash' });
    expect(typesPart(mixed)).toBe(false);
    expect(cashDue(mixed, total)).toBe(7000);
    expect(cashCount(mixed, total, 10_000)).toEqual({ due: 7000, tendered: 10_000 });
    expect(paymentFault(mixed, total, 6999)).toBe('short');
    expect(paymentInput(mixed, total, 10_000)).toMatchObject({ tendered: 10_000 });
    expect(cashCount(choice({ first: 'qris' }), total, null)).toEqual({ due: 0, tendered: null });
  });

  it.each([
    ['a part alone', choice({ first: 'qris', part: 5000 }), 'rest'],
    ['more than the total', choice({ first: 'qris', part: 13_000 }), 'part'],
    ['a part that leaves nothing', choice({ first: 'cash', part: 12_000, second: 'qris' }), 'part'],
    ['a part that was not typed', choice({ first: 'cash', second: 'qris' }), 'part'],
    ['a tab of nobody', choice({ first: 'tab' }), 'customer'],
    ['a part on the tab of nobody', choice({ first: 'cash', part: 5000, second: 'tab' }), 'customer'],
    ['a part that is the total', choice({ first: 'qris', part: 12_000 }), null],
    ['a tab of a customer', choice({ first: 'tab', customer: ani }), null],
  ] as const)('says what is wrong with %s', (_, payment, fault) => {
    expect(paymentFault(payment, total, null)).toBe(fault);
  });

  it('names the customer of a tab and the references that were given', () => {
    const payment = choice({
      first: 'tab',
      part: 5000,
      second: 'transfer',
      customer: ani,
      references: { transfer: ' 42 ', tab: ' ' },
    });
    expect(paymentParts(payment, total)).toEqual([
      { method: 'tab', amount: 5000, customerId: 'ani' },
      { method: 'transfer', amount: 7000, reference: '42' },
    ]);
  });

  it('asks about money that arrives elsewhere, and not again about what was taken for an earlier try', () => {
    const parts = paymentParts(choice({ first: 'cash', part: 5000, second: 'qris' }), total);
    expect(partsToSee(parts)).toEqual([{ method: 'qris', amount: 7000 }]);
    expect(partsToSee(parts, [{ method: 'qris', amount: 7000 }])).toEqual([]);
    expect(partsToSee(parts, [{ method: 'qris', amount: 6999 }])).toHaveLength(1);
    expect(partsToSee(paymentParts(choice({ first: 'tab', customer: ani }), total))).toEqual([]);
  });

  it('is what a sale was paid by, when it is made once more', () => {
    const paid = { reference: null, customerId: null };
    expect(choiceOf([])).toEqual(allCash);
    expect(
      choiceOf([
        { ...paid, method: 'cash', amount: 5000 },
        { ...paid, method: 'tab', amount: 7000, customerId: 'ani' },
      ]),
    ).toMatchObject({ first: 'cash', part: 5000, second: 'tab', customer: { id: 'ani' } });
  });
});
