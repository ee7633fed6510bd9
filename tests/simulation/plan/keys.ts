import { chanceOf } from '../engine/chance.ts';
import type { Item, KeysAtFirst } from './plan.ts';

/** What the provider signs with when a world begins. */
export const firstKey = 'simulated key';
/** A slip of the owner's finger: nobody signs with it. */
const mistypedKey = 'simulated kez';
const second = 1000;
const day = 24 * 3600 * second;

const usual: KeysAtFirst = { keyless: false, counter: firstKey };

/**
 * In one shop of ten something is the matter with the secret keys: a relay that holds none, a counter that was set to a wrong
 * one, a provider that signs with another from now on, the relay and the counter sent it early, late or never, the old one
 * ended at once or soon, one that is put in force again. Drawn from a stream of its own.
 */
export function keysOf(seed: number, bustleMs: number): { atFirst: KeysAtFirst; items: Item[] } {
  const chance = chanceOf(`konter/${seed}/keys`);
  if (!chance.happens(0.1)) return { atFirst: usual, items: [] };
  const keyless = chance.happens(0.4);
  const mistyped = chance.happens(0.3);
  const items: Item[] = [];
  const enterKey = (at: number, key: string): void => {
    const overlapMs = chance.pick([0, 2 * second, 20 * second, day]);
    items.push({ at: Math.max(0, at), do: 'enter_key', key, overlapMs });
  };
  if (mistyped && chance.happens(0.85)) enterKey(chance.between(second, bustleMs + 60 * second), firstKey);

  let key = firstKey;
  let from = 1;
  for (let changes = chance.pick(mistyped ? [0, 0, 1] : [1, 1, 1, 2]); changes > 0; changes--) {
    const at = chance.between(from, bustleMs);
    from = at;
    key = key === firstKey ? 'second key' : chance.pick([firstKey, 'third key']);
    items.push({ at, do: 'sign_with', key });
    if (!keyless) {
      const overlapMs = chance.pick([0, 5 * second, 30 * second, day]);
      const rotatedAt = Math.max(0, at + chance.pick([-20_000, -2000, -100, 50, 3000, 15_000]));
      items.push({ at: rotatedAt, do: 'rotate_mailbox', key, overlapMs });
    }
    if (chance.happens(0.9)) enterKey(at + chance.pick([-15_000, -1000, 50, 2000, 20_000, 60_000]), key);
  }
  if (chance.happens(0.2)) {
    const at = chance.between(1, bustleMs);
    enterKey(at, mistypedKey);
    enterKey(at + chance.pick([second, 10 * second, 60 * second]), key);
  }
  return { atFirst: { keyless, counter: mistyped ? mistypedKey : firstKey }, items };
}
