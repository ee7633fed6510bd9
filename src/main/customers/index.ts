/**
 * Saved customers, and the erasure of a customer from the database, its payloads, exports and the shop’s other counters.
 * An erasure is recorded first and carried out piece by piece (erasure-worker), so that a stop loses none of it.
 * May use files, printing, search and settings for what they hold of a customer. Tests: tests/unit/customers,
 * tests/relay/customer-erased.test.ts.
 */

export { customerHandlers } from './api.ts';
export { type CustomerData, sqliteCustomerData } from './customer-data.ts';
export { prepareErasures, prepareRecordErasure, readCustomerDigest } from './erasure-log.ts';
export { erasureHook } from './erasure-queue.ts';
export { type ErasureWorker, eraseInReplaced, purgeErasedTraces, startErasureWorker } from './erasure-worker.ts';
export { followErasures, type ShopDigest } from './follow-erasures.ts';
export {
  prepareSavedCustomerTable,
  type SavedCustomers,
  sqliteSavedCustomers,
  tabHook,
} from './saved-customers-repository.ts';
export {
  readErasureNotice,
  type ShopErasure,
  type ShopErasures,
  sqliteShopErasures,
  writeErasureNotice,
} from './shop-erasures.ts';
