import { useCallback, useDeferredValue, useMemo } from 'react';
import { readEntry } from '../../../shared/domain/entry/read-entry.ts';
import { useOffers } from '../../store/offers.ts';
import { matchingOffers, offerOfCode, shownFirst } from '../entry/matching-offers.ts';
import { type Option, offerOption } from '../entry/option.ts';
import { noPast, type PastSales } from '../entry/past-sales.ts';
import { usePast } from '../entry/use-past.ts';
import { useBill } from './bill-store.ts';
import { askForBill, openInquiry, takeBillOffer } from './take-entry.ts';

export interface BillChoice {
  past: readonly Option[];
  offers: readonly Option[];
  told: PastSales | null;
  by: string;
}

/** Bills that can be chosen: of this number before, then those this counter knows. */
export function useBillChoice() {
  const known = useOffers((state) => state.offers);
  const taken = useBill((state) => state.customerNo);
  const code = useBill((state) => state.code);
  const step = useBill((state) => state.step);
  const typed = useBill((state) => state.text);
  const text = useDeferredValue(typed);
  const reading = useMemo(() => readEntry(text, step), [text, step]);
  const number = reading.is === 'number' || reading.is === 'quick' ? reading.customerNo : taken;
  const told = usePast(number);

  const options = useMemo((): BillChoice => {
    const bills = (known ?? []).filter(({ product }) => product.kind === 'postpaid');
    const search = reading.is === 'product' ? reading.text : '';
    // What is sold elsewhere is shown here only when it was asked for.
    const matching = matchingOffers(search === '' ? bills : (known ?? []), search);
    const { open, bought } = told ?? noPast;
    const past = [
      ...open.map((sale): Option => ({ is: 'openBill', id: `bill-${sale.id}`, sale })),
      ...bought
        .filter((sale) => sale.kind === 'postpaid')
        .map((sale): Option => ({ is: 'again', id: `again-${sale.id}`, sale })),
    ];
    return {
      past: past.slice(0, 3),
      offers: shownFirst(matching, search, number, 'postpaid').map(offerOption),
      told,
      by: `${step} ${text}`,
    };
  }, [known, reading, told, number, step, text]);

  const preferred = useMemo(() => {
    if (step !== 'product') return null;
    if (text === '') return taken === '' ? null : (options.past[0]?.id ?? null);
    const offer = reading.is === 'product' ? offerOfCode(known ?? [], reading.text) : null;
    return offer ? offerOption(offer).id : null;
  }, [step, text, taken, options, reading, known]);

  const choose = useCallback(
    (id: string): boolean => {
      const option = [...options.past, ...options.offers].find((each) => each.id === id);
      if (option?.is === 'offer') takeBillOffer(option.offer);
      else if (option?.is === 'openBill') openInquiry(option.sale);
      else if (option?.is === 'again') askForBill(option.sale.productCode, option.sale.customerNo, 'bills');
      return option !== undefined;
    },
    [options],
  );
  // Hands may be ahead of the list: what it prefers for an earlier text is nothing that Enter may take.
  return { options, preferred: typed === text ? preferred : null, choose, code };
}
