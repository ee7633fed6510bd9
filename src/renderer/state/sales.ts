import { useEffect } from 'react';
import { create } from 'zustand';
import { isUnresolved, type Transaction } from '../../shared/domain/transaction.ts';
import { call } from '../host/call.ts';

interface Sales {
  byId: Readonly<Record<string, Transaction>>;
  /** how many sales were first received by an event: a list on screen may not have them */
  arrived: number;
}

export const useSales = create<Sales>(() => ({ byId: {}, arrived: 0 }));

/** The version with the later revision, whichever came first. */
export function newerSale(known: Transaction | undefined, received: Transaction): Transaction {
  return known && known.revision >= received.revision ? known : received;
}

/** Stores the sales of an answer. */
export function mergeSales(sales: readonly Transaction[]): void {
  useSales.setState(({ byId }) => {
    const next = { ...byId };
    for (const sale of sales) next[sale.id] = newerSale(next[sale.id], sale);
    return { byId: next };
  });
}

/** Drops settled sales that nothing on the screen shows; a long list would otherwise stay in memory. */
export function dropSales(ids: readonly string[]): void {
  useSales.setState(({ byId }) => {
    const dropped = new Set(ids.filter((id) => !isUnresolved(byId[id]?.state ?? 'success')));
    return { byId: Object.fromEntries(Object.entries(byId).filter(([id]) => !dropped.has(id))) };
  });
}

/** A bill that was only looked up is in no list until it is paid. */
const isListed = ({ state }: Transaction): boolean => state !== 'inquired' && state !== 'expired';

/** Stores the sale of an event. */
export function receiveSale(sale: Transaction): void {
  const known = useSales.getState().byId[sale.id];
  mergeSales([sale]);
  if (isListed(sale) && (known === undefined || !isListed(known))) {
    useSales.setState(({ arrived }) => ({ arrived: arrived + 1 }));
  }
}

/** The current version of the sale, or null while it is not known here. */
export function useSale(id: string | null): Transaction | null {
  return useSales((state) => (id === null ? null : (state.byId[id] ?? null)));
}

/** The same; a sale that is not known here is read. */
export function useFetchedSale(id: string | null): Transaction | null {
  const sale = useSale(id);
  const isKnown = sale !== null;
  useEffect(() => {
    if (id === null || isKnown) return;
    void call('transactions.get', { id }).then((answer) => (answer.ok ? mergeSales([answer.value]) : undefined));
  }, [id, isKnown]);
  return sale;
}
