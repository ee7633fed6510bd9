export { type CustomerDisplayService, openCustomerDisplay } from './customer-display.ts';
export { type DisplayHost } from './display-host.ts';
