/**
 * How a customer pays, by one method or two, and whose tab it is: for a sale, a bill and a batch alike. Tests:
 * tests/unit/renderer/features/payment.
 */

export { PaymentMethods } from './PaymentMethods.tsx';
export {
  allCash,
  cashCount,
  cashDue,
  choiceOf,
  chooseMethod,
  countingCash,
  isAllCash,
  lacksCustomer,
  type PaymentChoice,
  type PaymentFault,
  partsToSee,
  paymentFault,
  paymentInput,
  paymentParts,
  typesPart,
} from './payment-choice.ts';
export { TabCustomer } from './TabCustomer.tsx';
