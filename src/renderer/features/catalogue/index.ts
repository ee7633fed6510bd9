export { AddDialog } from './AddDialog.tsx';
export { followCatalogue, isImportShown, readCatalogue, useCatalogue } from './catalogue-store.ts';
export { JobProgress } from './JobStatus.tsx';
