import { expect, it } from 'vitest';
import { openCash } from '../../../../src/shared/domain/shift.ts';

it('distinguishes cash on hold from a refund due, as the strip above does', () => {
  const sale = (state: 'unknown' | 'pending' | 'failed' | 'success', cash: number) => ({
    id: state,
    state,
    amount: cash,
    cash,
  });
  const handedOver = [sale('unknown', 24_000), sale('failed', 12_000), sale('pending', 5000)];
  expect(openCash({ handedOver })).toEqual({ held: 29_000, toReturn: 12_000 });
  expect(openCash({ handedOver: [] })).toEqual({ held: 0, toReturn: 0 });
});
