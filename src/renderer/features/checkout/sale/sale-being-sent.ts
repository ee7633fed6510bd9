import { saysSomethingElse } from '../../../../shared/domain/contradiction.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';

/**
 * The sale that main has just made for a press of the button, told before the call itself is answered; null while it is
 * not known.
 * @param since main's clock when the button was pressed, milliseconds since 1970
 */
export function saleBeingSent(
  known: Readonly<Record<string, Transaction>>,
  asked: { productCode: string; customerNo: string },
  since: number,
): Transaction | null {
  const fits = (sale: Transaction): boolean =>
    !saysSomethingElse(sale.productCode, asked.productCode) &&
    sale.customerNo === asked.customerNo &&
    sale.sentAt !== null &&
    Date.parse(sale.sentAt) >= since;
  return (
    Object.values(known)
      .filter(fits)
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0] ?? null
  );
}
