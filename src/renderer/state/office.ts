import { create } from 'zustand';
import type { KonterError } from '../../shared/contract/errors.ts';
import type { CounterId, OfficeCounter, OfficeState } from '../../shared/contract/office.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { call } from '../host/call.ts';
import { useSales } from './sales.ts';
import { isFollowing, useStatus } from './status.ts';

interface OfficeStore {
  /** null until it was read, and at a counter */
  office: OfficeState | null;
  /** of the last reading */
  error: KonterError | null;
}

/** The counters that this office follows. */
export const useOffice = create<OfficeStore>(() => ({ office: null, error: null }));

export const receiveOffice = (office: OfficeState): void => useOffice.setState({ office, error: null });

/** Nothing at a counter. An event that came meanwhile is newer than the answer. */
export async function refreshOffice(): Promise<void> {
  if (!isFollowing(useStatus.getState().status)) return;
  const before = useOffice.getState().office;
  const answer = await call('office.counters');
  if (!answer.ok) useOffice.setState({ error: answer.error });
  else if (useOffice.getState().office === before) receiveOffice(answer.value);
}

const none: readonly OfficeCounter[] = [];

/** In the relay's order; none at a counter. */
export const useCounters = (): readonly OfficeCounter[] => useOffice(({ office }) => office?.counters ?? none);

/** The name of a counter; null where it is unknown, and at a counter. */
export function useCounterName(id: CounterId | null | undefined): string | null {
  return useCounters().find((counter) => counter.id === id)?.name ?? null;
}

/** The name of the counter that sold it: as the list said, else by its receipt number. Null at a counter. */
export function useSellerName(sale: Pick<Transaction, 'id' | 'receiptNo'>): string | null {
  const counters = useCounters();
  const sellerId = useSales((state) => state.counterOf[sale.id]);
  const seller = counters.find(({ id, terminal }) =>
    sellerId === undefined ? terminal !== null && sale.receiptNo?.startsWith(`${terminal}-`) === true : id === sellerId,
  );
  return seller?.name ?? null;
}
