import { z } from 'zod';
import { maxDrawerAmount, maxPieces } from './bounds.ts';
import { PositiveInt } from './common-schemas.ts';
import { Rupiah } from './money.ts';

/** Notes and coins of rupiah, largest first. */
export const denominations = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100] as const;
export type Denomination = (typeof denominations)[number];

const smallestNote = 1000;
export const notes = denominations.filter((each) => each >= smallestNote);
export const coins = denominations.filter((each) => each < smallestNote);

const isDenomination = (key: string): boolean => denominations.some((each) => String(each) === key);

/** A drawer as it was counted by its notes and coins. */
export const CashCount = z.strictObject({
  /** how many there are, by denomination; one that is left out was not there */
  pieces: z.record(z.string().refine(isDenomination, 'no denomination'), z.int().min(0).max(maxPieces)),
  /** coins that were counted together, whole rupiah */
  coins: Rupiah.max(maxDrawerAmount),
});
export type CashCount = z.infer<typeof CashCount>;

/** What a count comes to, whole rupiah. */
export const sumOfCount = (count: CashCount): number =>
  denominations.reduce((sum, each) => sum + each * (count.pieces[each] ?? 0), count.coins);

/** The denominations that were there, largest first, with how many. */
export const piecesOf = ({ pieces }: CashCount): [Denomination, number][] =>
  denominations.flatMap((each): [Denomination, number][] => {
    const number = pieces[each] ?? 0;
    return number === 0 ? [] : [[each, number]];
  });

export const ShiftNumber = PositiveInt;

/** What should have been in the drawer by the last count before, and by how much the opening count is more. */
export const CarriedCash = z.object({ expected: z.int(), difference: z.int() });
export type CarriedCash = z.infer<typeof CarriedCash>;
