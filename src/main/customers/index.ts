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
