import { z } from 'zod';
import { Rupiah } from './money.ts';
import { CashMove, type Shift } from './shift.ts';

/** Cash that was put in or taken out under one category. */
const MoveSum = CashMove.pick({ direction: true, category: true }).extend({ amount: Rupiah });
export type MoveSum = z.infer<typeof MoveSum>;

/** What was missing and what was too much, each by itself: they do not make up for each other. Whole rupiah. */
const Differences = z.object({ short: Rupiah, over: Rupiah });

/** What the drawers of some shifts come to. */
export const DrawerSums = z.object({
  /** between a count at a close and the next opening */
  atOpening: Differences,
  /** within shifts, as they were counted at their close */
  atClose: Differences,
  moves: z.array(MoveSum),
});
export type DrawerSums = z.infer<typeof DrawerSums>;

/** The sums of pay-ins, then of pay-outs, the largest first; those without a category come last. */
export function sumMoves(moves: readonly Pick<CashMove, 'direction' | 'category' | 'amount'>[]): MoveSum[] {
  const groups = Map.groupBy(moves, ({ direction, category }) => JSON.stringify([direction, category]));
  const sums = [...groups.values()].flatMap(([first, ...rest]): MoveSum[] =>
    first === undefined ? [] : [{ ...first, amount: rest.reduce((sum, { amount }) => sum + amount, first.amount) }],
  );
  return sums
    .map(({ direction, category, amount }) => ({ direction, category, amount }))
    .toSorted(
      (one, other) =>
        Number(one.direction === 'out') - Number(other.direction === 'out') ||
        Number(one.category === null) - Number(other.category === null) ||
        other.amount - one.amount,
    );
}

const differences = (all: readonly (number | null | undefined)[]): z.infer<typeof Differences> => {
  const sum = (sign: 1 | -1): number => all.reduce<number>((total, each) => total + Math.max(0, sign * (each ?? 0)), 0);
  return { short: sum(-1), over: sum(1) };
};

export const sumDrawers = (shifts: readonly { shift: Shift; moves: readonly CashMove[] }[]): DrawerSums => ({
  atOpening: differences(shifts.map(({ shift }) => shift.carried?.difference)),
  atClose: differences(shifts.map(({ shift }) => shift.closed?.difference)),
  moves: sumMoves(shifts.flatMap(({ moves }) => moves)),
});

/** Of several counters together. */
export const addDrawers = (all: readonly DrawerSums[]): DrawerSums => ({
  atOpening: differences(all.flatMap(({ atOpening: { short, over } }) => [-short, over])),
  atClose: differences(all.flatMap(({ atClose: { short, over } }) => [-short, over])),
  moves: sumMoves(all.flatMap(({ moves }) => moves)),
});
