import { useEffect, useState } from 'react';
import { call } from '../../host/call.ts';
import { useStatus } from '../../state/status.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import { claimOf } from './claim.ts';

/** Cancels the sale that is being sent while it waits for the other counters: its call then answers that nothing was sent. */
export async function stopWaiting(kind: CheckoutKind): Promise<void> {
  const { productCode, customerNo } = claimOf(kind);
  await call('shop.stopWaiting', { productCode, customerNo });
}

/** An answer of the relay comes sooner. */
const lateMs = 1000;

/**
 * Whether what is being sent, and is not committed yet, waits for the other counters.
 * @param sale another text for each sale; null: nothing is being sent, or it is committed
 */
export function useCountersAwaited(sale: string | null): boolean {
  const isInShop = useStatus(({ status }) => (status?.shop ?? null) !== null);
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (sale === null) return;
    const timer = setTimeout(() => setLate(sale), lateMs);
    return () => {
      clearTimeout(timer);
      // The same sale may be sent again.
      setLate(null);
    };
  }, [sale]);
  return isInShop && sale !== null && late === sale;
}
