/**
 * One sale from the first key to its result: the entry field, the read-back, the cash. What is typed lives in checkout-store.ts;
 * entry-controller.ts says what a key does. Tests: tests/unit/renderer/features/checkout.
 */

export { PeriodsTable } from './BillDetails.tsx';
export { CheckoutScreen, TypedAheadText } from './CheckoutScreen.tsx';
export {
  type BillCheckout,
  type OrderCheckout,
  type Overrides,
  reset,
  useCheckout,
} from './checkout-store.ts';
export { typeEntry } from './entry-controller.ts';
export { openList, typeAheadElsewhere, useStrayCharacters } from './entry-keys.ts';
export { startKeyErrorSound } from './key-error-sound.ts';
export { lookUpOffer, matchOffer, rankOffers, searchOffers } from './offer-search.ts';
export { canRepeatWithCash, repeatSale } from './parking.ts';
export { paymentsToShow, qrisDueOf } from './payment-controller.ts';
export { ReturnCash } from './ReturnCash.tsx';
export { OverrideQuestion, PaymentQuestion } from './SaleQuestions.tsx';
export { CopyComplaint } from './SaleResult.tsx';
export { questionOf } from './sale-question.tsx';
export { saleOfOrder } from './submission.ts';
