import { chanceOf } from '../engine/chance.ts';
import type { Item } from './plan.ts';

/**
 * In one shop of eight a supervisor corrects settled sales, or puts them in doubt for a while, and the customer asks for the same
 * again. Drawn from a stream of its own, so that the rest of a plan is what it was.
 * @param pressed what is pressed in this shop
 */
export function correctionsOf(seed: number, pressed: readonly Item[]): Item[] {
  const chance = chanceOf(`konter/${seed}/corrections`);
  const orders = pressed.filter((item) => item.do === 'order');
  if (!chance.happens(0.125) || orders.length === 0) return [];
  const items: Item[] = [];
  for (let count = chance.between(1, 3); count > 0; count--) {
    const order = chance.pick(orders);
    const at = order.at + chance.between(3000, 40_000);
    items.push({ at, do: 'correct', doubt: chance.happens(0.6) });
    if (chance.happens(0.7)) items.push({ ...order, at: at + chance.between(1, 9000), allowDuplicate: true });
    if (chance.happens(0.3)) items.push({ at: at + chance.between(200, 4000), do: 'return_cash' });
    if (chance.happens(0.5)) items.push({ at: at + chance.between(20_000, 60_000), do: 'resolve' });
  }
  return items;
}
