import { create } from 'zustand';
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
