/**
 * The price check: a product’s price without a sale. Tests: tests/unit/renderer/features/prices.
 */

export { PriceCheck } from './PriceCheck.tsx';
export { openPriceCheck, usePriceCheck } from './price-check-store.ts';
