import { type BookSums, noSums } from '../../../shared/domain/book-sums.ts';
import { cashAtStake, cashInDrawer } from '../../../shared/domain/cash.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { ProviderAmount } from '../../../shared/wire/amount.ts';
import type { Booked } from './booked.ts';

/** What the books need of a sale. */
export type BookSale = Pick<
  Transaction,
  | 'id'
  | 'kind'
  | 'state'
  | 'productCode'
  | 'brand'
  | 'price'
  | 'fee'
  | 'total'
  | 'tendered'
  | 'bill'
  | 'day'
  | 'createdAt'
  | 'sentAt'
  | 'cashReturnedAt'
>;

/** Where a settled sale stands in the books, and what it adds there. */
export interface BookEntry {
  day: string;
  slot: number;
  shift: number;
  cashier: string;
  productCode: string;
  brand: string;
  sums: BookSums;
}

/** A quarter of an hour: the smallest step between the clocks of two time zones. */
export const slotMs = 15 * 60_000;

/**
 * Whether a sale is in the kept sums: settled, and sent by us. A bill that was only asked for is no sale, whatever came of
 * asking; what is not settled is few, and is read as it stands.
 */
export function isSettled({ state, sentAt }: Pick<BookSale, 'state' | 'sentAt'>): boolean {
  return state === 'success' || (sentAt !== null && (state === 'failed' || state === 'unsent'));
}

/** Depends on nothing but the sale and the log: the same today and when the books are made anew. */
export function entryOf(sale: BookSale, { shift, actor, commission, cost }: Booked): BookEntry | null {
  if (!isSettled(sale)) return null;
  return {
    day: sale.day,
    slot: slotOf(sale),
    shift,
    cashier: actor,
    productCode: sale.productCode,
    brand: sale.brand ?? '',
    sums: sale.state === 'success' ? successSums(sale, commission, cost) : otherSums(sale),
  };
}

export function slotOf({ sentAt, createdAt }: Pick<BookSale, 'sentAt' | 'createdAt'>): number {
  return Math.floor(Date.parse(sentAt ?? createdAt) / slotMs);
}

function successSums(sale: BookSale, commission: number | null, cost: number | null): BookSums {
  const { total } = sale;
  // What the provider says it took counts before what the shop expected to pay.
  const price = sale.price ?? cost;
  const admin = adminOf(sale);
  const isBill = sale.kind === 'postpaid';
  const margin = total === null || price === null ? null : total - price;
  return {
    ...noSums(),
    success: 1,
    bills: isBill ? 1 : 0,
    turnover: total ?? 0,
    totals: known(total),
    price: price ?? 0,
    prices: known(price),
    fee: sale.fee ?? 0,
    admin: admin ?? 0,
    admins: known(admin),
    commission: isBill ? (commission ?? 0) : 0,
    commissions: isBill ? known(commission) : 0,
    margin: margin ?? 0,
    margins: known(margin),
    taken: cashInDrawer(sale),
    returned: cashReturned(sale),
  };
}

function otherSums(sale: BookSale): BookSums {
  const state = sale.state === 'failed' ? 'failed' : 'unsent';
  return { ...noSums(), [state]: 1, owed: cashInDrawer(sale), returned: cashReturned(sale) };
}

/** Also of a success: it was held to have failed when its cash was handed back. */
const cashReturned = (sale: BookSale): number => (sale.cashReturnedAt === null ? 0 : cashAtStake(sale));

const known = (amount: number | null): number => (amount === null ? 0 : 1);

/**
 * Of all periods of a bill; null where the provider did not give it for each (spec, Inquiry result: price_admin), or gave so many
 * that together they are no amount: no sum over them could be read again.
 */
function adminOf({ kind, bill }: BookSale): number | null {
  if (kind !== 'postpaid' || bill === null || bill.details.length === 0) return null;
  let sum = 0;
  for (const { priceAdmin } of bill.details) {
    if (priceAdmin === null) return null;
    sum += priceAdmin;
  }
  return ProviderAmount.safeParse(sum).data ?? null;
}
