export { shippingHandlers } from './api.ts';
export { shippingFolder } from './fetch-shipped.ts';
export { type LogShipping, startLogShipping } from './shipping-worker.ts';
