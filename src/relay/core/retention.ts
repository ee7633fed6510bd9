import type { Clock, Complaints } from './ports.ts';
import type { Store } from './store.ts';

const day = 24 * 60 * 60 * 1000;
/** What a counter has heard is kept for a restored backup to hear again, what it has not for a shop that was closed long. */
const keptFor = { acked: 30 * day, unacked: 180 * day };
const pause = 60 * 60 * 1000;
const atOnce = 200;

/** Drops what is too old, in small batches, once an hour. Returns how to stop it. */
export function keepTidy(parts: { store: Store; clock: Clock; complaints: Complaints }): () => void {
  const { store, clock, complaints } = parts;
  let stopped = false;
  let cancel = (): void => {};
  const ago = (ms: number): string => new Date(clock.now() - ms).toISOString();
  const dropAll = async (): Promise<void> => {
    if (stopped) return;
    const ask = { ackedBefore: ago(keptFor.acked), unackedBefore: ago(keptFor.unacked), limit: atOnce };
    if ((await store.drop(ask)) > 0) await dropAll();
  };
  const sweepLater = (): void => {
    cancel = clock.after(pause, () => void sweep());
  };
  const sweep = async (): Promise<void> => {
    try {
      await dropAll();
    } catch (error) {
      complaints.failed('old webhooks could not be dropped', error);
    }
    if (!stopped) sweepLater();
  };
  sweepLater();
  return () => {
    stopped = true;
    cancel();
  };
}
