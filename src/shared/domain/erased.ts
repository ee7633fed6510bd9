import { owesCash } from './cash.ts';
import { isUnresolved } from './state.ts';
import type { Transaction } from './transaction.ts';

/** What stands where a customer's number was. Nothing of the number is kept: it can be neither searched nor guessed from it. */
export const erasedNo = '••••';

/** Whether this sale's customer was erased: its number, name, serial number and the provider's words are gone. */
export function isErased({ customerNo }: Pick<Transaction, 'customerNo'>): boolean {
  return customerNo === erasedNo;
}

/** Whether nobody needs the customer's data to settle this sale any more. A bill that nobody paid needs nothing. */
export function mayBeErased(sale: Pick<Transaction, 'state' | 'total' | 'tendered' | 'cashReturnedAt'>): boolean {
  return !isUnresolved(sale.state) && !owesCash(sale);
}
