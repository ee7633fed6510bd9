import { sameCustomerNo } from '../../../../shared/domain/customer-no.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';

/** What the book says of one customer's number. */
export interface PastSales {
  /** sold to that number, newest first, each product once */
  bought: readonly Transaction[];
  /** bills of that number that were asked for and not paid, newest first */
  open: readonly Transaction[];
  /** how many receipts there are, as far as was looked */
  count: number;
}

export const noPast: PastSales = { bought: [], open: [], count: 0 };

/**
 * @param found newest first; others that only contain the number may be among them
 * @param mayBePaid whether an inquiry is still valid
 */
export function pastOf(
  found: readonly Transaction[],
  customerNo: string,
  mayBePaid: (bill: Transaction) => boolean,
): PastSales {
  const own = found.filter((sale) => sameCustomerNo(sale.customerNo, customerNo));
  const bought = own.filter(({ state }) => state === 'success');
  const open = own.filter((sale) => sale.state === 'inquired' && mayBePaid(sale));
  return {
    bought: bought.filter((sale, at) => bought.findIndex((each) => each.productCode === sale.productCode) === at),
    open: open.filter((sale, at) => open.findIndex((each) => each.productCode === sale.productCode) === at),
    count: bought.length,
  };
}
