import { cashAtStake, cashInDrawer } from '../../shared/domain/cash.ts';
import { addTotals, emptyTotals, type LedgerTotals } from '../../shared/domain/sales-report.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { ProviderAmount } from '../../shared/wire/fields.ts';
import { type Booked, type BookPlace, slotMs } from './sale-context.ts';

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

/** What a sale adds at one place of the books. */
export interface BookEntry extends BookPlace {
  productCode: string;
  brand: string;
  sums: LedgerTotals;
}

/**
 * Whether a sale is in the kept sums: settled, and sent by us. A bill that was only asked for is no sale, whatever came of
 * asking; what is not settled is few, and is read as it stands.
 */
export function isSettled({ state, sentAt }: Pick<BookSale, 'state' | 'sentAt'>): boolean {
  return state === 'success' || (sentAt !== null && (state === 'failed' || state === 'unsent'));
}

/**
 * All that a sale adds to the books. Depends on nothing but the sale and the log: the same today and when the books are made
 * anew. A correction leaves what stood in the books where it stood, takes it away at its own place, and adds there what the
 * sale comes to now: the books of a day that is over do not change.
 */
export function entriesOf(sale: BookSale, booked: Booked): BookEntry[] {
  const entries: BookEntry[] = [];
  const { productCode } = sale;
  const add = (place: BookPlace, sums: LedgerTotals): void => {
    entries.push({ ...place, productCode, brand: sale.brand ?? '', sums });
  };
  let place = sentAtPlace(sale, booked);
  for (const correction of booked.corrections) {
    if (correction.sums) {
      const less = emptyTotals();
      addTotals(less, correction.sums, -1);
      add(place, correction.sums);
      add(correction.place, less);
    }
    place = correction.place;
  }
  const sums = sumsOf(sale, booked);
  if (sums) add(place, sums);
  return entries;
}

/** Where a sale stands now. */
export function placeOf(sale: BookSale, booked: Booked): BookPlace {
  return booked.corrections.at(-1)?.place ?? sentAtPlace(sale, booked);
}

function sentAtPlace({ day, sentAt, createdAt }: BookSale, { shift, actor }: Booked): BookPlace {
  return { day, slot: Math.floor(Date.parse(sentAt ?? createdAt) / slotMs), shift, cashier: actor };
}

/** What a sale comes to as it stands; null: it is not settled. */
export function sumsOf(sale: BookSale, { commission, cost }: Pick<Booked, 'commission' | 'cost'>): LedgerTotals | null {
  if (!isSettled(sale)) return null;
  return sale.state === 'success' ? successSums(sale, commission, cost) : otherSums(sale);
}

function successSums(sale: BookSale, commission: number | null, cost: number | null): LedgerTotals {
  const { total } = sale;
  // What the provider says it took counts before what the shop expected to pay.
  const price = sale.price ?? cost;
  const admin = adminOf(sale);
  const isBill = sale.kind === 'postpaid';
  const margin = total === null || price === null ? null : total - price;
  return {
    ...emptyTotals(),
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

function otherSums(sale: BookSale): LedgerTotals {
  const state = sale.state === 'failed' ? 'failed' : 'unsent';
  return { ...emptyTotals(), [state]: 1, owed: cashInDrawer(sale), returned: cashReturned(sale) };
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
