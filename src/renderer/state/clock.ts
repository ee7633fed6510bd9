import { useSyncExternalStore } from 'react';
import { useStatus } from './status.ts';

const currentSecond = (): number => Math.floor(Date.now() / 1000);
const currentMinute = (): number => Math.floor((Date.now() + useStatus.getState().clockAhead) / 60_000);
const subscribeToSeconds = createTicker(currentSecond);
const subscribeToMinutes = createTicker(currentMinute);

/** Main's clock to the second, in milliseconds since 1970: the page follows the counter, not its own machine. */
export function useNow(): number {
  const seconds = useSyncExternalStore(subscribeToSeconds, currentSecond);
  return seconds * 1000 + useStatus((state) => state.clockAhead);
}

/**
 * The end of the current minute of main's clock, milliseconds since 1970: for the many cards that need not count seconds. A
 * pause about to end counts as over a little early, never late.
 */
export function useEndOfMinute(): number {
  return (useSyncExternalStore(subscribeToMinutes, currentMinute) + 1) * 60_000 - 1;
}

/**
 * Calls its listeners whenever time has changed the number. One timer serves all listeners; without a listener none runs.
 * @param read called once a second
 */
function createTicker(read: () => number): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let timer: number | undefined;
  return (listener) => {
    listeners.add(listener);
    let last = read();
    timer ??= window.setInterval(() => {
      const now = read();
      if (now === last) return;
      last = now;
      for (const each of listeners) each();
    }, 1000);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.clearInterval(timer);
      timer = undefined;
    };
  };
}
