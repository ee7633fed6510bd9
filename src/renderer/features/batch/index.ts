/**
 * Several sales of one customer: the list that is typed or pasted, its payment, its progress. Main sends; this only shows. Tests:
 * tests/unit/renderer/features/batch.
 */

export { BatchBar } from './BatchBar.tsx';
export { BatchScreen } from './BatchScreen.tsx';
export { useBatchDraft } from './batch-draft.ts';
export { batchScene } from './batch-scene.ts';
