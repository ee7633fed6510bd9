import { useSyncExternalStore } from 'react';
import { useStatus } from './status.ts';

const listeners = new Set<() => void>();
let ticking: number | undefined;
const minuteNow = (): number => Math.floor((Date.now() + useStatus.getState().clockAhead) / 60_000);

function listenToMinutes(listener: () => void): () => void {
  listeners.add(listener);
  let told = minuteNow();
  ticking ??= window.setInterval(() => {
    const now = minuteNow();
    if (now === told) return;
    told = now;
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(ticking);
    ticking = undefined;
  };
}

/**
 * The end of the minute that main's clock is in, milliseconds since 1970: for what a hundred cards show, which need not count
 * seconds. What is about to end counts as over a little early, never late.
 */
export function useEndOfMinute(): number {
  return (useSyncExternalStore(listenToMinutes, minuteNow) + 1) * 60_000 - 1;
}
