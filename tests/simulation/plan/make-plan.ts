import { behaviours as all } from '../../../src/simulator/core/behaviours/table.ts';
import { type Chance, chanceOf } from '../engine/chance.ts';

import { answersOf, isUnclearAnswer } from './answers.ts';
import { batchesOf } from './batches.ts';
import { changedKeyOf } from './changed-key.ts';

import { correctionsOf } from './corrections.ts';

import { troublesOf } from './faults.ts';
import { keysOf } from './keys.ts';
import { lengthOf } from './length.ts';
import { namesOf } from './names.ts';
import { parkingOf } from './parking.ts';
import { paymentsOf } from './payments.ts';
import type { Item, Plan } from './plan.ts';
import { restoresOf } from './restores.ts';
import { swapsOf } from './swaps.ts';

const phones = ['081234567890', '081200000001', '081200000002'] as const;
const meters = ['530000000001', '530000000002'] as const;
// XL10 pauses around midnight; CUTOFF10 always does.
const credit = ['TSEL10', 'TSEL10', 'XL10', 'CUTOFF10', 'INACTIVE10'] as const;
const bills = ['PLNPOST', 'PDAMJKT'] as const;

const behaviours = all.filter(({ name }) => !isUnclearAnswer(name));
const moods = {
  order: behaviours.filter(({ order }) => order).map(({ name }) => name),
  bill: behaviours.filter(({ inquiry }) => inquiry).map(({ name }) => name),
};

/** Two minutes before midnight in Jakarta: days, cut-offs and inquiries turn. */
const beforeMidnight = Date.parse('2026-03-10T16:58:00Z');
const day = 24 * 3_600_000;

/** What one seed's shop is like. */
interface Shop {
  phones: readonly string[];
  meters: readonly string[];
  /** how often a repeat is allowed at once */
  insistence: number;
  moods: { order: readonly string[]; bill: readonly string[] };
  /** milliseconds: errands begin within this time, faults too */
  bustleMs: number;
}

/** The same plan for the same seed. */
export function makePlan(seed: number): Plan {
  const chance = chanceOf(`konter/${seed}`);
  const items: Item[] = [];
  const length = lengthOf(chance);
  const { bustleMs } = length;
  const shop: Shop = {
    phones: phones.slice(0, chance.between(1, phones.length)),
    meters: meters.slice(0, chance.between(1, meters.length)),
    insistence: chance.pick([0.1, 0.3, 0.8]),
    moods: { order: some(chance, moods.order), bill: some(chance, moods.bill) },
    bustleMs,
  };
  for (let { errands } = length; errands > 0; errands--) {
    items.push(...(chance.happens(0.7) ? orderErrand(chance, shop) : billErrand(chance, shop)));
  }
  const trouble = troublesOf(chance);
  const presses = items.map(({ at }) => at);
  for (let { faults } = length; faults > 0; faults--) {
    // Most troubles that hurt come while something is under way.
    const at = chance.happens(0.6)
      ? chance.pick(presses) + (chance.happens(0.6) ? chance.between(-40, 360) : chance.between(300, 3000))
      : chance.between(0, bustleMs);
    items.push(...trouble(Math.max(0, at)));
  }
  for (let { visits } = length; visits > 0; visits--) {
    // An order is overdue after ten minutes.
    const at = chance.happens(0.75)
      ? chance.between((bustleMs * 2) / 3, bustleMs + 180_000)
      : chance.between(10 * 60_000, 13 * 60_000);
    items.push({ at, do: 'resolve' });
  }
  if (chance.happens(0.2)) items.push({ at: chance.between(20_000, bustleMs + 210_000), do: 'evidence' });
  if (chance.happens(0.3)) items.push({ at: chance.between(30_000, bustleMs + 210_000), do: 'return_cash' });
  const keys = keysOf(seed, bustleMs);
  const { pressed, ...names } = namesOf(seed, items);
  const { swaps, items: again } = swapsOf(seed, pressed);
  return {
    seed,
    bustleMs,
    startsAt: chance.happens(0.2) ? beforeMidnight : beforeMidnight + chance.between(0, day),
    redelivers: chance.happens(0.5),
    twoPeople: chance.happens(0.2),
    keys: keys.atFirst,
    names: names.atFirst,
    sampleExtras: names.sampleExtras,
    swaps,
    // From a stream of its own: the rest of a plan stays what it was.
    oneAddress: !swaps && chanceOf(`konter/${seed}/one address`).happens(0.125),
    items: [
      ...paymentsOf(seed, bustleMs, pressed),
      ...again,
      ...answersOf(seed, pressed),
      ...changedKeyOf(seed, bustleMs),
      ...keys.items,
      ...parkingOf(seed, bustleMs),
      ...names.items,
      ...restoresOf(seed, bustleMs),
      ...correctionsOf(seed, pressed),
      ...batchesOf(seed, bustleMs, new Set(moods.order)),
    ].toSorted((one, other) => one.at - other.at),
  };
}

/** Somebody wants credit: pressed once, twice, by two cashiers, again with more insistence. */
function orderErrand(chance: Chance, shop: Shop): Item[] {
  const at = chance.between(1, shop.bustleMs);
  const customer = chance.pick(shop.phones);
  const press = {
    do: 'order' as const,
    customer,
    product: chance.happens(0.8) ? 'TSEL10' : chance.pick(credit),
    allowDuplicate: chance.happens(shop.insistence),
    allowCutOff: chance.happens(0.4),
    cash: chance.happens(0.6),
  };
  const items: Item[] = [{ at, ...press }];
  if (chance.happens(0.55)) items.unshift({ at: at - 1, do: 'mood', customer, ...mood(chance, shop.moods.order) });
  if (chance.happens(0.35)) items.push({ ...press, at: at + chance.pick([0, 0, 1, 40, 300, 4000]) });
  if (chance.happens(0.25)) {
    items.push({ ...press, at: at + chance.between(2000, 60_000), allowDuplicate: chance.happens(0.8) });
  }
  return items;
}

/** Somebody brings a bill: inquired, paid; inquired again in between, paid twice. */
function billErrand(chance: Chance, shop: Shop): Item[] {
  const at = chance.between(1, shop.bustleMs);
  const customer = chance.pick(shop.meters);
  const product = chance.happens(0.8) ? 'PLNPOST' : chance.pick(bills);
  const items: Item[] = [{ at, do: 'inquire', customer, product }];
  if (chance.happens(0.5)) items.unshift({ at: at - 1, do: 'mood', customer, ...mood(chance, shop.moods.bill) });
  const paidAt = at + chance.between(500, 12_000);
  const pay = {
    do: 'pay' as const,
    which: 'newest' as const,
    customer,
    product,
    allowDuplicate: chance.happens(shop.insistence),
    cash: chance.happens(0.6),
  };
  items.push({ at: paidAt, ...pay });
  // Who asks twice pays twice: only two inquiries make two bills that can both be paid.
  const again = chance.happens(0.35) ? 0.8 : 0.1;
  const askedBy = chance.happens(0.5) ? at + 400 : paidAt;
  if (chance.happens(again)) items.push({ at: chance.between(at, askedBy), do: 'inquire', customer, product });
  if (chance.happens(again))
    items.push({
      ...pay,
      which: chance.pick(['newest', 'oldest', 'oldest']),
      at: paidAt + chance.pick([0, 0, 0, 1, 40, 300, 4000, 40_000]),
    });
  return items;
}

/** All of them, or a few that then come often. */
function some(chance: Chance, names: readonly string[]): readonly string[] {
  if (chance.happens(0.4)) return names;
  return Array.from({ length: chance.between(1, 5) }, () => chance.pick(names));
}

/** One for the inquiry and one for the payment, or only the next request. */
function mood(chance: Chance, names: readonly string[]): { behaviour: string; times: number } {
  return { behaviour: chance.pick(names), times: chance.pick([1, 1, 2, 2, 4]) };
}
