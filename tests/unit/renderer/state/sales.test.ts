import { beforeEach, describe, expect, it } from 'vitest';
import { dropSales, mergeSales, receiveSale, useSales } from '../../../../src/renderer/state/sales.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

const sold = (id: string) => fakeSale({ id, state: 'success' });
const counterOf = () => useSales.getState().counterOf;

beforeEach(() => useSales.setState({ byId: {}, counterOf: {}, arrived: 0 }));

describe('who sold what an office shows', () => {
  it('is kept as lists and events say it, and goes with the sale', () => {
    mergeSales([sold('s1'), sold('s2')], ['a1', 'b2']);
    receiveSale(sold('s3'), 'a1');
    // Read alone, a sale does not say it again.
    mergeSales([{ ...sold('s1'), revision: 99 }]);
    expect(counterOf()).toEqual({ s1: 'a1', s2: 'b2', s3: 'a1' });
    dropSales(['s2']);
    expect(counterOf()).toEqual({ s1: 'a1', s3: 'a1' });
  });

  it('is nothing at a counter', () => {
    mergeSales([sold('s1')]);
    receiveSale(sold('s2'));
    expect(counterOf()).toEqual({});
  });
});
