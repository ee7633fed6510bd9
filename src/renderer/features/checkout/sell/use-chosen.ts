import { useCallback, useMemo } from 'react';
import { useOffers } from '../../../state/offers.ts';
import { askForBill, openInquiry } from '../bills/inquire.ts';
import { againOption, type Choices, openBillOption, optionOf } from '../entry/choices.ts';
import { knownProduct } from '../entry/find-product.ts';
import { matchingOffers, offerOfCode, shownFirst } from '../entry/matching-offers.ts';
import { type Option, offerOption } from '../entry/option.ts';
import { noPast } from '../entry/past-sales.ts';
import { useReading } from '../entry/use-reading.ts';
import { useSaved } from '../entry/use-saved.ts';
import { startAnew, useSell } from './sell-store.ts';
import { takeOffer, takeSaved } from './take-entry.ts';

/** What can be chosen for what is typed and taken so far. */
export function useChosen() {
  const offers = useOffers((state) => state.offers);
  const taken = useSell((state) => state.draft.customerNo);
  const product = useSell((state) => state.draft.product);
  const step = useSell((state) => state.step);
  const typed = useSell((state) => state.text);
  const { text, reading, number, told, isBehind } = useReading(typed, step, taken);
  // Once the number is taken it is known whose it is.
  const saved = useSaved(step === 'customerNo' && taken === '' ? text : '');

  const options = useMemo((): Choices => {
    const past = told ?? noPast;
    // A quick code says its product first, and what is typed is narrowed down by it.
    const words = reading.is === 'quick' ? reading.product : reading.is === 'product' ? reading.text : '';
    const search = product && reading.is !== 'product' ? '' : words;
    const fitting = shownFirst(matchingOffers(offers ?? [], search), search, number, 'prepaid');
    const open = past.open.map(openBillOption);
    const again = past.bought.map(againOption);
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
      const option = optionOf(options, id);
      if (option) take(option);
      return option !== undefined;
    },
    [options],
  );
  return { options, preferred: isBehind ? null : preferred, choose };
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
    if (offer) takeOffer(offer, sale.total);
  }
}
