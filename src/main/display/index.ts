export { type CustomerDisplayService, type DisplayHost, openCustomerDisplay } from './customer-display.ts';
