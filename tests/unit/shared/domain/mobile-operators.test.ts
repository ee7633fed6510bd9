import { describe, expect, it } from 'vitest';
import { lengthDoubt, operatorOf } from '../../../../src/shared/domain/mobile-operators.ts';

describe('operators and lengths of numbers', () => {
  it('the first digits hint at an operator and at products of its brand', () => {
    const operator = operatorOf('081234567890');
    expect(operator?.name).toBe('Telkomsel');
    expect(operator?.isBrand('TELKOMSEL')).toBe(true);
    expect(operator?.isBrand('Telkomsel Data')).toBe(true);
    expect(operator?.isBrand('Indosat')).toBe(false);
    expect(operator?.isBrand(null)).toBe(false);
    expect(operatorOf('089512345678')?.isBrand('Tri')).toBe(true);
    expect(operatorOf('089512345678')?.isBrand('Electricity')).toBe(false);
  });

  it('a meter, a half-typed number and one of no known operator hint at nothing', () => {
    for (const number of ['530000000001', '081', '6281234567890', '080000000205', '']) {
      expect(operatorOf(number)).toBeNull();
    }
  });

  it('an unusual length is a doubt by kind of product, and nothing where nothing is known', () => {
    expect(lengthDoubt('081234567', 'phone')).toEqual({ digits: 9, fewest: 10, most: 13 });
    expect(lengthDoubt('0812345678901', 'phone')).toBeNull();
    expect(lengthDoubt('08123456789012', 'phone')).toMatchObject({ digits: 14 });
    expect(lengthDoubt('530000000001', 'electricity-bill')).toBeNull();
    expect(lengthDoubt('5300000000', 'electricity-token')).toMatchObject({ fewest: 11 });
    expect(lengthDoubt('1', 'water')).toBeNull();
    expect(lengthDoubt('1', 'other')).toBeNull();
  });
});
