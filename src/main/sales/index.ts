export { salesHandlers } from './api.ts';
export { type CheckedLine, type LineAllowances, type LineAsk } from './batch-line.ts';
export { readProduct } from './lookups.ts';
export { checkPayments, paymentFields } from './payments.ts';
export { recoverClaimed } from './recovery.ts';
export { noShiftOpen, noSuchCustomer, relayIsSilent } from './refusals.ts';
export { overdueMs } from './resolve.ts';
export { noteOf, type SaleUpdate, shopDay, timestamp, updateSale } from './sale.ts';
export {
  type ClaimAnswer,
  type Claims,
  type SalesDatabase,
  type SalesPorts,
  type SalesRules,
  type SupervisorVerdict,
} from './sales-ports.ts';
export { createSalesService, type SalesService } from './sales-service.ts';
