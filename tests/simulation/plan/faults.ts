import type { Chance } from '../engine/chance.ts';
import type { Exchange, Fault, Harm, Item } from './plan.ts';

type Draw = (chance: Chance) => Fault;

const harms: Readonly<Record<Exchange, readonly Harm[]>> = {
  product: ['refuse', 'lose_request', 'lose_answer', 'truncate', 'corrupt', 'late'],
  inquiry: ['refuse', 'lose_request', 'lose_answer', 'truncate', 'corrupt', 'late', 'stuck'],
  // Never "duplicate": what TCP carries over one connection comes once.
  order: ['refuse', 'lose_request', 'lose_answer', 'lose_answer', 'truncate', 'corrupt', 'late', 'stuck'],
  pay: ['refuse', 'lose_request', 'lose_answer', 'lose_answer', 'truncate', 'corrupt', 'late', 'stuck'],
  webhook: ['refuse', 'lose_request', 'lose_answer', 'truncate', 'corrupt', 'late', 'stuck', 'duplicate', 'duplicate'],
  poll: ['refuse', 'lose_request', 'lose_answer', 'late'],
  ack: ['refuse', 'lose_request', 'lose_answer', 'late'],
  claims: ['refuse', 'lose_request', 'lose_answer', 'late', 'stuck', 'duplicate'],
  log: ['refuse', 'lose_request', 'lose_answer', 'duplicate'],
};
const exchanges = [
  'order',
  'order',
  'order',
  'pay',
  'pay',
  'webhook',
  'webhook',
  'inquiry',
  'product',
  'poll',
  'ack',
] as const;

const second = 1000;
const hour = 3600 * second;

const draws: readonly [number, Draw][] = [
  [
    9,
    (chance) => {
      const exchange = chance.pick(exchanges);
      return { do: 'harm', exchange, harm: chance.pick(harms[exchange]), ms: chance.between(1, 90) * second };
    },
  ],
  [
    3,
    (chance) => ({
      do: 'cut',
      between: chance.pick(['provider', 'relay', 'webhooks']),
      ms: chance.between(1, 45) * second,
    }),
  ],
  [
    5,
    (chance) => ({
      do: 'kill_counter',
      awaits: chance.pick([0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 25]),
      ms: chance.between(1, 20) * second,
    }),
  ],
  [3, (chance) => ({ do: 'kill_relay', awaits: chance.between(0, 12), ms: chance.between(1, 20) * second })],
  [2, (chance) => ({ do: 'fill_disk', ms: chance.pick([300, 2000, 9000, 30_000]) })],
  [
    2,
    (chance) => ({
      do: 'jump_clock',
      whose: chance.happens(0.8) ? 'counter' : 'relay',
      ms: chance.pick([-30 * 24 * hour, -24 * hour, -hour, -61 * second, 61 * second, hour, 24 * hour]),
    }),
  ],
  [2, () => ({ do: 'reverse' })],
  [1, () => ({ do: 'wake' })],
  [1, () => ({ do: 'report_bill' })],
  [1, () => ({ do: 'forge' })],
  [2, (chance) => ({ do: 'replay', bare: chance.happens(0.3) })],
  [1, (chance) => ({ do: 'drop_oldest', count: chance.between(1, 9) })],
  [1, () => ({ do: 'stranger' })],
];

/** Draws one trouble at that moment. */
export type DrawTrouble = (at: number) => Item[];

/**
 * Of all kinds of trouble a seed knows only some, so that those come often and together: a swarm of narrow histories finds
 * more than one wide one. The likelier kinds come more often.
 */
export function troublesOf(chance: Chance): DrawTrouble {
  const everything = chance.happens(0.3);
  const some = draws.filter(() => everything || chance.happens(0.35));
  const choices = some.length > 0 ? some : draws;
  const total = choices.reduce((sum, [weight]) => sum + weight, 0);
  return (at) => {
    let lot = chance.between(1, total);
    const [, draw] = choices.find(([weight]) => (lot -= weight) <= 0)!;
    const fault = { at, ...draw(chance) };
    // The relay only drops what was not read for long: the line between was broken.
    if (fault.do !== 'drop_oldest') return [fault];
    return [
      { at, do: 'cut', between: 'relay', ms: 45_000 },
      { ...fault, at: at + chance.between(2000, 40_000) },
    ];
  };
}
