import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { CounterId } from '../../shared/contract/office.ts';
import type { ParkedSale } from '../../shared/contract/parking.ts';
import {
  isUnresolved,
  saleWithoutCosts,
  type Transaction,
  type TransactionState,
  transactionStates,
} from '../../shared/domain/transaction.ts';
import { call } from '../host/call.ts';
import { dropOnPersonChange } from './page-data.ts';
import { usePeople } from './people.ts';

interface Sales {
  byId: Readonly<Record<string, Transaction>>;
  /** at an office: who sold them, as far as its events say */
  counterOf: Readonly<Record<string, CounterId>>;
  /** how many sales were first received by an event: a list on screen may not have them */
  arrived: number;
  /** how often sales changed without an event for each */
  version: number;
}

export const useSales = create<Sales>(() => ({ byId: {}, counterOf: {}, arrived: 0, version: 0 }));

// What an order cost the shop is read again by who may see it.
dropOnPersonChange(() =>
  useSales.setState(({ byId, version }) => ({
    byId: Object.fromEntries(Object.entries(byId).map(([id, sale]) => [id, saleWithoutCosts(sale)])),
    version: version + 1,
  })),
);

/** The version with the later revision, whichever came first; of one revision the one with the cost. */
export function newerSale(current: Transaction | undefined, received: Transaction): Transaction {
  if (!current || received.revision > current.revision) return received;
  return received.revision === current.revision && current.price === null ? received : current;
}

/**
 * Stores the sales of an answer.
 * @param counters at an office: of each sale in turn, who sold it
 */
export function mergeSales(sales: readonly Transaction[], counters: ReadonlyArray<CounterId | undefined> = []): void {
  // An answer to the person before may come late.
  const seesCosts = usePeople.getState().state?.may.includes('seeCosts') ?? true;
  useSales.setState(({ byId, counterOf }) => {
    const next = { ...byId };
    for (const sale of sales) next[sale.id] = newerSale(next[sale.id], seesCosts ? sale : saleWithoutCosts(sale));
    const sellers = sales.flatMap(({ id }, at) => (counters[at] === undefined ? [] : [[id, counters[at]] as const]));
    return {
      byId: next,
      ...(sellers.length === 0 ? {} : { counterOf: { ...counterOf, ...Object.fromEntries(sellers) } }),
    };
  });
}

/** Drops settled sales that nothing on the screen shows; a long list would otherwise stay in memory. */
export function dropSales(ids: readonly string[]): void {
  useSales.setState(({ byId, counterOf }) => {
    const dropped = new Set(ids.filter((id) => !isUnresolved(byId[id]?.state ?? 'success')));
    const withoutDropped = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(all).filter(([id]) => !dropped.has(id)));
    return { byId: withoutDropped(byId), counterOf: withoutDropped(counterOf) };
  });
}

/** A bill that was only looked up is in no list until it is paid. */
export const listedStates: readonly TransactionState[] = transactionStates.filter(
  (state) => state !== 'inquired' && state !== 'expired',
);

export const isListed = ({ state }: Transaction): boolean => listedStates.includes(state);

/** Stores the sale of an event. */
export function receiveSale(sale: Transaction, counter?: CounterId): void {
  const current = useSales.getState().byId[sale.id];
  mergeSales([sale], [counter]);
  if (isListed(sale) && (current === undefined || !isListed(current))) {
    useSales.setState(({ arrived }) => ({ arrived: arrived + 1 }));
  }
}

/** Sales changed without an event for each: what is shown of them is read again. */
export const outdateSales = (): void => useSales.setState(({ version }) => ({ version: version + 1 }));

/** The current version of the sale, or null while it is not known here. */
export function useSale(id: string | null): Transaction | null {
  return useSales((state) => (id === null ? null : (state.byId[id] ?? null)));
}

/** The same; a sale that is not known here is read. */
export function useFetchedSale(id: string | null): Transaction | null {
  const sale = useSale(id);
  const isKnown = sale !== null;
  const version = useSales((state) => state.version);
  const readVersion = useRef(version);
  useEffect(() => {
    if (id === null || (isKnown && readVersion.current === version)) return;
    readVersion.current = version;
    void call('transactions.get', { id }).then((answer) => (answer.ok ? mergeSales([answer.value]) : undefined));
  }, [id, isKnown, version]);
  return sale;
}

interface Parked {
  /** of the whole counter, oldest first */
  parked: readonly ParkedSale[];
}

export const useParked = create<Parked>(() => ({ parked: [] }));

export const receiveParked = (parked: readonly ParkedSale[]): void => useParked.setState({ parked });

/** An event that came meanwhile is newer than the answer. */
export async function refreshParked(): Promise<void> {
  const before = useParked.getState().parked;
  const answer = await call('parking.list');
  if (answer.ok && useParked.getState().parked === before) receiveParked(answer.value.parked);
}
