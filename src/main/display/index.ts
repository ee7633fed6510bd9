/**
 * What the customer’s screen shows: the sale that is read back, the change, a QRIS code.
 * It decides nothing and asks nothing; a host draws it.
 * May use base. Tests: tests/unit/display, tests/exploit/customer-display-page.test.ts.
 */

export { type CustomerDisplayService, type DisplayHost } from './customer-display.ts';
export { displayFeature } from './feature.ts';
