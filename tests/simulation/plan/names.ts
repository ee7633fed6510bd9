import { type Chance, chanceOf } from '../engine/chance.ts';
import type { Item } from './plan.ts';

/** Codes for phone credit that may be called alike. */
const codes = ['TSEL10', 'XL10', 'TSEL5'] as const;

/** Long ones are cut where they are kept: at 200, here in the middle of a letter, and behind it. */
const names = [
  'Telkomsel 10.000',
  'Telkomsel 10.000',
  'Pulsa Café 10rb',
  'Straße 10',
  'İstanbul 10',
  '\u202EPulsa 10',
  '"Pulsa"\\ \u0000 10',
  '',
  ' ',
  '-',
  `${'T'.repeat(199)}😀 10`,
  `${'T'.repeat(260)} 10`,
  'Nama Lain',
] as const;

const spellings: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => ` ${name}\u00A0`,
  (name) => name.replace(' ', '  '),
  (name) => name.normalize('NFD'),
  (name) => `${name}.`,
];

export interface Names {
  atFirst: Readonly<Record<string, string>>;
  /** webhooks carry product_code and price, as the sample does */
  sampleExtras: boolean;
  items: Item[];
}

/**
 * In one shop of eight the products have names that are hard to distinguish or to keep, and the provider renames some
 * while orders are under way. Drawn from a stream of its own.
 * @param items what is pressed in this shop; some of it is then for another product
 */
export function namesOf(seed: number, items: readonly Item[]): Names & { pressed: Item[] } {
  const chance = chanceOf(`konter/${seed}/names`);
  if (!chance.happens(0.125)) return { atFirst: {}, sampleExtras: true, items: [], pressed: [...items] };
  const called: Record<string, string> = {};
  const first = chance.pick(names);
  for (const code of codes) called[code] = chance.happens(0.6) ? spelt(chance, first) : chance.pick(names);
  const atFirst = { ...called };

  const pressed = items.map((item) =>
    item.do === 'order' && item.product === 'TSEL10' && chance.happens(0.4)
      ? { ...item, product: chance.pick(codes) }
      : item,
  );
  const orders = pressed.filter((item) => item.do === 'order');
  const renamed: Item[] = [];
  for (let count = chance.pick([0, 1, 1, 2, 3]); count > 0 && orders.length > 0; count--) {
    const order = chance.pick(orders);
    const at = Math.max(0, order.at + chance.pick([-60, 60, 130, 200, 260, 400, 1200, 1600, 5000]));
    const now = called[order.product] ?? '';
    const name = chance.happens(0.5) ? spelt(chance, now) : chance.pick([...names, ...Object.values(called)]);
    called[order.product] = name;
    renamed.push({ at, do: 'rename', product: order.product, name });
    // The new name then comes before the answer that ties the webhook to its order.
    if (!chance.happens(0.3)) continue;
    renamed.push({ at: Math.max(0, order.at - 1), do: 'mood', customer: order.customer, behaviour: 'early', times: 1 });
  }
  // Two products of one name cannot be distinguished by what the interface documents of a webhook.
  const sampleExtras = chance.happens(0.5) || areEverAlike([...Object.entries(atFirst), ...renamings(renamed)]);
  return { atFirst, sampleExtras, items: renamed, pressed };
}

const renamings = (items: readonly Item[]): [string, string][] =>
  items.flatMap((item) => (item.do === 'rename' ? [[item.product, item.name]] : []));

function areEverAlike(called: readonly [code: string, name: string][]): boolean {
  const plain = (name: string): string => name.slice(0, 200).trim().toUpperCase();
  return called.some(([code, name]) => called.some(([other, its]) => other !== code && plain(its) === plain(name)));
}

function spelt(chance: Chance, name: string): string {
  return chance.happens(0.4) ? name : chance.pick(spellings)(name);
}
