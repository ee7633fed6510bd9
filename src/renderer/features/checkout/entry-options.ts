import { useDeferredValue, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { CustomerSuggestion } from '../../../shared/contract/customers.ts';
import { fail } from '../../../shared/contract/errors.ts';
import { owesMoney } from '../../../shared/domain/cash.ts';
import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { EntryReading, EntryStep } from '../../../shared/domain/entry.ts';
import { isUnresolved, type Transaction, type TransactionKind } from '../../../shared/domain/transaction.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useEndOfMinute } from '../../state/clock.ts';
import { type Offer, useOffers } from '../../state/offers.ts';
import { newerSale, useSales } from '../../state/sales.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { untilLoaded } from '../../ui/deferred.tsx';
import { inquiryTimeLeft } from './bill-inquiry.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { parseEntry, useCheckout } from './checkout-store.ts';
import { groupOf, type ProductGroup, productGroups, rankOffers, searchOffers } from './offer-search.ts';

/** An option of the list below the entry field. */
export type EntryOption =
  | { is: 'offer'; id: string; offer: Offer }
  /** a saved customer */
  | { is: 'customer'; id: string; customer: CustomerSuggestion }
  /** a former sale to this number */
  | { is: 'purchase'; id: string; sale: Transaction }
  /** a former sale to this number whose result or cash is open */
  | { is: 'unsettled'; id: string; sale: Transaction }
  /** a sale of today to this number that failed, and for which no money is owed */
  | { is: 'failed'; id: string; sale: Transaction }
  /** a bill of this number that was asked for and is not paid yet */
  | { is: 'openBill'; id: string; sale: Transaction };

export interface EntryOptions {
  /** of this customer: what is not settled, then what is saved, owed and was bought */
  recent: readonly EntryOption[];
  offers: readonly EntryOption[];
  /** the groups that the products are in; empty where a tab would change nothing */
  tabs: readonly ProductGroup[];
  /** null: all groups; while something is searched for, it is searched for in all */
  tab: ProductGroup | null;
  /** the accepted number was never sold to, and nothing is open for it */
  isNewNumber: boolean;
  /** changes with what the cashier does; the list then may change its order at once */
  cause: string;
}

const maxRecent = 3;

/**
 * What can be selected for the text and the draft so far, and the option that Enter selects when none is walked to.
 * The typing never waits for it.
 */
export function useEntryOptions(kind: CheckoutKind): { options: EntryOptions; preferredId: string | null } {
  const offers = useOffers((state) => state.offers);
  const typed = useCheckout((state) => state[kind].text);
  const step = useCheckout((state) => state[kind].step);
  const accepted = useCheckout((state) => state[kind].draft.customerNo);
  const hasProduct = useCheckout((state) => state[kind].draft.product !== null);
  const text = useDeferredValue(typed);
  const entry = useParsedEntry(kind, text, step);
  const customerNo = entry.is === 'number' || entry.is === 'quick' ? entry.customerNo : accepted;
  const history = usePurchaseHistory(customerNo);
  const chosenTab = useCheckout((state) => state[kind].tab);
  const order = useSalesOrder();
  const ordered = useMemo(() => (order ? order.sort(offers ?? []) : (offers ?? [])), [offers, order]);
  const listed = useMemo(() => ordered.filter(({ product }) => isListed(kind, product)), [kind, ordered]);
  const tabs = useMemo(() => tabsOf(listed, order?.counts ?? noCounts), [listed, order]);
  // Once the number is accepted, the customer is known.
  const suggestions = useCustomerSuggestions(
    step === 'customerNo' && beginsWith(kind, step) && accepted === '' ? text : '',
  );

  const options = useMemo((): EntryOptions => {
    const { unsettled, openBills, purchases, isNew } = history ?? noHistory;
    const recent = [
      ...unsettled.map(unsettledOption),
      ...suggestions.map(customerOption),
      ...openBills.map(billOption),
      ...purchases.filter((sale) => isListed(kind, sale)).map(pastOption),
    ];
    const isSearched = entry.is === 'product' || entry.is === 'quick';
    const tab = isSearched || chosenTab === null || !tabs.includes(chosenTab) ? null : chosenTab;
    const matches = findOffers(kind, ordered, entry, hasProduct, customerNo);
    return {
      recent: recent.slice(0, maxRecent),
      offers: (tab === null ? matches : matches.filter((offer) => groupOf(offer) === tab)).map(offerOption),
      tabs,
      tab,
      isNewNumber: isNew && accepted !== '',
      cause: `${step} ${tab ?? ''} ${text}`,
    };
  }, [kind, history, suggestions, entry, hasProduct, ordered, tabs, chosenTab, customerNo, accepted, step, text]);

  const preferredId = useMemo(() => {
    const search = entry.is === 'product' ? entry.text : null;
    if (step !== 'product' && (search === null || !beginsWith(kind, 'customerNo'))) return null;
    if (text === '') {
      // A sale that may still go through is not repeated by an Enter of habit.
      if (accepted === '' || options.recent[0]?.is === 'unsettled') return null;
      return options.recent.find(({ is }) => is !== 'failed')?.id ?? null;
    }
    if (search === null) return null;
    const preferred = checkoutRules[kind].prefer(offers ?? [], search, customerNo);
    return preferred && offerOption(preferred).id;
  }, [kind, step, entry, text, accepted, options, offers, customerNo]);

  // While the list is behind the typing, its preference is for an earlier text.
  return { options, preferredId: text === typed ? preferredId : null };
}

const offerOption = (offer: Offer): EntryOption => ({ is: 'offer', id: `offer-${offer.product.productCode}`, offer });
const billOption = (sale: Transaction): EntryOption => ({ is: 'openBill', id: `bill-${sale.id}`, sale });
const unsettledOption = (sale: Transaction): EntryOption => ({ is: 'unsettled', id: `open-${sale.id}`, sale });
const purchaseOption = (sale: Transaction): EntryOption => ({ is: 'purchase', id: `again-${sale.id}`, sale });
/** What failed cannot be bought again by its card: its receipt says why. */
const pastOption = (sale: Transaction): EntryOption =>
  sale.state === 'success' ? purchaseOption(sale) : { is: 'failed', id: `failed-${sale.id}`, sale };
const customerOption = (customer: CustomerSuggestion): EntryOption => ({
  is: 'customer',
  id: `saved-${customer.id}-${customer.customerNo}`,
  customer,
});

export const findOption = ({ recent, offers }: EntryOptions, id: string): EntryOption | undefined =>
  [...recent, ...offers].find((each) => each.id === id);

const beginsWith = (kind: CheckoutKind, step: EntryStep): boolean => checkoutRules[kind].steps[0] === step;

/** Whether a product, or a sale, is of a kind that is listed while nothing is searched for. */
export const isListed = (kind: CheckoutKind, of: { kind: TransactionKind }): boolean =>
  checkoutRules[kind].products.includes(of.kind);

/** @param hasProduct then only another product's text narrows the list */
function findOffers(
  kind: CheckoutKind,
  offers: readonly Offer[],
  entry: EntryReading,
  hasProduct: boolean,
  customerNo: string,
): Offer[] {
  const isQuick = entry.is === 'quick' && beginsWith(kind, 'customerNo') && !hasProduct;
  const search = entry.is === 'product' ? entry.text : isQuick ? entry.product : '';
  // Prepaid products show among the bills only when they are searched for.
  const listed = search === '' ? offers.filter(({ product }) => isListed(kind, product)) : offers;
  return rankOffers(searchOffers(listed, search), search, customerNo, checkoutRules[kind].products[0]);
}

function useParsedEntry(kind: CheckoutKind, text: string, step: EntryStep): EntryReading {
  return useMemo(() => parseEntry({ kind, text, step }), [kind, text, step]);
}

/** The receipts of one customer's number. */
interface PurchaseHistory {
  /** the result is open, or cash is to be returned */
  unsettled: readonly Transaction[];
  /** today's, failed ones too, then each older product once; newest first */
  purchases: readonly Transaction[];
  /** asked for and not paid, newest first, each product once */
  openBills: readonly Transaction[];
  /** there is nothing at all of this number */
  isNew: boolean;
}

const noHistory: PurchaseHistory = { unsettled: [], purchases: [], openBills: [], isNew: false };
/** Fewer digits are contained in too many numbers. */
const minHistoryDigits = 8;
const noQuery = Promise.resolve(fail('not_found', 'There is nothing to search for yet.'));

/** A newer query of the same box cancels the former one: each window has its own. */
const box = `entry-${crypto.randomUUID()}`;
const searchNumber = (number: string) =>
  number === '' ? noQuery : call('transactions.search', { text: number, limit: 30, box });

/** Null while the receipts are searched. */
function usePurchaseHistory(customerNo: string): PurchaseHistory | null {
  const number = customerNo.length >= minHistoryDigits ? customerNo : '';
  const arrived = useSales((state) => state.arrived);
  const minutes = useSettings((state) => state.view?.settings.inquiryMinutes ?? 15);
  const now = useEndOfMinute();
  const history = useAnswer(searchNumber, number, arrived);
  const sales = useSales((state) => state.byId);
  const zone = useShopZone();
  return useMemo(() => {
    if (number === '') return noHistory;
    if (!history) return null;
    if (!history.answer.ok) return noHistory;
    // The search also finds other numbers that contain this one.
    const { items, next } = history.answer.value;
    const own = items
      .filter((sale) => sameCustomerNo(sale.customerNo, number))
      .map((sale) => newerSale(sales[sale.id], sale));
    const today = wallClock(now, zone).day;
    const isToday = (sale: Transaction): boolean =>
      wallClock(Date.parse(sale.sentAt ?? sale.createdAt), zone).day === today;
    const isOpen = (sale: Transaction): boolean => sale.state === 'inquired' && inquiryTimeLeft(sale, now, minutes) > 0;
    const unsettled = own.filter((sale) => isUnresolved(sale.state) || owesMoney(sale));
    const bought = own.filter(({ state }) => state === 'success');
    const isFailure = ({ state }: Transaction): boolean => state === 'failed' || state === 'unsent';
    const isFirstOfProduct = (sale: Transaction): boolean =>
      bought.find(({ productCode }) => productCode === sale.productCode) === sale;
    return {
      unsettled,
      purchases: own.filter((sale) =>
        isToday(sale)
          ? sale.state === 'success' || (isFailure(sale) && !unsettled.includes(sale))
          : isFirstOfProduct(sale),
      ),
      isNew: own.length === 0 && next === null,
      openBills: firstOfEachProduct(own.filter(isOpen)),
    };
  }, [number, history, sales, now, minutes, zone]);
}

const firstOfEachProduct = (sales: readonly Transaction[]): Transaction[] =>
  sales.filter((sale, at) => sales.findIndex((each) => each.productCode === sale.productCode) === at);

interface SalesOrder {
  /** how often each product was sold, by its code */
  counts: ReadonlyMap<string, number>;
  sort: (offers: readonly Offer[]) => readonly Offer[];
}

const useCountedOrder = create<{ order: SalesOrder | null }>(() => ({ order: null }));
let isOrderRequested = false;

/**
 * The shop's order by sales, as the page counted them when it opened: until the next start a button stays where the hand remembers it.
 * Null: products keep their places.
 */
function useSalesOrder(): SalesOrder | null {
  const isBySales = useSettings((state) => state.view?.settings.orderBySales ?? false);
  const order = useCountedOrder((state) => state.order);
  useEffect(() => {
    if (!isBySales || isOrderRequested) return;
    isOrderRequested = true;
    void countOrder();
  }, [isBySales]);
  return isBySales ? order : null;
}

async function countOrder(): Promise<void> {
  const { countSold, mostSoldFirst } = await untilLoaded(() => import('./sales-order.ts'));
  const counts = await countSold();
  useCountedOrder.setState({ order: { counts, sort: (offers) => mostSoldFirst(offers, counts) } });
}

const noCounts: ReadonlyMap<string, number> = new Map();

/** The groups of the offers, most sold first where that is counted; none where there is one group only. */
export function tabsOf(offers: readonly Offer[], sold: ReadonlyMap<string, number>): readonly ProductGroup[] {
  const counts = new Map<ProductGroup, number>();
  for (const offer of offers) {
    if (offer.hidden) continue;
    const group = groupOf(offer);
    counts.set(group, (counts.get(group) ?? 0) + (sold.get(offer.product.productCode) ?? 0));
  }
  const groups = productGroups.filter((group) => counts.has(group));
  if (groups.length < 2) return [];
  const isRest = (group: ProductGroup): boolean => group === 'other';
  return groups.toSorted(
    (one, other) => Number(isRest(one)) - Number(isRest(other)) || (counts.get(other) ?? 0) - (counts.get(one) ?? 0),
  );
}

const noSuggestions: readonly CustomerSuggestion[] = [];
const suggest = (text: string) => (text === '' ? noQuery : call('customers.suggest', { text }));

/** Three digits, or two letters: less matches most customers. */
const isSuggestible = (text: string): boolean => /^\+?[\d\s-]{3,}$/.test(text) || /^\p{L}[\p{L}\s.'-]+$/u.test(text);

/** The customers who agreed to be saved and whose number or name matches the text. */
function useCustomerSuggestions(typed: string): readonly CustomerSuggestion[] {
  const text = typed.trim().slice(0, 100);
  const answer = useAnswer(suggest, isSuggestible(text) ? text : '', null);
  return answer?.answer.ok ? answer.answer.value.suggestions : noSuggestions;
}
