import { newestUsed } from './newest-used.ts';

/** Answers that are kept until something changes; one question serves all who ask at once. */
export interface Remembered<Value> {
  /** At once, where it is known or nothing is there. */
  get(id: string): Promise<Value | null> | Value | null;
  forget(): void;
}

/** @param most how many are known at once, and how many are known not to be there: strangers choose those */
export function remembered<Value>(
  most: { known: number; unknown: number },
  ask: (id: string) => Promise<Value | null>,
): Remembered<Value> {
  const known = newestUsed<Value>(most.known);
  const unknown = newestUsed<true>(most.unknown);
  const underWay = new Map<string, Promise<Value | null>>();
  let turn = 0;

  const lookUp = async (id: string): Promise<Value | null> => {
    const began = turn;
    try {
      const found = await ask(id);
      // What was changed meanwhile may be in it or not: it is good for this once.
      if (began === turn && found !== null) known.set(id, found);
      if (began === turn && found === null) unknown.set(id, true);
      return found;
    } finally {
      if (began === turn) underWay.delete(id);
    }
  };
  return {
    get: (id) => {
      const found = known.get(id);
      if (found !== undefined) return found;
      if (unknown.get(id)) return null;
      const asked = underWay.get(id) ?? lookUp(id);
      underWay.set(id, asked);
      return asked;
    },
    forget: () => {
      turn += 1;
      known.clear();
      unknown.clear();
      underWay.clear();
    },
  };
}
