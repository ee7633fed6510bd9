export { PriceCheck } from './PriceCheck.tsx';
export { openPriceCheck, usePriceCheck } from './price-check-store.ts';
