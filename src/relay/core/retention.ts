import { inBatches } from './in-batches.ts';
import type { Clock, Complaints } from './ports.ts';
import type { Store } from './store.ts';

const day = 24 * 60 * 60 * 1000;
const pause = 60 * 60 * 1000;
/** Soon after the start, for a relay that is started often, but not in its way. */
const firstPause = 60 * 1000;
const atOnce = 200;

/** In days. What a counter has heard is kept for a restored backup to hear again, what it has not for a shop that was closed long. */
export interface KeptFor {
  ackedDays: number;
  unackedDays: number;
}

export const usuallyKeptFor: KeptFor = { ackedDays: 30, unackedDays: 180 };

/**
 * Drops what is too old, in small batches with pauses: a minute after the start, then once an hour. Returns how to stop it.
 * @param parts.told after each batch that dropped any: how many
 */
export function keepTidy(parts: {
  store: Store;
  clock: Clock;
  complaints: Complaints;
  keptFor: KeptFor;
  told: (dropped: number) => void;
}): () => void {
  const { store, clock, complaints, keptFor, told } = parts;
  let stopped = false;
  let cancel = (): void => {};
  const daysAgo = (days: number): string => new Date(clock.now() - days * day).toISOString();
  const dropSome = async (): Promise<boolean> => {
    if (stopped) return false;
    const { ackedDays, unackedDays } = keptFor;
    const dropped = await store.drop({
      ackedBefore: daysAgo(ackedDays),
      unackedBefore: daysAgo(unackedDays),
      limit: atOnce,
    });
    if (dropped > 0) told(dropped);
    return dropped > 0;
  };
  const sweepIn = (ms: number): void => {
    cancel = clock.after(ms, () => void sweep());
  };
  const sweep = async (): Promise<void> => {
    try {
      await inBatches(clock, dropSome);
    } catch (error) {
      complaints.failed('old webhooks could not be dropped', error);
    }
    if (!stopped) sweepIn(pause);
  };
  sweepIn(firstPause);
  return () => {
    stopped = true;
    cancel();
  };
}
