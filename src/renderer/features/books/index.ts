/**
 * The books and shifts as an owner reads them: charts, reports, the count at the end of a shift. Tests: tests/unit/renderer/features/books.
 */

export { showBooks } from './books-store.ts';
export { amountText } from './report-text.ts';
export { closeShift } from './shifts/shifts-store.ts';
