import { assert, constantFrom, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposals, proposedPrice, roundings, roundUp } from '../../../../src/shared/domain/catalogue.ts';
import { pauseAt } from '../../../../src/shared/domain/cut-off.ts';
import { fakeItems } from '../../../support/fake-features.ts';

describe('proposed prices and cut-offs', () => {
  it('proposes cost and margin, rounded up', () => {
    expect(proposedPrice(10_250, { kind: 'rupiah', amount: 1500 }, 500)).toBe(12_000);
    expect(proposedPrice(10_250, { kind: 'rupiah', amount: 1500 }, 0)).toBe(11_750);
    expect(proposedPrice(10_000, { kind: 'percent', hundredths: 750 }, 0)).toBe(10_750);
    expect(proposedPrice(10_001, { kind: 'percent', hundredths: 750 }, 100)).toBe(10_800);
  });

  it('never rounds below the amount, nor a whole step above it', () => {
    assert(
      property(nat(100_000_000), constantFrom(...roundings), (amount, to) => {
        const rounded = roundUp(amount, to);
        expect(rounded).toBeGreaterThanOrEqual(amount);
        expect(rounded - amount).toBeLessThan(Math.max(1, to));
        expect(rounded % Math.max(1, to)).toBe(0);
      }),
    );
  });

  it('proposes nothing for bills, for what has no cost, and for what has that price already', () => {
    const [first, second, ...rest] = fakeItems();
    if (!first || !second) throw new Error('no items');
    const items = [{ ...first, cost: 10_000, sellingPrice: 11_000 }, { ...second, cost: null }, ...rest];
    const prices = proposals(items, { kind: 'rupiah', amount: 1000 }, 0);
    expect(prices.map(({ item }) => item.productCode)).toEqual(['ISAT25', 'XLDATA5', 'PLN50', 'OLD5']);
  });

  const jakarta = { provider: 'Asia/Jakarta', shop: 'Asia/Jakarta' };
  /** 10 March, HH:mm in Jakarta */
  const at = (time: string): number => Date.parse(`2026-03-10T${time}:00+07:00`);
  const night = { start: '23:45:00', end: '00:15:00' };

  it.each([
    ['22:00', jakarta, { kind: 'open' }],
    ['23:33', jakarta, { kind: 'closing', minutes: 12, from: '23:45' }],
    ['23:45', jakarta, { kind: 'paused', minutes: 30, until: '00:15' }],
    ['00:14', jakarta, { kind: 'paused', minutes: 1, until: '00:15' }],
    ['00:15', jakarta, { kind: 'open' }],
    // The provider writes Jakarta's time, and the shop's clock is an hour ahead.
    ['23:50', { ...jakarta, shop: 'Asia/Makassar' }, { kind: 'paused', minutes: 25, until: '01:15' }],
  ])('shows at %s where the pause of 23:45 to 00:15 stands', (time, zones, pause) => {
    expect(pauseAt(night, at(time), zones)).toEqual(pause);
  });

  it('knows products without a pause', () => {
    expect(pauseAt(null, at('23:50'), jakarta)).toEqual({ kind: 'open' });
  });
});
