import type { Transaction } from './transaction.ts';

/** Money of this sale that lies in the drawer and may have to go back, in whole rupiah. */
export function cashAtStake(sale: Pick<Transaction, 'total' | 'tendered'>): number {
  return sale.tendered === null ? 0 : (sale.total ?? sale.tendered);
}

/** Of that, what nobody has given back yet: it lies in the drawer. */
export function cashInDrawer(sale: Pick<Transaction, 'total' | 'tendered' | 'cashReturnedAt'>): number {
  return sale.cashReturnedAt === null ? cashAtStake(sale) : 0;
}

/** What was given back. A success has some too: it was held to have failed then. */
export function cashReturned(sale: Pick<Transaction, 'total' | 'tendered' | 'cashReturnedAt'>): number {
  return sale.cashReturnedAt === null ? 0 : cashAtStake(sale);
}

/** What a sale is about: its total, or what the provider takes while that is not known. Whole rupiah. */
export const saleAmount = ({ total, price }: Pick<Transaction, 'total' | 'price'>): number => total ?? price ?? 0;

/** Of a bill's total what the customer pays for the bill itself, without the shop's fee. Whole rupiah. */
export function billTotal({ total, fee }: Pick<Transaction, 'total' | 'fee'>): number | null {
  return total === null ? null : total - (fee ?? 0);
}

type CashOfSale = Pick<Transaction, 'state' | 'total' | 'tendered' | 'cashReturnedAt'>;

/**
 * Cash that the shop owes the customer, in whole rupiah: of a sale that failed or never left, until it is given back. The
 * database holds it as a column that is computed when the sale is written, so no query repeats the rule.
 */
export function cashToReturn(sale: CashOfSale): number {
  return sale.state === 'failed' || sale.state === 'unsent' ? cashInDrawer(sale) : 0;
}

/** Cash that the customer owes the shop: of a success whose cash was given back while it was held to have failed. A column too. */
export function cashToCollect(sale: CashOfSale): number {
  return sale.state === 'success' ? cashReturned(sale) : 0;
}

export const customerOwes = (sale: CashOfSale): boolean => cashToCollect(sale) > 0;

export const owesCash = (sale: CashOfSale): boolean => cashToReturn(sale) > 0;

/** How much cash is missing for a total; 0 when it is enough or nothing was typed, which means exact cash. Whole rupiah. */
export function cashShortfall(total: number | null, tendered: number | null): number {
  return total === null || tendered === null ? 0 : Math.max(0, total - tendered);
}

/** What the customer gets back; null where an amount is not known or the cash does not cover the total. Whole rupiah. */
export function changeOf(total: number | null, tendered: number | null): number | null {
  return total === null || tendered === null || tendered < total ? null : tendered - total;
}

/** The same for a screen that shows an amount in any case: 0 for exact cash. */
export const changeDue = (total: number | null, tendered: number | null): number => changeOf(total, tendered) ?? 0;
