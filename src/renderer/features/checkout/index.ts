/**
 * One sale from the first key to its result: the entry field, the read-back, the cash. An order, a bill and a line of a batch have one
 * shape, SaleDraft; what else differs is a row of checkout-rules.ts. What is typed lives in checkout-store.ts; entry-amounts.ts has
 * its price and cash, and entry-controller.ts says what a key does. Tests: tests/unit/renderer/features/checkout.
 */

export { PeriodsTable } from './BillDetails.tsx';
export { CheckoutScreen, TypedAheadText } from './CheckoutScreen.tsx';
export { checkoutRules, kindOf, kindOnScreen } from './checkout-rules.ts';
export { type Checkout, isTypingAhead, type Overrides, reset, type Unapproved, useCheckout } from './checkout-store.ts';
export { useCountersAwaited } from './counters-awaited.ts';
export { typeEntry } from './entry-amounts.ts';
export { openList, typeAheadElsewhere, useStrayCharacters } from './entry-keys.ts';
export { startKeepingSales } from './kept-sale.ts';
export { startKeyErrorSound } from './key-error-sound.ts';
export { lastOf } from './last-sales.ts';
export { lookUpOffer, matchOffer, namesBrand, rankOffers, searchOffers } from './offer-search.ts';
export { ParkedChips } from './ParkedSales.tsx';
export { canRepeatWithCash, repeatSale, useParkedCount } from './parking.ts';
export { paymentsToShow, qrisDueOf } from './payment-controller.ts';
export { ReturnCash } from './ReturnCash.tsx';
export { AmountQuestion, OverrideQuestion, PaymentQuestion } from './SaleQuestions.tsx';
export { CopyComplaint } from './SaleResult.tsx';
export { emptyDraft, lineInput, nameOf, type SaleDraft, usualPrice } from './sale-draft.ts';
export { questionOf } from './sale-question.tsx';
export { isApprovalError, saleOf } from './submission.ts';
