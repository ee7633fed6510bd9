import { useSyncExternalStore } from 'react';
import { useStatus } from './status.ts';
import { ticking } from './ticking.ts';

const minuteNow = (): number => Math.floor((Date.now() + useStatus.getState().clockAhead) / 60_000);
const listenToMinutes = ticking(minuteNow);

/**
 * The end of the minute that main's clock is in, milliseconds since 1970: for what a hundred cards show, which need not count
 * seconds. What is about to end counts as over a little early, never late.
 */
export function useEndOfMinute(): number {
  return (useSyncExternalStore(listenToMinutes, minuteNow) + 1) * 60_000 - 1;
}
