import { chanceOf } from '../engine/chance.ts';
import type { Item, PaidBy } from './plan.ts';

const phones = ['081234567890', '081200000001', '081200000002'] as const;
const products = ['TSEL10', 'TSEL5', 'XL10'] as const;
/** What a pause comes from, and what a batch goes on after. */
const behaviours = ['lost', 'dropped', 'refused', 'early', 'gateway', 'half'] as const;
const ways: readonly (PaidBy | null)[] = [
  null,
  { methods: ['qris'], share: 100 },
  { methods: ['cash', 'qris'], share: 40 },
  { methods: ['qris', 'tab'], share: 30 },
  { methods: ['tab'], share: 100 },
];

/**
 * In one shop of five customers buy several things at once: some lines lose their answer, the counter is killed in the middle, and a
 * person goes on, stops, or gives back the rest. Drawn from a stream of its own, so that the rest of a plan is what it was.
 * @param customers the behaviours that the simulator has
 */
export function batchesOf(seed: number, bustleMs: number, customers: ReadonlySet<string>): Item[] {
  const chance = chanceOf(`konter/${seed}/batches`);
  if (!chance.happens(0.2)) return [];
  const items: Item[] = [];
  for (let count = chance.between(1, 2); count > 0; count--) {
    const at = chance.between(1, bustleMs);
    const all = phones.flatMap((customer) => products.map((product) => ({ customer, product })));
    const lines = Array.from({ length: chance.between(2, 5) }, () => chance.pick(all));
    const paidBy = chance.pick(ways);
    const bills = chance.happens(0.3);
    items.push({
      at,
      do: 'batch',
      lines: lines.filter((line, first) => lines.indexOf(line) === first),
      bills,
      allowDuplicate: chance.happens(0.7),
      ...(paidBy ? { paidBy } : {}),
    });
    for (const customer of phones) {
      const behaviour = chance.pick(behaviours);
      if (customers.has(behaviour) && chance.happens(0.4))
        items.push({ at: at - 1, do: 'mood', customer, behaviour, times: 1 });
    }
    if (chance.happens(0.3)) items.push({ at, do: 'harm', exchange: 'order', harm: 'refuse', ms: 1000 });
    if (chance.happens(0.5)) {
      const after = chance.between(20, 2500);
      items.push({
        at: at + after,
        do: 'kill_counter',
        awaits: chance.between(0, 12),
        ms: chance.between(1, 9) * 1000,
      });
    }
    for (let acts = chance.between(1, 4); acts > 0; acts--) {
      const later = at + chance.between(3000, 60_000);
      items.push({ at: later, do: chance.pick(['resume_batch', 'resume_batch', 'stop_batch'] as const) });
    }
    const by = chance.pick([null, 'cash', 'transfer'] as const);
    items.push({ at: at + chance.between(20_000, 90_000), do: 'give_back', ...(by ? { by } : {}) });
  }
  return items;
}
