import type { CustomerSuggestion } from '../../../../shared/contract/customer-book.ts';
import { cashShortfall } from '../../../../shared/domain/cash.ts';
import { normaliseCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import type { EntryReading, EntryStep } from '../../../../shared/domain/entry/reading.ts';
import { type Offer, offersNow } from '../../../state/offers.ts';
import { goToReceipts, openScannedProof } from '../../../state/places.ts';
import { askForBill } from '../bills/inquire.ts';
import { findProduct } from '../entry/find-product.ts';
import { offerOfCode } from '../entry/matching-offers.ts';
import { firstMissing, type SellDraft } from './sell-draft.ts';
import { change, startAnew, useSell } from './sell-store.ts';
import { review } from './send-order.ts';

/** What stands in the field now. Money counts as it is typed, so that the change can be read off; all else waits for Enter. */
export function typeEntry(text: string): void {
  const { step, draft } = useSell.getState();
  useSell.setState({ text, fault: null, problem: null });
  if (step !== 'tendered' && step !== 'price') return;
  const reading = readEntry(text, step);
  const amount = reading.is === 'amount' ? reading.amount : null;
  if (step === 'price') change({ price: amount });
  else if (draft.tendered !== (amount === 0 ? null : amount)) change({ tendered: amount === 0 ? null : amount });
}

/** Goes to what is still missing, with an empty field; to the cash when nothing is. */
function goOn(): void {
  useSell.setState(({ draft }) => ({ text: '', fault: null, step: firstMissing(draft) ?? 'tendered' }));
}

/** What Enter means: what stands in the field is taken, or, where nothing does, the sale is read back. */
export async function takeEntry(): Promise<void> {
  const { text, step, lookingUp } = useSell.getState();
  if (lookingUp) return;
  const reading = readEntry(text, step);
  switch (reading.is) {
    case 'nothing':
      return takeNothing(step);
    case 'number':
      return takeNumber(reading.customerNo);
    case 'amount':
      return takeAmount(step);
    case 'quick':
      change({ customerNo: reading.customerNo });
      return takeProduct(reading.product);
    case 'product':
      return takeProduct(reading.text);
    case 'noNumber':
      return useSell.setState({ fault: 'number' });
    case 'receipt':
      useSell.setState({ text: '' });
      return goToReceipts({ text: reading.receiptNo });
    case 'proof':
      useSell.setState({ text: '' });
      return openScannedProof(reading.text);
  }
}

function takeNothing(step: EntryStep): void {
  if (step === 'tendered' && review()) return;
  const { draft } = useSell.getState();
  const missing = firstMissing(draft);
  useSell.setState({ step: missing ?? 'tendered', fault: missing === null ? null : faultOf[missing] });
}

const faultOf = { customerNo: 'number', product: 'product', price: 'price', tendered: 'short' } as const;

function takeNumber(customerNo: string): void {
  change({ customerNo });
  goOn();
}

function takeAmount(step: EntryStep): void {
  const { draft } = useSell.getState();
  if (step === 'price') {
    if (draft.price === null || draft.price === 0) useSell.setState({ fault: 'price' });
    else goOn();
  } else if (cashShortfall(draft.price, draft.tendered) > 0) useSell.setState({ fault: 'short' });
  else takeNothing('tendered');
}

async function takeProduct(typed: string): Promise<void> {
  const { text: before, draft } = useSell.getState();
  const found = await findProduct(typed, draft.customerNo, () => useSell.setState({ lookingUp: true, problem: null }));
  const asked = useSell.getState().lookingUp;
  useSell.setState({ lookingUp: false });
  // Somebody typed on meanwhile: the answer is about something else.
  if (asked && useSell.getState().text !== before) return;
  if (found.is === 'found') return takeOffer(found.offer);
  if (found.is === 'several') return useSell.setState({ fault: 'several', step: 'product', text: typed });
  useSell.setState({ problem: found.error, step: 'product', text: typed });
}

/** A product was chosen. A number that still stands in the field belongs to it; a bill goes where bills are paid. */
export function takeOffer({ product, sellingPrice }: Offer, priceBefore: number | null = null): void {
  takeTypedNumber();
  const { draft } = useSell.getState();
  if (product.kind === 'postpaid') {
    startAnew();
    askForBill(product.productCode, draft.customerNo, 'sell');
    return;
  }
  const same = draft.product?.productCode === product.productCode;
  const price = same && draft.price !== null ? draft.price : (sellingPrice ?? priceBefore);
  change({ product, price, ...(same ? {} : { tendered: null }) });
  goOn();
}

/** Somebody of the customer book: their number, with what they usually buy where that is known. */
export function takeSaved({ customerNo, productCode }: CustomerSuggestion): void {
  takeNumber(normaliseCustomerNo(customerNo));
  const offer = productCode === null ? null : offerOfCode(offersNow(), productCode);
  if (offer) takeOffer(offer);
}

function takeTypedNumber(): void {
  const { text, step } = useSell.getState();
  const reading: EntryReading = readEntry(text, step);
  if (reading.is === 'number') change({ customerNo: reading.customerNo });
}

/** Puts what was taken back into the field, to be typed over. */
export function editEntry(step: EntryStep): void {
  const { draft } = useSell.getState();
  useSell.setState({ step, text: textOf(draft, step), fault: null, problem: null });
}

function textOf(draft: SellDraft, step: EntryStep): string {
  switch (step) {
    case 'customerNo':
      return normaliseCustomerNo(draft.customerNo);
    case 'product':
      return draft.product?.productCode ?? '';
    case 'price':
      return draft.price === null ? '' : String(draft.price);
    case 'tendered':
      return draft.tendered === null ? '' : String(draft.tendered);
  }
}

const stepsBack: readonly EntryStep[] = ['tendered', 'price', 'product', 'customerNo'];

/** Back to what was taken before, for a key pressed in an empty field. */
export function stepBack(): void {
  const { step, draft } = useSell.getState();
  const before = stepsBack.slice(stepsBack.indexOf(step) + 1).find((each) => textOf(draft, each) !== '');
  // Started with the product, the number is what is missing: back is the product.
  const back = before ?? (step === 'customerNo' && draft.product ? 'product' : null);
  if (back !== null) editEntry(back);
}
