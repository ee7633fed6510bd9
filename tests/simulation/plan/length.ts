import type { Chance } from '../engine/chance.ts';

/** How much happens in one history. */
export interface Length {
  errands: number;
  /** besides the provider's moods, which come with the errands */
  faults: number;
  /** times that a supervisor looks at what is not settled */
  visits: number;
  /** milliseconds: errands begin within this time, faults too */
  bustleMs: number;
}

type Draw = (chance: Chance) => Length;

/** One errand or a few, and nearly as many troubles as in a whole day: what finds most is several of them at one sale. */
const brief: Draw = (chance) => {
  const errands = chance.pick([1, 1, 2, 2, 3]);
  return {
    errands,
    faults: chance.pick([1, 2, 3, 4, 5, 7]),
    visits: chance.between(0, 1),
    bustleMs: errands * 15_000,
  };
};

const busy: Draw = (chance) => ({
  errands: chance.between(3, 7),
  faults: chance.pick([1, 2, 3, 4, 5, 7, 9]),
  visits: chance.between(0, 3),
  bustleMs: 90_000,
});

/** What needs many sales or webhooks before it shows. */
const long: Draw = (chance) => ({
  errands: chance.between(8, 12),
  faults: chance.pick([5, 8, 11, 14]),
  visits: chance.between(0, 5),
  bustleMs: 180_000,
});

/** Of 19 histories 12 are brief and one is long. */
export function lengthOf(chance: Chance): Length {
  const lot = chance.between(1, 19);
  if (lot <= 12) return brief(chance);
  return lot <= 18 ? busy(chance) : long(chance);
}
