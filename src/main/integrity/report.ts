import type { VerifyReport } from '../../shared/contract/journal.ts';

export type Counts = Pick<VerifyReport, 'events' | 'sales' | 'receipts' | 'erased' | 'erasedSales'>;

/** Events that other tables follow from. */
export const followed: ReadonlySet<string> = new Set([
  'shift.opened',
  'shift.closed',
  'people.added',
  'people.changed',
]);

/** What one check finds on its way and a later one goes by, so that nobody reads the whole log or list once more. */
export interface Passed {
  /** sales with a receipt number */
  numbered: number;
  /** the events of `followed`, in their order; `data` is JSON text */
  told: { seq: number; type: string; data: string }[];
}
