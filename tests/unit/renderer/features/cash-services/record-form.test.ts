import { describe, expect, it } from 'vitest';
import { doubtOf, ServiceForm } from '../../../../../src/renderer/features/cash-services/record-form.ts';
import { FeeRanges, overlappingRanges } from '../../../../../src/shared/domain/cash-service.ts';
import { usualFee } from '../../../../../src/shared/domain/cash-service-entry.ts';

const ranges = FeeRanges.parse([
  { kind: 'withdrawal', from: 1, to: 500_000, fee: 5000 },
  { kind: 'withdrawal', from: 500_001, to: 1_000_000, fee: 7500 },
]);
const service = (amount: number, fee: number, kind: 'withdrawal' | 'transfer' = 'withdrawal') =>
  ({ kind, amount, fee, feeSide: 'cash' }) as const;

describe('the fee of an amount', () => {
  it.each([
    [1, 5000],
    [500_000, 5000],
    [500_001, 7500],
    [1_000_000, 7500],
    [1_000_001, null],
  ])('of Rp%i is %s by the owner’s ranges, and none is invented', (amount, fee) => {
    expect(usualFee(ranges, 'withdrawal', amount)).toBe(fee);
    expect(usualFee(ranges, 'transfer', amount)).toBeNull();
  });

  it('is one: ranges of a service that share an amount are refused, those of two services are not', () => {
    const twice = [...ranges, { kind: 'withdrawal' as const, from: 1_000_000, to: 2_000_000, fee: 1 }];
    expect(overlappingRanges(twice)).toEqual([1, 2]);
    expect(FeeRanges.safeParse(twice).success).toBe(false);
    expect(FeeRanges.safeParse([...ranges, { kind: 'transfer', from: 1, to: 9, fee: 0 }]).success).toBe(true);
    expect(FeeRanges.safeParse([{ kind: 'transfer', from: 9, to: 1, fee: 0 }]).success).toBe(false);
  });
});

describe('what is doubted', () => {
  it.each([
    ['nothing: the owner’s fee', service(100_000, 5000), null],
    ['nothing: a large fee that the owner has set', service(10_000, 5000), null],
    ['another fee than the owner’s', service(100_000, 2500), 'otherFee'],
    ['a fee of more than a fifth', service(100_000, 50_000), 'largeFee'],
    ['nothing: no range, and a fee that fits', service(100_000, 5000, 'transfer'), null],
    ['ten times the largest amount of the list', service(10_000_000, 5000), 'largeAmount'],
    ['nothing: a large amount of a service without a list', service(50_000_000, 5000, 'transfer'), null],
  ] as const)('%s', (_, terms, doubt) => {
    expect(doubtOf(terms, ranges)).toBe(doubt);
  });
});

describe('what is typed', () => {
  const typed = {
    kind: 'withdrawal',
    amount: 100_000,
    fee: 0,
    feeSide: 'cash',
    throughDrawer: 'no',
    words: 'R1',
    allowSameReference: false,
  } as const;

  it('is a service with its fee and reference, or a move of the purse with its reason', () => {
    const { amount, fee, feeSide } = typed;
    expect(ServiceForm.parse(typed)).toEqual({ kind: 'withdrawal', amount, fee, feeSide, reference: 'R1' });
    const move = { ...typed, kind: 'purse_out', throughDrawer: 'yes', words: 'setor ke pemilik' } as const;
    expect(ServiceForm.parse(move)).toEqual({ kind: 'purse_out', amount, throughDrawer: true, reason: move.words });
  });

  it.each([
    ['no amount', { amount: null }, 'amount'],
    ['an amount of 0', { amount: 0 }, 'amount'],
    ['no fee, which is not the same as 0', { fee: null }, 'fee'],
    ['no reference', { words: ' ' }, 'words'],
    ['no reason', { kind: 'purse_in', words: '12' }, 'words'],
  ] as const)('is refused with %s', (_, change, field) => {
    const read = ServiceForm.safeParse({ ...typed, ...change });
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});
