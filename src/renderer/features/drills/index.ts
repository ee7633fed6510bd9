/**
 * Guided exercises in training. Tests: tests/unit/renderer/features/drills.
 */

export { showDrills, useDrills } from './drill-store.ts';
