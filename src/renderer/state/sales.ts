import { create } from 'zustand';
import { isUnresolved } from '../../shared/domain/state.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';

interface Sales {
  byId: Readonly<Record<string, Transaction>>;
  /** how many sales were first heard of by an event: a list on screen may not have them */
  arrived: number;
}

export const useSales = create<Sales>(() => ({ byId: {}, arrived: 0 }));

/** Of two tellings of one sale the later revision is kept, whichever came first. */
export function newerOf(known: Transaction | undefined, told: Transaction): Transaction {
  return known && known.revision >= told.revision ? known : told;
}

/** Keeps sales that a call answered. */
export function keepSales(told: readonly Transaction[]): void {
  useSales.setState(({ byId }) => {
    const next = { ...byId };
    for (const sale of told) next[sale.id] = newerOf(next[sale.id], sale);
    return { byId: next };
  });
}

/** Lets go of settled sales that nothing on the screen shows; a long list would else stay in memory. */
export function forgetSales(ids: readonly string[]): void {
  useSales.setState(({ byId }) => {
    const gone = new Set(ids.filter((id) => !isUnresolved(byId[id]?.state ?? 'success')));
    return { byId: Object.fromEntries(Object.entries(byId).filter(([id]) => !gone.has(id))) };
  });
}

/** Keeps a sale that main told of unasked. */
export function hearSale(told: Transaction): void {
  const isNew = useSales.getState().byId[told.id] === undefined;
  keepSales([told]);
  if (isNew) useSales.setState(({ arrived }) => ({ arrived: arrived + 1 }));
}

/** The sale as it stands now, or null while it is not known here. */
export function useSale(id: string | null): Transaction | null {
  return useSales((state) => (id === null ? null : (state.byId[id] ?? null)));
}
