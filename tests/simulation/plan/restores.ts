import { chanceOf } from '../engine/chance.ts';
import type { Item } from './plan.ts';

const second = 1000;

/**
 * In one shop of twelve an older copy of the relay's database is put back. In most of them the counter is closed at that time, and
 * webhooks come before it polls again. Drawn from a stream of its own.
 */
export function restoresOf(seed: number, bustleMs: number): Item[] {
  const chance = chanceOf(`konter/${seed}/restores`);
  if (!chance.happens(1 / 12)) return [];
  const copiedAt = chance.between(1, Math.ceil(bustleMs / 2));
  const at = chance.between(copiedAt + 1, bustleMs + 10 * second);
  const downMs = chance.between(200, 2 * second);
  const items: Item[] = [
    { at: copiedAt, do: 'copy_relay' },
    { at, do: 'restore_relay', ms: downMs },
  ];
  if (chance.happens(0.7)) {
    items.push({ at: at - 1, do: 'kill_counter', awaits: 0, ms: downMs + chance.between(5, 20) * second });
  }
  for (let more = chance.between(0, 3); more > 0; more--) {
    items.push({ at: at + downMs + chance.between(100, 4 * second), do: 'reverse' });
  }
  return items;
}
