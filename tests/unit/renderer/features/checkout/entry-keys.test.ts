import { describe, expect, it } from 'vitest';
import { nextOption } from '../../../../../src/renderer/features/checkout/entry-keys.ts';
import { nextSum } from '../../../../../src/renderer/ui/number-text.ts';

describe('arrows through the cards', () => {
  // a1 a2
  // b1 b2 b3
  const spots = [
    { id: 'a1', left: 0, top: 0 },
    { id: 'a2', left: 100, top: 0 },
    { id: 'b1', left: 0, top: 80 },
    { id: 'b2', left: 100, top: 80 },
    { id: 'b3', left: 200, top: 80 },
  ];

  it.each([
    [null, 'ArrowDown', 'a1'],
    [null, 'ArrowRight', 'a1'],
    [null, 'ArrowUp', null],
    ['a1', 'ArrowRight', 'a2'],
    ['a2', 'ArrowRight', 'b1'],
    ['b3', 'ArrowRight', 'b3'],
    ['b1', 'ArrowLeft', 'a2'],
    ['a1', 'ArrowLeft', 'a1'],
    ['a2', 'ArrowDown', 'b2'],
    ['b3', 'ArrowUp', 'a2'],
    ['b2', 'ArrowDown', 'b2'],
    ['a2', 'ArrowUp', null],
    ['gone', 'ArrowDown', 'a1'],
  ] as const)('from %j %s leads to %j', (from, arrow, to) => {
    expect(nextOption(spots, from, arrow)).toBe(to);
  });

  it('leads nowhere in an empty list', () => {
    expect(nextOption([], null, 'ArrowDown')).toBeNull();
  });
});

it.each([
  ['ArrowDown', null, 15_000],
  ['ArrowDown', 15_000, 20_000],
  ['ArrowDown', 16_000, 20_000],
  ['ArrowDown', 50_000, 50_000],
  ['ArrowUp', 20_000, 15_000],
  ['ArrowUp', 15_000, null],
  ['ArrowUp', null, null],
  ['Enter', null, undefined],
] as const)('%s from cash of %j leads to %j', (key, now, sum) => {
  expect(nextSum(key, [15_000, 20_000, 50_000], now)).toBe(sum);
});
