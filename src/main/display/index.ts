export {
  type CustomerDisplayService,
  type DisplayHost,
  displayHandlers,
  openCustomerDisplay,
} from './customer-display.ts';
