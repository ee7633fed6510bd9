import { useCallback, useMemo } from 'react';
import { useOffers } from '../../../state/offers.ts';
import { againOption, type Choices, openBillOption, optionOf } from '../entry/choices.ts';
import { matchingOffers, offerOfCode, shownFirst } from '../entry/matching-offers.ts';
import { offerOption } from '../entry/option.ts';
import { noPast } from '../entry/past-sales.ts';
import { useReading } from '../entry/use-reading.ts';
import { useBill } from './bill-store.ts';
import { askForBill, openInquiry } from './inquire.ts';
import { takeBillOffer } from './take-entry.ts';

/** Bills that can be chosen: of this number before, then those this counter knows. */
export function useBillChoice() {
  const known = useOffers((state) => state.offers);
  const taken = useBill((state) => state.customerNo);
  const code = useBill((state) => state.code);
  const step = useBill((state) => state.step);
  const typed = useBill((state) => state.text);
  const { text, reading, number, told, isBehind } = useReading(typed, step, taken);

  const options = useMemo((): Choices => {
    const bills = (known ?? []).filter(({ product }) => product.kind === 'postpaid');
    const search = reading.is === 'product' ? reading.text : '';
    // What is sold elsewhere is shown here only when it was asked for.
    const matching = matchingOffers(search === '' ? bills : (known ?? []), search);
    const { open, bought } = told ?? noPast;
    const past = [...open.map(openBillOption), ...bought.filter((sale) => sale.kind === 'postpaid').map(againOption)];
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
      const option = optionOf(options, id);
      if (option?.is === 'offer') takeBillOffer(option.offer);
      else if (option?.is === 'openBill') openInquiry(option.sale);
      else if (option?.is === 'again') askForBill(option.sale.productCode, option.sale.customerNo, 'bills');
      return option !== undefined;
    },
    [options],
  );
  return { options, preferred: isBehind ? null : preferred, choose, code };
}
