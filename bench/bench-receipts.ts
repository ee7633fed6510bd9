import { systemRandom } from '../src/main/base/system/clock-and-random.ts';
import { writeBenchJournal } from './bench-journal.ts';

/** Sending, answered, success by webhook. */
const eventsPerSale = 3;

/** A journal with that many receipts, as the counter would have written them. */
export function writeReceipts(path: string, rows: number): void {
  writeBenchJournal(path, rows * eventsPerSale, systemRandom);
}
