export {
  createPracticePrinter,
  type DrillsFile,
  drillHandlers,
  openDrillsFile,
  openTraining,
  type PracticePrinter,
  stockPractice,
} from './open-training.ts';
