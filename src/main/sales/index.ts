export { salesHandlers } from './api.ts';
export { readProduct } from './lookups.ts';
export { checkMailbox, recoverClaimed } from './recovery.ts';
export { noShiftOpen, noSuchCustomer, relayIsSilent } from './refusals.ts';
export { overdueMs } from './resolve.ts';
export { checkPayments, noteOf, paymentFields, type SaleUpdate, updateSale } from './sale.ts';
export {
  type ClaimAnswer,
  type Claims,
  type SalesDatabase,
  type SalesPorts,
  type ShopHindrance,
} from './sales-ports.ts';
export {
  type CheckedLine,
  createSalesService,
  type LineAllowances,
  type LineAsk,
  type SalesService,
} from './sales-service.ts';
