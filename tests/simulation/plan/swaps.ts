import { behaviours } from '../../../src/simulator/core/behaviours/table.ts';
import { chanceOf } from '../engine/chance.ts';
import { isUnclearAnswer } from './answers.ts';
import type { Item } from './plan.ts';

const moods = behaviours.filter(({ name, order }) => order && !isUnclearAnswer(name)).map(({ name }) => name);
const second = 1000;

/**
 * In one shop of eight somebody on the way gives webhooks of orders of one product and number each other's address
 * (world/on-the-way.ts). There one order is followed by others of the same, which most often takes a person: while nobody knows
 * what became of the one before, none is sent. Drawn from a stream of its own.
 * @param items what is pressed in this shop
 */
export function swapsOf(seed: number, items: readonly Item[]): { swaps: boolean; items: Item[] } {
  const chance = chanceOf(`konter/${seed}/swaps`);
  const orders = items.filter((item) => item.do === 'order');
  if (!chance.happens(0.125) || orders.length === 0) return { swaps: false, items: [] };
  const order = chance.pick(orders);
  const { customer } = order;
  const more: Item[] = [];
  let { at } = order;
  for (let left = chance.pick([1, 1, 1, 2, 2, 3]); left >= 0; left--) {
    if (chance.happens(0.4)) {
      more.push({ at: Math.max(0, at - 1), do: 'mood', customer, behaviour: chance.pick(moods), times: 1 });
    }
    // Without an answer, only a webhook or a person says whose an id is.
    if (chance.happens(0.7)) {
      more.push({ at: Math.max(0, at - 1), do: 'harm', exchange: 'order', harm: 'lose_answer', ms: second });
    }
    if (left === 0) break;
    at += chance.between(2 * second, 20 * second);
    more.push({ at, do: 'resolve' });
    at += chance.between(200, 3 * second);
    more.push({ ...order, at, allowDuplicate: true, allowCutOff: true });
  }
  // What is disputed then is looked at once or twice more, and the last order as well.
  for (let visits = chance.between(0, 3); visits > 0; visits--) {
    at += chance.between(second, 60 * second);
    more.push({ at, do: 'resolve' });
  }
  return { swaps: true, items: more };
}
