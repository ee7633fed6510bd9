/**
 * The life of a sale: the checks before it, the commit before the request, the one request, its answer and its webhooks, and what a person
 * decides.
 * Only here is anything sent to the payment service that moves money.
 * May use provider, relay-client and db, and no other feature: nothing else can hold up a sale. Tests: tests/unit/sales, tests/simulation.
 */

export type { CheckedLine, LineAllowances, LineAsk } from './batch-lines.ts';
export { pendingWritesFeature, salesFeature, statusChecksFeature } from './feature.ts';
export { readProduct } from './lookups.ts';
export { inquiryIsOld } from './pay-bill.ts';
export { checkMailbox, recoverClaimed } from './recovery.ts';
export { noShiftOpen, noSuchCustomer, relaySilentError } from './refusals.ts';
export { checkPayments, noteOf, paymentFields, type SaleUpdate, updateSale } from './sale.ts';
export {
  type ClaimAnswer,
  type Claims,
  type SalesDatabase,
  type SalesPorts,
  type ShopHindrance,
} from './sales-ports.ts';
export {
  createSalesService,
  type SalesService,
} from './sales-service.ts';
