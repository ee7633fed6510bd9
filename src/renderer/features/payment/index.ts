export { PaymentMethods, TabCustomer } from './PaymentMethods.tsx';
export {
  allCash,
  cashCount,
  choiceOf,
  chooseMethod,
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
