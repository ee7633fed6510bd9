import type { Random } from './ports.ts';

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Mulberry32: small, well known, and good enough for made-up customers. The same seed gives the same run. */
export function randomOf(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    text(alphabet, length) {
      let made = '';
      while (made.length < length) {
        const character = alphabet.charAt(between(0, alphabet.length - 1));
        if (made !== '' || character !== '0') made += character;
      }
      return made;
    },
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  };
}
