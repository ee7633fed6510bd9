export { displayHandlers } from './api.ts';
export { type CustomerDisplayService, type DisplayHost, openCustomerDisplay } from './customer-display.ts';
