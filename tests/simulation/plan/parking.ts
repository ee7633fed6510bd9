import { chanceOf } from '../engine/chance.ts';
import type { Item } from './plan.ts';

/** The customer of every parked sale: nobody ever sells to this number. */
export const parkedCustomer = '081200000099';

/**
 * In one shop of six sales are parked while they are typed, the counter is killed about then, and they are brought back. Drawn from a
 * stream of its own, so that the rest of a plan is what it was.
 */
export function parkingOf(seed: number, bustleMs: number): Item[] {
  const chance = chanceOf(`konter/${seed}/parking`);
  if (!chance.happens(1 / 6)) return [];
  const items: Item[] = [];
  for (let count = chance.between(1, 11); count > 0; count--) {
    const at = chance.between(1, bustleMs);
    items.push({ at, do: 'park' });
    if (chance.happens(0.3)) items.push({ at: at + chance.between(0, 20_000), do: 'bring_back' });
    if (chance.happens(0.15)) {
      items.push({ at: at + chance.between(0, 20), do: 'kill_counter', awaits: chance.between(0, 3), ms: 2000 });
    }
  }
  items.push({ at: bustleMs + 120_000, do: 'bring_back' });
  return items;
}
