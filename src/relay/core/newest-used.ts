/** A map that forgets what was used longest ago, so that strangers cannot fill the memory. */
export interface NewestUsed<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/**
 * Two maps, and the older one is dropped whole. One map that deletes its first key at each insertion is slower: V8 walks over the
 * deleted keys to find the first one that is left.
 * @param minHeld it holds at least this many of the newest used, and at most twice as many
 */
export function newestUsed<Value>(minHeld: number): NewestUsed<Value> {
  let newer = new Map<string, Value>();
  let older = new Map<string, Value>();
  const put = (key: string, value: Value): void => {
    newer.set(key, value);
    if (newer.size < minHeld) return;
    older = newer;
    newer = new Map();
  };
  return {
    get: (key) => {
      const value = newer.get(key);
      if (value !== undefined) return value;
      const old = older.get(key);
      if (old !== undefined) put(key, old);
      return old;
    },
    set: put,
    clear: () => {
      newer.clear();
      older.clear();
    },
  };
}
