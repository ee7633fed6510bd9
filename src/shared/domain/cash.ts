import {
  type AmountsByMethod,
  type MoneyAmount,
  moneyMethods,
  noAmounts,
  type Payment,
  type PaymentMethod,
  paymentMethods,
  sumOf,
  type TabPayment,
} from './payment.ts';
import type { Transaction } from './transaction.ts';

/** What the rules about a sale's money depend on. */
export interface MoneyOfSale extends Pick<Transaction, 'state' | 'total' | 'tendered' | 'cashReturnedAt'> {
  readonly payments: readonly Payment[];
  readonly tabPayments: readonly TabPayment[];
  readonly returns: readonly MoneyAmount[];
}

/** How a sale was paid: as recorded, else all in cash. Empty: nothing was taken yet. */
export function paymentsOf(sale: Pick<MoneyOfSale, 'total' | 'tendered' | 'payments'>): readonly Payment[] {
  if (sale.payments.length > 0 || sale.tendered === null) return sale.payments;
  const amount = sale.total ?? sale.tendered;
  return [{ method: 'cash', amount, reference: null, customerId: null }];
}

type Taken = Omit<MoneyOfSale, 'state' | 'cashReturnedAt' | 'returns'>;

/** Money that came in for a sale, by method: when it was made, and since then for its tab. What stays on the tab is none. */
export function takenByMethod(sale: Taken): AmountsByMethod {
  return { ...add(paymentsOf(sale), sale.tabPayments), tab: 0 };
}

/** What was returned, by method. A success has some too: it was held to have failed then. */
export function returnedByMethod(sale: Omit<MoneyOfSale, 'state'>): AmountsByMethod {
  if (sale.cashReturnedAt === null) return noAmounts();
  return sale.returns.length > 0 ? add(sale.returns) : takenByMethod(sale);
}

/** What the shop has for a sale now, by method, and what is on the tab. Below zero: returned by another method than it came in. */
export function heldByMethod(sale: MoneyOfSale): AmountsByMethod {
  const held = takenByMethod(sale);
  const returned = returnedByMethod(sale);
  for (const method of moneyMethods) held[method] -= returned[method];
  return { ...held, tab: tabOwed(sale) };
}

/** What a sale came with, by method and in whole rupiah: what is on the tab, too. A tab that was paid since counts as tab. */
export function paidByMethod(sale: Pick<MoneyOfSale, 'total' | 'tendered' | 'payments'>): AmountsByMethod {
  return add(paymentsOf(sale));
}

/** Nothing was sold: money that was taken goes back, and what is on a tab is no debt. */
const isNotSold = ({ state }: Pick<MoneyOfSale, 'state'>): boolean =>
  state === 'failed' || state === 'unsent' || state === 'inquired' || state === 'expired';

/** What a sale that failed or never left has put on the tab, less what was paid of it: owed no more. */
export const tabLapsed = ({ state, payments, tabPayments }: Parameters<typeof tabOwed>[0]): number =>
  isNotSold({ state }) ? tabOwed({ state: 'success', payments, tabPayments }) : 0;

/** The customer's debt for a sale that succeeded or still may, less what was paid of it. The debt for a failed or unsent sale lapses. */
export function tabOwed({
  state,
  payments,
  tabPayments,
}: Pick<MoneyOfSale, 'state' | 'payments' | 'tabPayments'>): number {
  if (isNotSold({ state })) return 0;
  return Math.max(0, add(payments).tab - sumOf(tabPayments));
}

/** The saved customer on whose tab a part of the sale is; null: none is. */
export const tabCustomer = ({ payments }: Pick<MoneyOfSale, 'payments'>): string | null =>
  payments.find(({ method }) => method === 'tab')?.customerId ?? null;

/** Money of this sale that may have to go back, by whichever method it came, in whole rupiah. */
export const moneyAtStake = (sale: Taken): number => moneyIn(takenByMethod(sale));

/** What was returned of it. */
export const moneyReturned = (sale: Omit<MoneyOfSale, 'state'>): number => moneyIn(returnedByMethod(sale));

/** Of the money at stake, what is not returned yet. */
export const moneyHeld = (sale: Omit<MoneyOfSale, 'state'>): number => moneyAtStake(sale) - moneyReturned(sale);

/** Cash of this sale that lies in the drawer. Below zero: what had come in another way was returned in cash. */
export const cashInDrawer = (sale: Omit<MoneyOfSale, 'state'>): number =>
  takenByMethod(sale).cash - returnedByMethod(sale).cash;

/** What a sale is about: its total, or what the provider takes while that is not known. Whole rupiah. */
export const saleAmount = ({ total, price }: Pick<Transaction, 'total' | 'price'>): number => total ?? price ?? 0;

/** Of a bill's total what the customer pays for the bill itself, without the shop's fee. Whole rupiah. */
export function billTotal({ total, fee }: Pick<Transaction, 'total' | 'fee'>): number | null {
  return total === null ? null : total - (fee ?? 0);
}

/**
 * Money that the shop owes the customer, in whole rupiah and the way it was paid: of a sale that failed or never left, until it
 * is returned.
 */
export function owedByMethod(sale: MoneyOfSale): MoneyAmount[] {
  let left = moneyToReturn(sale);
  if (left === 0) return [];
  const held = heldByMethod(sale);
  return moneyMethods.flatMap((method) => {
    const amount = Math.min(left, Math.max(0, held[method]));
    left -= amount;
    return amount === 0 ? [] : [{ method, amount }];
  });
}

/**
 * The sum of that. The database holds it as a column that is computed when the sale is written, so no query repeats the rule;
 * so it does with the next three.
 */
export function moneyToReturn(sale: MoneyOfSale): number {
  return isNotSold(sale) ? Math.max(0, moneyHeld(sale)) : 0;
}

/** Of the money to return what came in cash. */
export const cashToReturn = (sale: MoneyOfSale): number =>
  sumOf(owedByMethod(sale).filter(({ method }) => method === 'cash'));

/** Money that the customer owes the shop: of a success that was returned while it was held to have failed. */
export const moneyToCollect = (sale: MoneyOfSale): number => (sale.state === 'success' ? moneyReturned(sale) : 0);

/** Of that what was returned in cash. */
export const cashToCollect = (sale: MoneyOfSale): number =>
  sale.state === 'success' ? returnedByMethod(sale).cash : 0;

/** Whether money that was returned is to be collected again; a tab is another matter. */
export const customerOwes = (sale: MoneyOfSale): boolean => moneyToCollect(sale) > 0;

/** Whether money of any method is to be returned. */
export const owesMoney = (sale: MoneyOfSale): boolean => moneyToReturn(sale) > 0;

/** By how much a change of a sale moves what the shop has, by method; methods that nothing moves are left out. */
export function moneyMoves(before: MoneyOfSale | null, after: MoneyOfSale | null): Partial<AmountsByMethod> {
  const was = before ? heldByMethod(before) : noAmounts();
  const is = after ? heldByMethod(after) : noAmounts();
  const moves: Partial<AmountsByMethod> = {};
  for (const method of paymentMethods) if (is[method] !== was[method]) moves[method] = is[method] - was[method];
  return moves;
}

/** Of a total what is paid in cash: all of it where nothing else was said. Null: the total is not known. Whole rupiah. */
export function cashPart(
  total: number | null,
  payments: readonly { method: PaymentMethod; amount: number }[],
): number | null {
  return payments.length === 0 ? total : add(payments).cash;
}

/**
 * What a success earned the shop: what the customer paid, less what the provider took, else less what the sale was expected to cost when
 * it was sent. Null: it earned nothing yet, or one of both is not known.
 */
export function saleProfit(
  { state, total, price }: Pick<Transaction, 'state' | 'total' | 'price'>,
  cost: number | null,
): number | null {
  const taken = price ?? cost;
  return state !== 'success' || total === null || taken === null ? null : total - taken;
}

/** A customer whose sale failed as quickly as this is still at the counter, without the change. */
const waitsForChangeMs = 30_000;

type SaleToHandBack = MoneyOfSale & Pick<Transaction, 'change' | 'sentAt' | 'settledAt' | 'receiptNo'>;

/**
 * A sale with a receipt was held to be a success: its customer went away with the change. Of a time below zero, since the clock was set
 * back, the length is unknown.
 */
function waitsForChange({ sentAt, settledAt, receiptNo }: SaleToHandBack): boolean {
  const tookMs = sentAt === null || settledAt === null ? 0 : Date.parse(settledAt) - Date.parse(sentAt);
  return receiptNo === null && tookMs >= 0 && tookMs <= waitsForChangeMs;
}

export interface HandBack {
  /** what to hand over now, whole rupiah */
  sum: number;
  /** of it what was paid for the sale */
  refund: number;
  /** of it, or beside it where the sale failed later: the change, which may be with the customer already */
  change: number;
  includesChange: boolean;
}

/**
 * What the customer of a failed or unsent sale gets, as one sum: the price, and the change where there was hardly time to hand it
 * over. Null where nothing is owed.
 */
export function handBack(sale: SaleToHandBack): HandBack | null {
  const price = moneyToReturn(sale);
  if (price === 0) return null;
  const change = sale.change ?? 0;
  const includesChange = change > 0 && waitsForChange(sale);
  return { sum: includesChange ? price + change : price, refund: price, change, includesChange };
}

/**
 * The same of several sales that were paid together and are over: one change, and the money of those that were not made. The customer of one
 * that failed late is gone, with the change; so is one who got money of another already.
 */
export function handBackTogether(
  change: number,
  toReturn: readonly MoneyAmount[],
  sales: readonly SaleToHandBack[],
): HandBack | null {
  const refund = sumOf(toReturn);
  if (refund === 0) return null;
  const includesChange =
    change > 0 &&
    sales.every((sale) => sale.cashReturnedAt === null && (moneyToReturn(sale) === 0 || waitsForChange(sale)));
  return { sum: includesChange ? refund + change : refund, refund, change, includesChange };
}

/** The one change of sales that were paid together. @param tendered the cash for all of them; null: none is paid in cash. Whole rupiah */
export function changeTogether(
  sales: readonly Pick<MoneyOfSale, 'total' | 'tendered' | 'payments'>[],
  tendered: number | null,
): number {
  const isAllCash = sales.every(({ payments }) => payments.length === 0);
  const due = sales.reduce((sum, sale) => sum + (isAllCash ? (sale.total ?? 0) : paidByMethod(sale).cash), 0);
  return changeDue(due, tendered);
}

/** Change that goes back with the money of failed sales, beside what the shop owes for the sales themselves. Whole rupiah. */
export const changeToHandBack = (sales: readonly SaleToHandBack[]): number =>
  sales.reduce((sum, sale) => {
    const back = handBack(sale);
    return back?.includesChange ? sum + back.change : sum;
  }, 0);

/**
 * How each of several sales is paid of payments that come to all their totals: the first payment covers the first sales until it is
 * used up. So every sale's payments come to its own total, and those of all sales to what the customer paid.
 * @param totals each above zero, whole rupiah
 */
export function splitPayments<P extends { amount: number }>(totals: readonly number[], payments: readonly P[]): P[][] {
  const left = payments.map((payment) => ({ payment, amount: payment.amount }));
  return totals.map((total) => {
    const parts: P[] = [];
    let due = total;
    for (const each of left) {
      const amount = Math.min(due, each.amount);
      if (amount > 0) parts.push({ ...each.payment, amount });
      each.amount -= amount;
      due -= amount;
    }
    return parts;
  });
}

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

function add(...lists: (readonly { method: PaymentMethod; amount: number }[])[]): AmountsByMethod {
  const amounts = noAmounts();
  for (const { method, amount } of lists.flat()) amounts[method] += amount;
  return amounts;
}

const moneyIn = (amounts: AmountsByMethod): number => moneyMethods.reduce((sum, method) => sum + amounts[method], 0);
