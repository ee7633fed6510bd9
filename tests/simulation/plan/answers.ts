import { unclearAnswers } from '../../../src/simulator/core/behaviours/answer-faults.ts';
import { chanceOf } from '../engine/chance.ts';
import type { Item } from './plan.ts';

const names = unclearAnswers.map(({ name }) => name);

/** Moods that only `answersOf` draws: the rest of a plan is what it was before there were such answers. */
export const isUnclearAnswer = (name: string): boolean => names.includes(name);

/**
 * In one shop of eight the provider answers what it carries out with words that are neither a success nor a known no, or minutes
 * after the time is up. Drawn from a stream of its own.
 * @param items what is pressed in this shop
 */
export function answersOf(seed: number, items: readonly Item[]): Item[] {
  const chance = chanceOf(`konter/${seed}/answers`);
  if (!chance.happens(0.125)) return [];
  return items.flatMap((item): Item[] => {
    if (item.do !== 'order' && item.do !== 'pay') return [];
    const at = Math.max(0, item.at - 1);
    const lot = chance.next();
    if (lot < 0.4) return [{ at, do: 'mood', customer: item.customer, behaviour: chance.pick(names), times: 1 }];
    if (lot > 0.75) return [];
    return [{ at, do: 'harm', exchange: item.do, harm: 'late', ms: chance.between(1, 240) * 1000 }];
  });
}
