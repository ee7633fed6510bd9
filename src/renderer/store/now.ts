import { useSyncExternalStore } from 'react';
import { useStatus } from './status.ts';

const listeners = new Set<() => void>();
let ticking: number | undefined;
let second = Math.floor(Date.now() / 1000);

function listenToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= window.setInterval(() => {
    second = Math.floor(Date.now() / 1000);
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(ticking);
    ticking = undefined;
  };
}

/** Main's clock to the second, in milliseconds since 1970: the page follows the counter, not its own machine. */
export function useNow(): number {
  const seconds = useSyncExternalStore(listenToSeconds, () => second);
  return seconds * 1000 + useStatus((state) => state.clockAhead);
}
