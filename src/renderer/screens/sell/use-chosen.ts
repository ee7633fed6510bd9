import { useCallback, useDeferredValue, useMemo } from 'react';
import { readEntry } from '../../../shared/domain/entry/read-entry.ts';
import { useOffers } from '../../store/offers.ts';
import { askForBill, openInquiry } from '../bills/take-entry.ts';
import { knownProduct } from '../entry/find-product.ts';
import { matchingOffers, offerOfCode, shownFirst } from '../entry/matching-offers.ts';
import { type Option, offerOption } from '../entry/option.ts';
import { noPast, type PastSales } from '../entry/past-sales.ts';
import { usePast } from '../entry/use-past.ts';
import { useSaved } from '../entry/use-saved.ts';
import { startAnew, useSell } from './sell-store.ts';
import { takeOffer, takeSaved } from './take-entry.ts';

export interface SellChoice {
  past: readonly Option[];
  offers: readonly Option[];
  /** null while the book is being looked into */
  told: PastSales | null;
  /** what the cashier typed: another order of the list is theirs */
  by: string;
}

/** What can be chosen for what is typed and taken so far. The typing never waits for it. */
export function useChosen() {
  const offers = useOffers((state) => state.offers);
  const taken = useSell((state) => state.draft.customerNo);
  const product = useSell((state) => state.draft.product);
  const step = useSell((state) => state.step);
  const typed = useSell((state) => state.text);
  const text = useDeferredValue(typed);
  const reading = useMemo(() => readEntry(text, step), [text, step]);
  const number = reading.is === 'number' || reading.is === 'quick' ? reading.customerNo : taken;
  const told = usePast(number);
  // Once the number is taken it is known whose it is.
  const saved = useSaved(step === 'customerNo' && taken === '' ? text : '');

  const options = useMemo((): SellChoice => {
    const past = told ?? noPast;
    // A quick code says its product first, and what is typed is narrowed down by it.
    const words = reading.is === 'quick' ? reading.product : reading.is === 'product' ? reading.text : '';
    const search = product && reading.is !== 'product' ? '' : words;
    const fitting = shownFirst(matchingOffers(offers ?? [], search), search, number, 'prepaid');
    const open = past.open.map((sale): Option => ({ is: 'openBill', id: `bill-${sale.id}`, sale }));
    const again = past.bought.map((sale): Option => ({ is: 'again', id: `again-${sale.id}`, sale }));
    const known = saved.map(
      (each): Option => ({ is: 'saved', id: `saved-${each.id}-${each.customerNo}`, saved: each }),
    );
    return {
      past: [...known, ...open, ...again].slice(0, 3),
      offers: fitting.map(offerOption),
      told,
      by: `${step} ${text}`,
    };
  }, [told, saved, reading, product, offers, number, step, text]);

  const preferred = useMemo(() => {
    if (step !== 'product' && reading.is !== 'product') return null;
    if (text === '') return taken === '' ? null : (options.past[0]?.id ?? null);
    const known = reading.is === 'product' ? knownProduct(offers ?? [], reading.text, number) : null;
    return known ? offerOption(known).id : null;
  }, [step, reading, text, taken, options, offers, number]);

  const choose = useCallback(
    (id: string): boolean => {
      const option = [...options.past, ...options.offers].find((each) => each.id === id);
      if (option) take(option);
      return option !== undefined;
    },
    [options],
  );
  // Hands may be ahead of the list: what it prefers for an earlier text is nothing that Enter may take.
  return { options, preferred: typed === text ? preferred : null, choose };
}

function take(option: Option): void {
  if (option.is === 'offer') return takeOffer(option.offer);
  if (option.is === 'saved') return takeSaved(option.saved);
  const { sale } = option;
  if (option.is === 'openBill') {
    startAnew();
    openInquiry(sale);
  } else if (sale.kind === 'postpaid') {
    startAnew();
    askForBill(sale.productCode, sale.customerNo, 'sell');
  } else {
    const offer = offerOfCode(useOffers.getState().offers ?? [], sale.productCode);
    if (offer) takeOffer(offer, false, sale.total);
  }
}
