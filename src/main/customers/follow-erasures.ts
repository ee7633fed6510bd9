import type { Clock, Log } from '../base/system.ts';
import type { ParkedSales } from '../parking/index.ts';
import type { CustomerData } from './customer-data.ts';
import type { ShopErasure, ShopErasures } from './shop-erasures.ts';

/** By which the counters of a shop name an erased customer to each other. */
export interface ShopDigest {
  /** the shop key's */
  keyId: string;
  of(customerNo: string): string;
}

interface FollowDeps {
  customers: Pick<CustomerData, 'follow' | 'webhookNumbers'>;
  shopErasures: Pick<ShopErasures, 'toFollow' | 'followed' | 'numbersAfter' | 'savedNumbers'>;
  parked: Pick<ParkedSales, 'list' | 'erase'>;
  /** under the shop's key and its earlier ones; empty: the counter lacks the shop key */
  digests: readonly ShopDigest[];
  clock: Clock;
  /** how far the relay's clock is ahead of this machine's: the times of erasures are by it */
  aheadMs: number;
  pauseMs: number;
  log: Log;
  signal: AbortSignal;
}

/**
 * Erases the customers that other counters of the shop have erased, as far as this one has them: looks all its numbers through, in small
 * steps beside selling. What is queued then is left to the erasure queue. Repeated it changes nothing.
 * @returns the numbers of these customers
 */
export async function followErasures(deps: FollowDeps): Promise<readonly string[]> {
  const { customers, shopErasures, parked, clock, log, signal } = deps;
  const waiting = await shopErasures.toFollow();
  if (waiting.length === 0 || deps.digests.length === 0) return [];
  const digests = deps.digests.filter(({ keyId }) => waiting.some((erasure) => erasure.keyId === keyId));
  let unknown = 0;
  const byDigest = new Map<string, ShopErasure[]>();
  for (const erasure of waiting) {
    if (digests.some(({ keyId }) => keyId === erasure.keyId)) {
      byDigest.set(erasure.digest, [...(byDigest.get(erasure.digest) ?? []), erasure]);
      continue;
    }
    unknown += 1;
    await shopErasures.followed(erasure.id);
  }
  if (unknown > 0)
    log.warn('erasures of other counters were made with a shop key that was never here, and cannot be followed', {
      erasures: unknown,
    });
  const erasuresOf = (customerNo: string): ShopErasure[] =>
    digests.flatMap((digest) => byDigest.get(digest.of(customerNo)) ?? []);
  /** those of which a customer's open tab is left */
  const open = new Set<string>();
  const matches = new Set<string>();
  const follow = async (numbers: readonly string[]): Promise<void> => {
    for (const customerNo of numbers) {
      for (const { id, at } of erasuresOf(customerNo)) {
        matches.add(customerNo);
        if (
          !(await customers.follow({
            customerNo,
            at: new Date(clock.now()).toISOString(),
            notice: { id, at },
            aheadMs: deps.aheadMs,
          }))
        )
          open.add(id);
      }
    }
  };
  for (let after: string | null = ''; after !== null && !signal.aborted; ) {
    const { numbers, last } = await shopErasures.numbersAfter(after);
    await follow(numbers);
    after = last;
    if (after !== null) await clock.sleep(deps.pauseMs, signal);
  }
  await follow(await shopErasures.savedNumbers());
  await follow(await customers.webhookNumbers());
  for (const { draft, parkedAt } of await parked.list()) {
    const since = erasuresOf(draft.customerNo).some(({ at }) => Date.parse(parkedAt) <= Date.parse(at) - deps.aheadMs);
    if (since) await parked.erase(draft.customerNo, []);
  }
  // Ended halfway, all is looked through again.
  if (signal.aborted) return [];
  for (const { id } of [...byDigest.values()].flat()) if (!open.has(id)) await shopErasures.followed(id);
  return [...matches];
}
