import { useDeferredValue, useMemo } from 'react';
import type { CustomerSuggestion } from '../../../shared/contract/customers.ts';
import { fail } from '../../../shared/contract/errors.ts';
import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { EntryReading, EntryStep } from '../../../shared/domain/entry.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';
import { useEndOfMinute } from '../../state/clock.ts';
import { type Offer, useOffers } from '../../state/offers.ts';
import { useSales } from '../../state/sales.ts';
import { useSettings } from '../../state/settings.ts';
import { inquiryTimeLeft } from './bill-inquiry.ts';
import { type CheckoutKind, customerNoOf, parseEntry, useCheckout } from './checkout-store.ts';
import { knownOffer, offerOfCode, rankOffers, searchOffers } from './offer-search.ts';

/** An option of the list below the entry field. */
export type EntryOption =
  | { is: 'offer'; id: string; offer: Offer }
  /** a saved customer */
  | { is: 'customer'; id: string; customer: CustomerSuggestion }
  /** a former sale to this number */
  | { is: 'purchase'; id: string; sale: Transaction }
  /** a bill of this number that was asked for and is not paid yet */
  | { is: 'openBill'; id: string; sale: Transaction };

export interface EntryOptions {
  /** at most three, of this customer */
  recent: readonly EntryOption[];
  offers: readonly EntryOption[];
  isHistoryLoading: boolean;
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
  const accepted = useCheckout((state) => customerNoOf(state[kind]));
  const hasProduct = useCheckout(({ order }) => kind === 'order' && order.draft.product !== null);
  const text = useDeferredValue(typed);
  const entry = useParsedEntry(kind, text, step);
  const customerNo = entry.is === 'number' || entry.is === 'quick' ? entry.customerNo : accepted;
  const history = usePurchaseHistory(customerNo);
  // Once the number is accepted, the customer is known.
  const suggestions = useCustomerSuggestions(kind === 'order' && step === 'customerNo' && accepted === '' ? text : '');

  const options = useMemo((): EntryOptions => {
    const { openBills, purchases } = history ?? noHistory;
    const recent = [
      ...suggestions.map(customerOption),
      ...openBills.map(billOption),
      ...purchases.filter((sale) => kind === 'order' || sale.kind === 'postpaid').map(purchaseOption),
    ];
    return {
      recent: recent.slice(0, maxRecent),
      offers: findOffers(kind, offers ?? [], entry, hasProduct, customerNo).map(offerOption),
      isHistoryLoading: history === null,
      cause: `${step} ${text}`,
    };
  }, [kind, history, suggestions, entry, hasProduct, offers, customerNo, step, text]);

  const preferredId = useMemo(() => {
    const search = entry.is === 'product' ? entry.text : null;
    if (step !== 'product' && (kind === 'bill' || search === null)) return null;
    if (text === '') return accepted === '' ? null : (options.recent[0]?.id ?? null);
    if (search === null) return null;
    const known = kind === 'order' ? knownOffer(offers ?? [], search, customerNo) : offerOfCode(offers ?? [], search);
    return known && offerOption(known).id;
  }, [kind, step, entry, text, accepted, options, offers, customerNo]);

  // While the list is behind the typing, its preference is for an earlier text.
  return { options, preferredId: text === typed ? preferredId : null };
}

const offerOption = (offer: Offer): EntryOption => ({ is: 'offer', id: `offer-${offer.product.productCode}`, offer });
const billOption = (sale: Transaction): EntryOption => ({ is: 'openBill', id: `bill-${sale.id}`, sale });
const purchaseOption = (sale: Transaction): EntryOption => ({ is: 'purchase', id: `again-${sale.id}`, sale });
const customerOption = (customer: CustomerSuggestion): EntryOption => ({
  is: 'customer',
  id: `saved-${customer.id}-${customer.customerNo}`,
  customer,
});

export const findOption = ({ recent, offers }: EntryOptions, id: string): EntryOption | undefined =>
  [...recent, ...offers].find((each) => each.id === id);

/** @param hasProduct of an order: then only another product's text narrows the list */
function findOffers(
  kind: CheckoutKind,
  offers: readonly Offer[],
  entry: EntryReading,
  hasProduct: boolean,
  customerNo: string,
): Offer[] {
  if (kind === 'bill') {
    const search = entry.is === 'product' ? entry.text : '';
    // Prepaid products show among the bills only when they are searched for.
    const searched = search === '' ? offers.filter(({ product }) => product.kind === 'postpaid') : offers;
    return rankOffers(searchOffers(searched, search), search, customerNo, 'postpaid');
  }
  const search = entry.is === 'product' ? entry.text : entry.is === 'quick' && !hasProduct ? entry.product : '';
  return rankOffers(searchOffers(offers, search), search, customerNo, 'prepaid');
}

function useParsedEntry(kind: CheckoutKind, text: string, step: EntryStep): EntryReading {
  return useMemo(() => parseEntry({ kind, text, step }), [kind, text, step]);
}

/** The receipts of one customer's number. */
interface PurchaseHistory {
  /** newest first, each product once */
  purchases: readonly Transaction[];
  /** asked for and not paid, newest first, each product once */
  openBills: readonly Transaction[];
}

const noHistory: PurchaseHistory = { purchases: [], openBills: [] };
/** Fewer digits are contained in too many numbers. */
const minHistoryDigits = 8;
const noQuery = Promise.resolve(fail('not_found', 'There is nothing to search for yet.'));

// A newer query of the same box cancels the former one.
const searchNumber = (number: string) =>
  number === '' ? noQuery : call('transactions.search', { text: number, limit: 30, box: 'entry' });

/** Null while the receipts are searched. */
function usePurchaseHistory(customerNo: string): PurchaseHistory | null {
  const number = customerNo.length >= minHistoryDigits ? customerNo : '';
  const arrived = useSales((state) => state.arrived);
  const minutes = useSettings((state) => state.view?.settings.inquiryMinutes ?? 15);
  const now = useEndOfMinute();
  const found = useAnswer(searchNumber, number, arrived);
  return useMemo(() => {
    if (number === '') return noHistory;
    if (!found) return null;
    if (!found.answer.ok) return noHistory;
    // The search also finds other numbers that contain this one.
    const own = found.answer.value.items.filter((sale) => sameCustomerNo(sale.customerNo, number));
    const isOpen = (sale: Transaction): boolean => sale.state === 'inquired' && inquiryTimeLeft(sale, now, minutes) > 0;
    return {
      purchases: firstOfEachProduct(own.filter(({ state }) => state === 'success')),
      openBills: firstOfEachProduct(own.filter(isOpen)),
    };
  }, [number, found, now, minutes]);
}

const firstOfEachProduct = (sales: readonly Transaction[]): Transaction[] =>
  sales.filter((sale, at) => sales.findIndex((each) => each.productCode === sale.productCode) === at);

const noSuggestions: readonly CustomerSuggestion[] = [];
const suggest = (text: string) => (text === '' ? noQuery : call('customers.suggest', { text }));

/** Three digits, or two letters: less matches most customers. */
const isSuggestible = (text: string): boolean => /^\+?[\d\s-]{3,}$/.test(text) || /^\p{L}[\p{L}\s.'-]+$/u.test(text);

/** The customers who agreed to be saved and whose number or name matches the text. */
function useCustomerSuggestions(typed: string): readonly CustomerSuggestion[] {
  const text = typed.trim().slice(0, 100);
  const found = useAnswer(suggest, isSuggestible(text) ? text : '', null);
  return found?.answer.ok ? found.answer.value.suggestions : noSuggestions;
}
