import type { Transaction } from '../../../../shared/domain/transaction.ts';
import type { Option } from './option.ts';
import type { PastSales } from './past-sales.ts';

/** What can be chosen below the field. */
export interface Choices {
  past: readonly Option[];
  offers: readonly Option[];
  /** null while the book is being looked into */
  told: PastSales | null;
  /** what the cashier typed: another order of the list is theirs */
  by: string;
}

export const openBillOption = (sale: Transaction): Option => ({ is: 'openBill', id: `bill-${sale.id}`, sale });
export const againOption = (sale: Transaction): Option => ({ is: 'again', id: `again-${sale.id}`, sale });

export const optionOf = ({ past, offers }: Choices, id: string): Option | undefined =>
  [...past, ...offers].find((each) => each.id === id);
