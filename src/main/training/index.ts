export { drillHandlers } from './api.ts';
export { type DrillsFile, openDrillsFile } from './drills-file.ts';
export { stockPractice } from './first-products.ts';
export { openTraining } from './open-training.ts';
export { createPracticePrinter, type PracticePrinter } from './practice-printer.ts';
