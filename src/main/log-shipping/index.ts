export { shippingHandlers } from './api.ts';
export {
  FetchFailed,
  isProved,
  openSnapshot,
  prepareFollowLog,
  type ReadableLog,
  removeDatabase,
  shippingFolder,
} from './fetch-shipped.ts';
export { type LogShipping, startLogShipping } from './shipping-worker.ts';
