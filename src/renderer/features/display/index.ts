/**
 * The customer’s screen: drawn from what main says, with nothing to press. Tests: tests/e2e/journeys/customer-display.spec.ts.
 */

export { CustomerDisplay } from './CustomerDisplay.tsx';
