import { useSyncExternalStore } from 'react';
import { useStatus } from './status.ts';
import { ticking } from './ticking.ts';

const secondNow = (): number => Math.floor(Date.now() / 1000);
const listenToSeconds = ticking(secondNow);

/** Main's clock to the second, in milliseconds since 1970: the page follows the counter, not its own machine. */
export function useNow(): number {
  const seconds = useSyncExternalStore(listenToSeconds, secondNow);
  return seconds * 1000 + useStatus((state) => state.clockAhead);
}
