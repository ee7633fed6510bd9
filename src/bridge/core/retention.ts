import { rowsPerChunk, runInChunks } from '../../server/async.ts';
import { DueLoop } from '../../server/due-loop.ts';
import type { Clock } from '../../server/ports.ts';
import type { OrderRepository } from './order-repository.ts';

const dayMs = 24 * 3_600_000;
/** A bill is paid on the day it was inquired, or not at all. */
const unpaidMs = 2 * dayMs;
/** Longer than a result is posted (30 days), and than the provider knows a ref (Digiflazz: after 90 days it buys again). */
const purchaseMs = 120 * dayMs;

/** Removes the numbers, names and serial numbers of old sales. The refs of purchases stay, so that none is bought again. */
export function retentionOf(deps: {
  store: Pick<OrderRepository, 'forget'>;
  clock: Clock;
  onError(error: unknown): void;
}): DueLoop {
  const { store, clock, onError } = deps;
  const forget = async (): Promise<null> => {
    const now = clock.now();
    const before = { unpaid: now - unpaidMs, purchases: now - purchaseMs };
    await runInChunks(clock, async () => (await store.forget(before, rowsPerChunk)) === rowsPerChunk);
    return null;
  };
  return new DueLoop(clock, forget, onError);
}
