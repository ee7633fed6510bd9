import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifyJournal } from '../../../../src/main/integrity/verify.ts';
import { type CashCount, denominations, sumOfCount } from '../../../../src/shared/domain/drawer-count.ts';
import { addDrawers } from '../../../../src/shared/domain/drawer-sums.ts';
import { aJournal, journalPath } from '../../../support/database-files.ts';
import { order, sold } from '../../../support/stored-sales.ts';

const aCount = fc.record({
  pieces: fc
    .array(fc.tuple(fc.constantFrom(...denominations), fc.integer({ min: 0, max: 40 })), { maxLength: 6 })
    .map((pairs) => Object.fromEntries(pairs.map(([each, pieces]) => [String(each), pieces]))),
  coins: fc.integer({ min: 0, max: 9900 }),
});

/** What a person does at a drawer. A count that is null leaves the drawer as it should be. */
const anAct = fc.oneof(
  fc.record({ kind: fc.constant('turn' as const), count: fc.option(aCount) }),
  fc.record({ kind: fc.constant('sale' as const) }),
  fc.record({
    kind: fc.constant('move' as const),
    direction: fc.constantFrom('in' as const, 'out' as const),
    amount: fc.integer({ min: 1, max: 500_000 }),
    category: fc.option(fc.constantFrom('Belanja', 'Setor', 'Listrik')),
  }),
  fc.record({ kind: fc.constant('night' as const) }),
);

interface Counting {
  counted: number;
  count: CashCount | null;
}

/** Of twelve thousand, in cash. */
const price = 12_000;

it('on random days no rupiah of a drawer is lost: openings, closes and moves add up to what is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { maxLength: 25 }), async (acts) => {
      const path = journalPath();
      const db = await aJournal(path);
      const model = { cash: 0, day: 2, sales: 0, isOpen: false, wasCounted: false };
      const sums = { atOpening: { short: 0, over: 0 }, atClose: { short: 0, over: 0 } };
      const moves = new Map<string, number>();
      const note = (of: 'atOpening' | 'atClose', difference: number): void => {
        sums[of][difference < 0 ? 'short' : 'over'] += Math.abs(difference);
      };
      /** what the database says, beside what the model expects */
      const answers: [unknown, unknown][] = [];
      const dayOf = (): string => `2026-03-${String(model.day).padStart(2, '0')}`;
      const act = () => ({ actor: 'cashier', at: `${dayOf()}T01:00:00.000Z` });
      const close = async (count: Counting): Promise<void> => {
        const report = await db.shifts.close({ ...act(), ...count });
        const difference = count.counted - model.cash;
        const { closed } = report?.shift ?? {};
        answers.push([
          { ...closed, at: '', by: '' },
          { at: '', by: '', ...count, expected: model.cash, difference },
        ]);
        note('atClose', difference);
      };
      const open = async (count: Counting): Promise<void> => {
        const difference = count.counted - model.cash;
        const carried = await db.shifts.carried(count.counted);
        // Before the first count there is nothing to compare with.
        answers.push([carried, model.wasCounted ? { expected: model.cash, difference } : null]);
        // With a count before, nothing but the difference that a person has accepted opens it.
        const other = await db.shifts.open({ ...act(), ...count, day: dayOf(), difference: difference + 1 });
        answers.push([other === null, model.wasCounted]);
        if (!model.wasCounted) return;
        await db.shifts.open({ ...act(), ...count, day: dayOf(), difference, reason: 'dihitung ulang' });
        note('atOpening', difference);
      };
      for (const each of acts) {
        if (each.kind === 'night') model.day = Math.min(28, model.day + 1);
        else if (each.kind === 'sale') {
          model.sales += 1;
          await sold(db, order(model.sales, { tendered: price, change: 0 }));
          model.cash += price;
        } else if (each.kind === 'move') {
          const moved = await db.shifts.move({ ...act(), ...each, reason: 'keperluan' });
          answers.push([moved !== null, model.isOpen]);
          if (!model.isOpen) continue;
          model.cash += each.direction === 'in' ? each.amount : -each.amount;
          const key = `${each.direction} ${each.category}`;
          moves.set(key, (moves.get(key) ?? 0) + each.amount);
        } else {
          const counted = each.count === null ? Math.max(0, model.cash) : sumOfCount(each.count);
          await (model.isOpen ? close : open)({ counted, count: each.count });
          model.isOpen = !model.isOpen;
          model.wasCounted = true;
          model.cash = counted;
        }
      }
      for (const [real, expected] of answers) expect(real).toEqual(expected);
      const of = (from: number, to: number) => {
        const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}`;
        return db.shifts.drawers({ from: day(from), to: day(to) });
      };
      const all = await of(1, 28);
      expect(all).toMatchObject(sums);
      expect(new Map(all.moves.map(({ direction, category, amount }) => [`${direction} ${category}`, amount]))).toEqual(
        moves,
      );
      // However the days are cut, their parts add up to the whole.
      expect(addDrawers([await of(1, 3), await of(4, 28)])).toEqual(all);
      expect(verifyJournal(path).flaw).toBeNull();
      await db.close();
    }),
    { numRuns: 40 },
  );
}, 120_000);
