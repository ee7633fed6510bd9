import { behaviours } from '../../../src/simulator/core/behaviours/table.ts';
import { type Chance, chanceOf } from '../engine/chance.ts';
import { isUnclearAnswer } from '../plan/answers.ts';
import { troublesOf } from '../plan/faults.ts';
import { firstKey } from '../plan/keys.ts';
import { lengthOf } from '../plan/length.ts';
import { makePlan } from '../plan/make-plan.ts';
import { olderFoldersOf } from '../plan/older-folders.ts';
import type { Harm, Item, Plan } from '../plan/plan.ts';

const phones = ['081234567890', '081200000001'] as const;
const meters = ['530000000001'] as const;
const products = ['TSEL10', 'TSEL10', 'TSEL10', 'XL10'] as const;
/** What leaves a sale open for a while, or for good. */
const open = ['too-slow', 'never-final', 'late', 'pending-success', 'pending-failed', 'no-id'];
const behavioursOf = (kind: 'order' | 'pay'): readonly string[] =>
  behaviours.filter((one) => one[kind] && !isUnclearAnswer(one.name)).map(({ name }) => name);
const moods = { order: behavioursOf('order'), bill: behavioursOf('pay') };
const claimHarms: readonly Harm[] = ['refuse', 'lose_request', 'lose_answer', 'late', 'stuck', 'duplicate'];
const logHarms: readonly Harm[] = ['refuse', 'lose_request', 'lose_answer', 'lose_answer', 'duplicate'];
const second = 1000;

/** One shop of two to four counters, where customers go from one to the next. The same plan for the same seed. */
export function makeShopPlan(seed: number): Plan {
  const chance = chanceOf(`konter/${seed}/one shop`);
  const few = chance.happens(0.7) ? 2 : 3;
  const counters = seed % 20 === 0 ? 4 : few;
  const length = lengthOf(chance);
  const { bustleMs } = length;
  const any = (): number => chance.between(0, counters - 1);
  const items: Item[] = [];
  for (let errands = length.errands + 1; errands > 0; errands--) {
    items.push(...chance.pick([orderErrand, orderErrand, billErrand, laterErrand])());
  }
  const presses = items.map(({ at }) => at);
  const near = (): number => Math.max(0, chance.pick(presses) + chance.pick([-40, 0, 40, 120, 360, 3000]));
  for (let claims = chance.pick([0, 0, 1, 2, 4]); claims > 0; claims--) {
    const harm = chance.pick(claimHarms);
    items.push({
      at: near(),
      counter: any(),
      do: 'harm',
      exchange: 'claims',
      harm,
      ms: chance.between(1, 60) * second,
    });
  }
  for (let parts = chance.pick([0, 0, 2, 6]); parts > 0; parts--) {
    items.push({ at: near(), counter: any(), do: 'harm', exchange: 'log', harm: chance.pick(logHarms), ms: 0 });
  }
  const trouble = troublesOf(chance);
  for (let { faults } = length; faults > 0; faults--) {
    const at = chance.happens(0.7) ? near() : chance.between(0, bustleMs);
    for (const item of trouble(at)) items.push({ ...item, counter: any() });
  }
  for (let { visits } = length; visits > 0; visits--) {
    items.push({ at: chance.between(bustleMs / 2, bustleMs + 180_000), counter: any(), do: 'resolve' });
  }
  if (chance.happens(0.15)) {
    const copiedAt = chance.between(1, bustleMs);
    const at = chance.between(copiedAt, bustleMs + 10 * second);
    items.push({ at: copiedAt, do: 'copy_relay' }, { at, do: 'restore_relay', ms: chance.between(200, 9 * second) });
  }
  if (chance.happens(0.3)) {
    for (let counter = 0; counter < counters; counter++) {
      items.push({ at: 0, counter, do: 'jump_clock', whose: 'counter', ms: chance.between(-90, 90) * second });
    }
  }
  items.push(...olderFoldersOf(seed, counters, bustleMs));
  if (chance.happens(0.12)) items.push(...theft());
  else if (chance.happens(0.1)) items.push({ at: chance.between(1, bustleMs), do: 'rotate_shop_key' });
  const office = chance.happens(0.5);
  for (let kills = office ? chance.pick([0, 1, 2, 4]) : 0; kills > 0; kills--) {
    const awaits = chance.between(0, 40);
    const ms = chance.between(1, 9) * second;
    items.push({ at: near(), counter: counters, do: 'kill_counter', awaits, ms });
  }
  if (office && chance.happens(0.3)) {
    items.push({ at: near(), counter: counters, do: 'cut', between: 'relay', ms: chance.between(1, 45) * second });
  }
  const { startsAt, redelivers, twoPeople } = makePlan(seed);
  return {
    seed,
    counters,
    office,
    startsAt,
    bustleMs,
    redelivers,
    twoPeople,
    keys: { keyless: false, counter: firstKey },
    names: {},
    sampleExtras: false,
    swaps: false,
    oneAddress: false,
    items: items.map(forItsOwn).toSorted((one, other) => one.at - other.at),
  };

  /** Somebody wants credit, and asks for it at one counter after the other, or at all of them at once. */
  function orderErrand(): Item[] {
    const at = chance.between(1, bustleMs);
    const customer = chance.pick(phones);
    const product = chance.pick(products);
    const some: Item[] = moodOf(chance, at, customer, moods.order);
    for (let times = chance.between(1, 4); times > 0; times--) {
      const counter = any();
      const pressed = at + chance.pick([0, 0, 1, 40, 300, 4000, 20_000]);
      const read = { at: pressed - chance.between(500, 70_000), counter, do: 'read_back', customer, product } as const;
      if (read.at > 0 && chance.happens(0.3)) some.push(read);
      some.push({
        at: pressed,
        counter,
        do: 'order',
        customer,
        product,
        allowDuplicate: chance.happens(0.3),
        allowCutOff: true,
        cash: chance.happens(0.3),
        ...(chance.happens(0.5) ? { allowsOther: true } : {}),
      });
    }
    return some;
  }

  /** An order stays open, its counter ends or an old request comes late, and the customer asks at another counter after that. */
  function laterErrand(): Item[] {
    const at = chance.between(2000, bustleMs);
    const [customer, product] = [chance.pick(phones), 'TSEL10'];
    const counter = any();
    const order = { do: 'order', customer, product, allowDuplicate: false, allowCutOff: true, cash: false } as const;
    const some: Item[] = [
      { at: at - 1, do: 'mood', customer, behaviour: chance.pick(open), times: 1 },
      { at, counter, ...order },
    ];
    const late = { counter, do: 'harm', exchange: 'claims', ms: chance.between(2, 30) * second } as const;
    const read = { counter, do: 'read_back', customer, product } as const;
    if (chance.happens(0.5)) {
      const readAt = at - chance.between(300, 2000);
      some.push({ at: readAt - 1, ...late, harm: chance.pick(['stuck', 'duplicate']) }, { at: readAt, ...read });
    }
    if (chance.happens(0.5)) {
      const awaits = chance.between(0, 30);
      some.push({
        at: at + chance.between(0, 4000),
        counter,
        do: 'kill_counter',
        awaits,
        ms: chance.between(1, 6) * second,
      });
    }
    for (let more = chance.between(1, 2); more > 0; more--) {
      const other = (counter + chance.between(1, counters - 1)) % counters;
      some.push({ at: at + chance.pick([2000, 6000, 12_000, 30_000, 95_000, 140_000]), counter: other, ...order });
    }
    return some;
  }

  /** A counter is stolen with an order under way. Its customer comes back, before and after a supervisor has settled that. */
  function theft(): Item[] {
    const at = chance.between(2000, bustleMs);
    const counter = any();
    const [customer, product] = [chance.pick(phones), 'TSEL10'];
    const order = { do: 'order', customer, product, allowDuplicate: false, allowCutOff: true, cash: false } as const;
    const other = (counter + chance.between(1, counters - 1)) % counters;
    const settledAt = at + chance.pick([second, 200 * second, 240 * second]);
    return [
      { at: at - 1, do: 'mood', customer, behaviour: chance.pick(open), times: 1 },
      { at, counter, ...order },
      { at: at + chance.between(0, 2000), counter, do: 'revoke' },
      ...(chance.happens(0.5) ? [{ at: at + 2001, do: 'rotate_shop_key' } as const] : []),
      { at: at + 5 * second, counter, ...order },
      { at: at + chance.between(3, 20) * second, counter: other, ...order },
      { at: settledAt, counter: other, do: 'settle_claims' },
      { at: settledAt + chance.between(1, 9) * second, counter: other, ...order },
    ];
  }

  /** Somebody brings a bill, and pays it at the other counter too. */
  function billErrand(): Item[] {
    const at = chance.between(1, bustleMs);
    const customer = chance.pick(meters);
    const product = 'PLNPOST';
    const some: Item[] = moodOf(chance, at, customer, moods.bill);
    const paidAt = at + chance.between(500, 9000);
    for (let counter = 0; counter < counters; counter++) {
      if (chance.happens(0.2)) continue;
      some.push({ at: at + chance.between(0, 400), counter, do: 'inquire', customer, product });
      some.push({
        at: paidAt + chance.pick([0, 0, 1, 40, 300, 4000, 30_000]),
        counter,
        do: 'pay',
        which: 'newest',
        customer,
        product,
        allowDuplicate: chance.happens(0.3),
        cash: chance.happens(0.3),
      });
    }
    return some;
  }
}

function moodOf(chance: Chance, at: number, customer: string, names: readonly string[]): Item[] {
  if (!chance.happens(0.7)) return [];
  const behaviour = chance.pick(chance.happens(0.5) ? names.filter((name) => open.includes(name)) : names);
  return [{ at: at - 1, do: 'mood', customer, behaviour, times: chance.pick([1, 1, 2, 3]) }];
}

/** The relay breaks down for all counters, or all but one reach it; what is said of the provider, it says to all. */
function forItsOwn(item: Item): Item {
  const isForAll = ['mood', 'copy_relay', 'restore_relay', 'rotate_shop_key'].includes(item.do);
  if (!isForAll) return item;
  const { counter: _all, ...forAll } = item;
  return forAll;
}
