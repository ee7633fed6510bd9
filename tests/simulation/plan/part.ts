import { type Chance, chanceOf } from '../engine/chance.ts';

/** A world is drawn in parts, one after the other, so that opening and closing it are a small share of it. */
export interface Part {
  /** of the world */
  seed: number;
  /** of the part, from 0 */
  number: number;
  /** milliseconds: its errands begin within this time, counted from its begin */
  bustleMs: number;
}

/**
 * Some things are the matter in one world of so many, and there in each part. Null in the other worlds. Drawn from a stream of its own,
 * so that the rest of a plan is what it would be without.
 */
export function ofOneWorldIn(count: number, name: string, { seed, number }: Part): Chance | null {
  const world = chanceOf(`konter/${seed}/${name}`);
  return world.happens(1 / count) ? world.fork(`${number}`) : null;
}
