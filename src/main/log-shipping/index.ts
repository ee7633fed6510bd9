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
export { createSealing, type Sealing } from './sealing.ts';
export { type LogShipping, startLogShipping } from './shipping-worker.ts';
