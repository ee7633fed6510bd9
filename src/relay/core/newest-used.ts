/** A map that forgets what was not used for longest once it is full, so that strangers cannot fill the memory. */
export interface NewestUsed<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/**
 * Until it is half full, nobody's turn to be forgotten is near, and the order of use is not kept: what is looked up most would
 * pay for it each time.
 * @param most how many it holds
 */
export function newestUsed<Value>(most: number): NewestUsed<Value> {
  const held = new Map<string, Value>();
  const put = (key: string, value: Value): void => {
    held.delete(key);
    held.set(key, value);
  };
  return {
    get: (key) => {
      const value = held.get(key);
      if (value !== undefined && held.size > most / 2) put(key, value);
      return value;
    },
    set: (key, value) => {
      put(key, value);
      if (held.size <= most) return;
      const oldest = held.keys().next();
      if (!oldest.done) held.delete(oldest.value);
    },
    clear: () => held.clear(),
  };
}
