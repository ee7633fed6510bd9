/** Chance out of a seed. Forks by name, so that one part of a world drawing more changes nothing for another. */
export interface Chance {
  /** in [0, 1) */
  next(): number;
  /** a whole number, both ends included */
  between(from: number, to: number): number;
  happens(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  fork(name: string): Chance;
}

export function chanceOf(seed: string): Chance {
  let state = fnv(seed);
  // Mulberry32: 32 bits of state are enough for one history.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new Error('nothing to pick from');
      return choice;
    },
    fork: (name) => chanceOf(`${seed}/${name}`),
  };
}

/** FNV-1a, 32 bits. */
function fnv(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Bytes for the Random ports of the house. */
export function bytesOf(chance: Chance): { bytes(count: number): Uint8Array } {
  return {
    bytes: (count) => {
      const words = new Uint32Array(Math.ceil(count / 4));
      for (let at = 0; at < words.length; at++) words[at] = chance.next() * 2 ** 32;
      return new Uint8Array(words.buffer, 0, count);
    },
  };
}
