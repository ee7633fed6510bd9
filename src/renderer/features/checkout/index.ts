export { PeriodsTable } from './BillDetails.tsx';
export { CheckoutScreen } from './CheckoutScreen.tsx';
export { type BillCheckout, type Checkouts, type OrderCheckout, reset, useCheckout } from './checkout-store.ts';
export { canRepeatWithCash, repeatSale, typeEntry } from './entry-controller.ts';
export { toggleNumberPad, useNumberPad } from './entry-keys.ts';
export { paymentsToShow, qrisDueOf } from './payment-controller.ts';
export { ReturnCash } from './ReturnCash.tsx';
export { CopyComplaint } from './ShareSale.tsx';
export { saleOfOrder } from './submission.ts';
