import type { Behaviour } from '../behaviour.ts';
import { behaviours } from '../behaviours/table.ts';
import { type Item, type PostpaidItem, type PrepaidItem, postpaid, prepaid } from './product.ts';

const drillPrepaid = (code: string, bent: Partial<Omit<PrepaidItem, 'kind'>> = {}): PrepaidItem =>
  prepaid({ code, name: `Latihan ${code}`, brand: 'LATIHAN', category: 'Pulsa', cost: 10_250, ...bent });

const drillPostpaid = (code: string, behaviour: string): PostpaidItem =>
  postpaid({
    code,
    name: `Latihan ${code}`,
    brand: 'LATIHAN',
    category: 'Internet',
    admin: 2500,
    commission: 1000,
    bill: { from: 50_000, to: 150_000 },
    behaviour,
  });

/** The product code that asks for a behaviour: to order (or only to look up), and to pay as a bill; null where it has none. */
export function drillCodes({ name, order, product, inquiry }: Behaviour): {
  prepaid: string | null;
  postpaid: string | null;
} {
  const word = name.replaceAll('-', '').toUpperCase();
  return { prepaid: order || product ? `${word}10` : null, postpaid: inquiry ? `BILL${word}` : null };
}

function drillsOf(behaviour: Behaviour): Item[] {
  const codes = drillCodes(behaviour);
  const items: Item[] = [];
  if (codes.prepaid !== null) items.push(drillPrepaid(codes.prepaid, { behaviour: behaviour.name }));
  if (codes.postpaid !== null) items.push(drillPostpaid(codes.postpaid, behaviour.name));
  return items;
}

/** Products to practise with: one code for every behaviour, and those that are not for sale. */
export const drills: readonly Item[] = [
  drillPrepaid('INACTIVE10', { active: false }),
  drillPrepaid('CUTOFF10', { pause: 'now' }),
  ...behaviours.flatMap(drillsOf),
];
