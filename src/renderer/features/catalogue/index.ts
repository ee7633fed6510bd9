/**
 * The shop’s products and prices, and the lists that they come from. Tests: tests/unit/renderer/features/catalogue.
 */

export { AddDialog } from './AddDialog.tsx';
export { followCatalogue, isImportShown, openUnpriced, readCatalogue, useCatalogue } from './catalogue-store.ts';
export { JobProgress } from './JobStatus.tsx';
export { unpricedCount } from './rows.ts';
