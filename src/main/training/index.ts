export { type DrillsFile, drillHandlers, openDrillsFile } from './api.ts';
export { openTraining, stockPractice } from './open-training.ts';
export { createPracticePrinter, type PracticePrinter } from './practice-printer.ts';
