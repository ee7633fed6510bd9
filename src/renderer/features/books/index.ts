export { showBooks } from './books-store.ts';
export { amountText } from './report-text.ts';
export { closeShift } from './shifts/shifts-store.ts';
