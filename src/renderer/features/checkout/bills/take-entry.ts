import { cashShortfall } from '../../../../shared/domain/cash.ts';
import { maxBillAmount } from '../../../../shared/domain/entry/amount.ts';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { type Offer, offersNow } from '../../../state/offers.ts';
import { goTo, goToReceipts, openScannedProof } from '../../../state/places.ts';
import { useSales } from '../../../state/sales.ts';
import { matchingOffers, offerOfCode } from '../entry/matching-offers.ts';
import { change, startAnew, useSell } from '../sell/sell-store.ts';
import { takeOffer } from '../sell/take-entry.ts';
import { changeAsk, setTendered, startAnewBill, useBill } from './bill-store.ts';
import { goOn, inquire, missingOfAsk } from './inquire.ts';
import { reviewBill, takeNewerBill } from './pay-bill.ts';
import { turnOf } from './turn.ts';

const billNow = (): Transaction | null => useSales.getState().byId[useBill.getState().billId ?? ''] ?? null;

/** What stands in the field now; cash counts as it is typed. */
export function typeBillEntry(text: string): void {
  const { step } = useBill.getState();
  useBill.setState({ text, fault: null });
  if (step !== 'tendered') return;
  const reading = readEntry(text, step, maxBillAmount);
  setTendered(reading.is === 'amount' && reading.amount > 0 ? reading.amount : null);
}

/** What Enter means here: what stands in the field is taken; where nothing does, the next thing is done. */
export function takeBillEntry(): void {
  const { text, step } = useBill.getState();
  const reading = readEntry(text, step, maxBillAmount);
  switch (reading.is) {
    case 'nothing':
      return takeNothing();
    case 'number':
      changeAsk({ customerNo: reading.customerNo });
      return goOn();
    case 'amount':
      return takeNothing();
    case 'quick':
      changeAsk({ customerNo: reading.customerNo });
      return takeCode(reading.product);
    case 'product':
      return takeCode(reading.text);
    case 'noNumber':
      return useBill.setState({ fault: 'number' });
    case 'receipt':
      useBill.setState({ text: '' });
      return goToReceipts({ text: reading.receiptNo });
    case 'proof':
      useBill.setState({ text: '' });
      return openScannedProof(reading.text);
  }
}

function takeNothing(): void {
  const { phase, problem, tendered } = useBill.getState();
  const bill = billNow();
  const missing = missingOfAsk(useBill.getState());
  if (missing !== null) {
    useBill.setState({ step: missing, fault: missing === 'product' ? 'product' : 'number' });
    return;
  }
  const turn = turnOf(phase, bill, problem);
  if (turn === 'takeNewer') takeNewerBill();
  else if (turn === 'inquire' || turn === 'inquireAgain') void inquire();
  else if (turn === 'review' && !reviewBill() && cashShortfall(bill?.total ?? null, tendered) > 0) {
    useBill.setState({ fault: 'short' });
  }
}

function takeCode(typed: string): void {
  const offers = offersNow();
  const matching = matchingOffers(offers, typed).filter(({ product }) => product.kind === 'postpaid');
  const offer = offerOfCode(offers, typed) ?? (matching.length === 1 && !/\d/.test(typed) ? matching[0] : null);
  if (offer) return takeBillOffer(offer);
  if (matching.length > 1 || /\s/.test(typed.trim())) return useBill.setState({ fault: 'several', text: typed });
  changeAsk({ code: typed.trim() });
  goOn();
}

/** A product was chosen here; a prepaid one goes where those are sold. */
export function takeBillOffer(offer: Offer): void {
  const { text, step } = useBill.getState();
  const reading = readEntry(text, step, maxBillAmount);
  if (reading.is === 'number') changeAsk({ customerNo: reading.customerNo });
  const { customerNo } = useBill.getState();
  if (offer.product.kind === 'postpaid') {
    changeAsk({ code: offer.product.productCode });
    return goOn();
  }
  if (useSell.getState().phase === 'sending') return;
  startAnewBill();
  startAnew();
  change({ customerNo });
  takeOffer(offer);
  goTo('sell');
}

/** Puts what was taken back into the field, to be typed over. */
export function editBillEntry(step: EntryStep): void {
  const { code, customerNo, tendered } = useBill.getState();
  const text =
    step === 'product' ? code : step === 'customerNo' ? customerNo : tendered === null ? '' : String(tendered);
  useBill.setState({ step, text, fault: null });
}

/** Back to what was taken before, for a key pressed in an empty field. */
export function billStepBack(): void {
  const { step, code, customerNo } = useBill.getState();
  if (step === 'tendered' && customerNo !== '') editBillEntry('customerNo');
  else if (step === 'customerNo' && code !== '') editBillEntry('product');
}

/** The next customer begins where this one did. */
export function nextAfterBill(): void {
  const { from } = useBill.getState();
  startAnewBill();
  if (from === 'sell') goTo('sell');
}
