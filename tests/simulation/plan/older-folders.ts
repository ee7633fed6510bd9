import { chanceOf } from '../engine/chance.ts';
import type { Harm, Item } from './plan.ts';

const second = 1000;
/** What leaves a sale open for a while, or for good. */
const open = ['too-slow', 'never-final', 'late', 'pending-success', 'pending-failed'] as const;
const harms: readonly Harm[] = ['refuse', 'lose_request', 'lose_answer', 'late', 'stuck'];

/**
 * In one shop of eight the folder of a counter, secrets included, is put back to a copy after it has sold something, and the customer goes to
 * another counter. What the relay says to the older copy is late or lost. Drawn from a stream of its own.
 */
export function olderFoldersOf(seed: number, counters: number, bustleMs: number): Item[] {
  const chance = chanceOf(`konter/${seed}/older folders`);
  if (!chance.happens(1 / 8)) return [];
  const counter = chance.between(0, counters - 1);
  const customer = chance.pick(['081234567890', '081200000001']);
  const order = {
    do: 'order',
    customer,
    product: 'TSEL10',
    allowDuplicate: false,
    allowCutOff: true,
    cash: false,
  } as const;
  const copiedAt = chance.between(500, Math.ceil(bustleMs / 2));
  const soldAt = copiedAt + chance.between(1, 4 * second);
  const backAt = soldAt + chance.pick([200, 600, 2000, 20_000]);
  const downMs = chance.between(200, 4 * second);
  const items: Item[] = [
    { at: copiedAt, counter, do: 'copy_folder' },
    { at: soldAt - 1, do: 'mood', customer, behaviour: chance.pick(open), times: 1 },
    { at: soldAt, counter, ...order },
    { at: backAt, counter, do: 'put_back_folder', ms: downMs },
  ];
  for (let more = chance.between(0, 3); more > 0; more--) {
    const exchange = chance.pick(['log', 'claims'] as const);
    items.push({
      at: backAt + 1,
      counter,
      do: 'harm',
      exchange,
      harm: chance.pick(harms),
      ms: chance.between(1, 9) * second,
    });
  }
  for (let times = chance.between(1, 3); times > 0; times--) {
    const other = (counter + chance.between(1, counters - 1)) % counters;
    items.push({ at: backAt + downMs + chance.pick([300, 1000, 5000, 20_000, 60_000]), counter: other, ...order });
  }
  return items;
}
