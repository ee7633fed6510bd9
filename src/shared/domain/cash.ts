import type { Transaction } from './transaction.ts';

/** Money of this sale that lies in the drawer and may have to go back, in whole rupiah. */
export function cashAtStake(sale: Pick<Transaction, 'total' | 'tendered'>): number {
  return sale.tendered === null ? 0 : (sale.total ?? sale.tendered);
}

/** Of that, what nobody has given back yet: it lies in the drawer. */
export function cashInDrawer(sale: Pick<Transaction, 'total' | 'tendered' | 'cashReturnedAt'>): number {
  return sale.cashReturnedAt === null ? cashAtStake(sale) : 0;
}

/** A success whose cash was handed back while it was held to have failed: the customer owes the shop. */
export function customerOwes(sale: Pick<Transaction, 'state' | 'total' | 'tendered' | 'cashReturnedAt'>): boolean {
  return sale.state === 'success' && sale.cashReturnedAt !== null && cashAtStake(sale) > 0;
}

/** A sale that failed or never left, with cash taken that nobody has given back yet. */
export function owesCash(sale: Pick<Transaction, 'state' | 'total' | 'tendered' | 'cashReturnedAt'>): boolean {
  return (sale.state === 'failed' || sale.state === 'unsent') && cashAtStake(sale) > 0 && sale.cashReturnedAt === null;
}

/** How much cash is missing for a total; 0 when it is enough or nothing was typed, which means exact cash. Whole rupiah. */
export function cashShortfall(total: number | null, tendered: number | null): number {
  return total === null || tendered === null ? 0 : Math.max(0, total - tendered);
}

/** What the customer gets back; 0 for exact cash. Whole rupiah. */
export function changeDue(total: number | null, tendered: number | null): number {
  return total === null || tendered === null ? 0 : Math.max(0, tendered - total);
}
