export { type DrillsFile, drillHandlers, openDrillsFile } from './api.ts';
export { createPracticePrinter, openTraining, type PracticePrinter, stockPractice } from './open-training.ts';
