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
export {
  isDialogOpen,
  openList,
  toggleNumberPad,
  typeAheadElsewhere,
  useNumberPad,
  useStrayCharacters,
} from './entry-keys.ts';
export { lookUpOffer, matchOffer } from './offer-search.ts';
export { PaymentMethods, TabCustomer } from './PaymentRow.tsx';
export { canRepeatWithCash, repeatSale } from './parking.ts';
export {
  allCash,
  cashCount,
  chooseMethod,
  isAllCash,
  lacksCustomer,
  type PaymentChoice,
  partsToSee,
  paymentFault,
  paymentInput,
  paymentParts,
  typesPart,
} from './payment-choice.ts';
export { paymentsToShow, qrisDueOf } from './payment-controller.ts';
export { ReturnCash } from './ReturnCash.tsx';
export { OverrideQuestion, PaymentQuestion } from './SaleQuestions.tsx';
export { CopyComplaint } from './SaleResult.tsx';
export { questionOf } from './sale-question.tsx';
export { saleOfOrder } from './submission.ts';
