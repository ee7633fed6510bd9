/**
 * A counter to practise with: the simulated payment service and relay inside the program, a practice printer, the drills.
 * It never opens a socket, and its sales are in a database of their own.
 * May use the simulator’s and the relay’s cores, which no other feature may. Tests: tests/unit/training.
 */

export { practiceStockFeature, trainingFeature } from './feature.ts';
export { type PracticePrinter } from './practice-printer.ts';
