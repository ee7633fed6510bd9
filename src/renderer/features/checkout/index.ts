export { PeriodsTable } from './BillDetails.tsx';
export { CheckoutScreen } from './CheckoutScreen.tsx';
export {
  type BillCheckout,
  type OrderCheckout,
  type Overrides,
  reset,
  useCheckout,
} from './checkout-store.ts';
export { typeEntry } from './entry-controller.ts';
export { toggleNumberPad, useNumberPad } from './entry-keys.ts';
export { OverrideQuestion } from './OverrideQuestion.tsx';
export { lookUpOffer, matchOffer } from './offer-search.ts';
export { openList } from './open-list.ts';
export { PaymentQuestion } from './PaymentQuestion.tsx';
export { PaymentMethods } from './PaymentRow.tsx';
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
export { canRepeatWithCash, repeatSale } from './repeat-sale.ts';
export { CopyComplaint } from './ShareSale.tsx';
export { questionOf } from './sale-question.tsx';
export { isDialogOpen, typeAheadElsewhere, useStrayCharacters } from './stray-characters.ts';
export { saleOfOrder } from './submission.ts';
export { TabCustomer } from './TabCustomer.tsx';
export { TypedAheadText } from './TypedAhead.tsx';
