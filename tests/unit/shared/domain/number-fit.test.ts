import { describe, expect, it } from 'vitest';
import {
  isBrandOf,
  NumberPlan,
  numberMismatch,
  numberPlanText,
  operatorOf,
  readNumberPlan,
  shippedNumberPlan,
  takesDigitsOnly,
} from '../../../../src/shared/domain/number-fit.ts';
import shipped from '../../../../src/shared/domain/number-plan.json' with { type: 'json' };

const product = (brand: string | null, category: string | null, productName = 'x', kind = 'prepaid') => ({
  kind: kind === 'prepaid' ? ('prepaid' as const) : ('postpaid' as const),
  brand,
  category,
  productName,
});
const telkomsel = product('TELKOMSEL', 'Pulsa');
const token = product('PLN', 'Token Listrik');

describe('the operator of a number', () => {
  it('is that of its first four digits, in any spelling, and of the products of its brand', () => {
    const operator = operatorOf('081234567890');
    expect(operator?.name).toBe('Telkomsel');
    expect(operatorOf('6281234567890')?.name).toBe('Telkomsel');
    if (!operator) throw new Error('no operator');
    expect(isBrandOf(operator, 'TELKOMSEL')).toBe(true);
    expect(isBrandOf(operator, 'Telkomsel Data')).toBe(true);
    expect(isBrandOf(operator, 'Indosat')).toBe(false);
    expect(isBrandOf(operator, null)).toBe(false);
  });

  it('is that of the longer of two prefixes: by.U has four of six digits inside one of Telkomsel', () => {
    const names = ['0851', '08515', '085154000000', '085155000000', '6285158000000', '085159000000'].map(
      (number) => operatorOf(number)?.name,
    );
    expect(names).toEqual(['Telkomsel', 'Telkomsel', 'Telkomsel', 'by.U', 'by.U', 'Telkomsel']);
    expect(numberMismatch(product('by.U', 'Pulsa'), '085155000000')).toBeNull();
    expect(numberMismatch(telkomsel, '085155000000')).toMatchObject({ kind: 'operator', operator: 'by.U' });
    const text = numberPlanText(shippedNumberPlan);
    expect(text).toContain('by.U (by.u, byu): 085155 085156 085157 085158');
    expect(readNumberPlan(text)).toEqual({ plan: shippedNumberPlan });
    expect(readNumberPlan('by.U (byu): 0851551')).toEqual({ wrongLine: 1 });
  });

  it('is none for a meter, a half-typed number and a prefix that is not listed', () => {
    for (const number of ['530000000001', '081', '080000000205', '']) expect(operatorOf(number)).toBeNull();
  });
});

describe('a number that is probably none for the product', () => {
  it('credit of another operator', () => {
    expect(numberMismatch(telkomsel, '081234567890')).toBeNull();
    expect(numberMismatch(telkomsel, '6281234567890')).toBeNull();
    expect(numberMismatch(telkomsel, '081712345678')).toEqual({
      kind: 'operator',
      operator: 'XL',
      brand: 'Telkomsel',
    });
    expect(numberMismatch(product('XL', 'Paket Data'), '081234567890')).toMatchObject({ operator: 'Telkomsel' });
  });

  it('credit to a meter, a token to a mobile number', () => {
    expect(numberMismatch(telkomsel, '14012345678')).toEqual({ kind: 'not_mobile' });
    expect(numberMismatch(token, '14012345678')).toBeNull();
    expect(numberMismatch(token, '081234567890')).toEqual({ kind: 'mobile', operator: 'Telkomsel' });
    const bill = product('PLN', 'Tagihan Listrik', 'PLN', 'postpaid');
    expect(numberMismatch(bill, '530000000001')).toBeNull();
    expect(numberMismatch(bill, '081234567890')).toMatchObject({ kind: 'mobile' });
    // Too short for a mobile number: one digit was left out of either.
    expect(numberMismatch(token, '081234567')).toEqual({ kind: 'length', digits: 9, fewest: 11, most: 12 });
  });

  it('an unusual length', () => {
    expect(numberMismatch(telkomsel, '081234567')).toEqual({ kind: 'length', digits: 9, fewest: 10, most: 13 });
    expect(numberMismatch(telkomsel, '0812345678901')).toBeNull();
    expect(numberMismatch(telkomsel, '08123456789012')).toMatchObject({ digits: 14 });
    expect(numberMismatch(token, '5300000000')).toMatchObject({ fewest: 11 });
  });

  it('a BPJS card, with the virtual account that banks take, and no other number of that length', () => {
    const health = product('BPJS', 'BPJS', 'BPJS Kesehatan', 'postpaid');
    expect(numberMismatch(health, '0001234567890')).toEqual({ kind: 'bpjs_card', va: '8888801234567890' });
    for (const number of ['8888801234567890', '1234567890123', '00012345678', '0100123456789'])
      expect(numberMismatch(health, number)).toBeNull();
    expect(numberMismatch(product('PDAM', 'PDAM', 'Air', 'postpaid'), '0001234567890')).toBeNull();
  });

  it('a prefix that no operator has: two digits were swapped', () => {
    expect(numberMismatch(telkomsel, '086112345678')).toEqual({ kind: 'prefix', prefix: '0861' });
    expect(numberMismatch(telkomsel, '6286112345678')).toEqual({ kind: 'prefix', prefix: '0861' });
    // Too short is said first, and a number of training is none that anybody has.
    expect(numberMismatch(telkomsel, '086112')).toMatchObject({ kind: 'length' });
    expect(numberMismatch(telkomsel, '0800000000205')).toBeNull();
  });

  it('a letter, which is never sent for credit or a token', () => {
    expect(numberMismatch(telkomsel, 'tsel10081212')).toEqual({ kind: 'letters' });
    expect(numberMismatch(token, '1401234567A')).toEqual({ kind: 'letters' });
    expect(takesDigitsOnly(telkomsel)).toBe(true);
    expect(takesDigitsOnly(token)).toBe(true);
    expect(takesDigitsOnly(product('Mobile Legends', 'Games', 'Paket 70 Diamond'))).toBe(false);
  });

  it('is never one for a brand or category that is not listed', () => {
    for (const each of [
      product('Mobile Legends', 'Games', 'Paket 70 Diamond'),
      product('GoPay', 'E-Money', 'GoPay 20.000'),
      product('Live.On', 'Pulsa'),
      product('TELKOMSEL', 'Voucher'),
      product('PDAM', 'PDAM', 'Air', 'postpaid'),
    ]) {
      for (const number of ['081712345678', '14012345678', '1', 'AB12']) {
        expect(numberMismatch(each, number)).toBeNull();
      }
    }
    // Without a category the brand says enough.
    expect(numberMismatch(product('XL', null, 'XL Pulsa 10'), '081234567890')).toMatchObject({ kind: 'operator' });
  });
});

describe('the plan', () => {
  it('names its source and date, and gives each prefix to one operator', () => {
    expect(shipped.source).not.toBe('');
    expect(shipped.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    const prefixes = shippedNumberPlan.operators.flatMap((operator) => operator.prefixes);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });

  it('is the owner’s where there is one', () => {
    const plan = NumberPlan.parse({
      operators: [{ name: 'Baru', brands: ['Baru'], prefixes: ['0841'] }],
      digits: { phone: [11, 11] },
    });
    expect(operatorOf('084112345678', plan)?.name).toBe('Baru');
    expect(numberMismatch(product('BARU', 'Pulsa'), '084112345678', plan)).toMatchObject({ kind: 'length', most: 11 });
    expect(numberMismatch(telkomsel, '081712345678', plan)).toBeNull();
    expect(
      NumberPlan.safeParse({ operators: [{ name: 'x', brands: ['x'], prefixes: ['812'] }], digits: {} }).success,
    ).toBe(false);
  });

  it('is the same after it was written as lines and read', () => {
    expect(readNumberPlan(numberPlanText(shippedNumberPlan))).toEqual({ plan: shippedNumberPlan });
    expect(readNumberPlan('Baru (baru, anyar): 0841, 0842\n\npulsa: 11-12\n')).toEqual({
      plan: {
        operators: [{ name: 'Baru', brands: ['baru', 'anyar'], prefixes: ['0841', '0842'] }],
        digits: { phone: [11, 12] },
      },
    });
  });

  it.each([
    ['a line without a meaning', 'XL (xl): 0817\nhalo', 2],
    ['a prefix of another form', 'XL (xl): 817', 1],
    ['a prefix of two operators', 'XL (xl): 0817\nAxis (axis): 0831 0817', 2],
    ['a prefix twice', 'XL (xl): 0817 0817', 1],
    ['an operator without a brand', 'XL: 0817', 1],
    ['a least above the most', 'pulsa: 13-10', 1],
    ['a kind that is not known', 'game: 1-2', 1],
  ])('is refused with the number of the line: %s', (_what, text, wrongLine) => {
    expect(readNumberPlan(text)).toEqual({ wrongLine });
  });
});
