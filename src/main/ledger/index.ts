/**
 * The shop’s books: what each sale adds, by day, hour, product, person and shift, and the shifts with their counts and papers.
 * Rows follow every commit by a hook and come out the same when they are rebuilt from the journal.
 * May use db, printing, settings and staff. Tests: tests/unit/ledger.
 */

export { ledgerFeature } from './api.ts';
export {
  type Correction,
  correctionTypes,
  entriesOf,
  type LedgerSale,
  readCorrection,
  type SaleContext,
  sentBySql,
  sumsOf,
} from './ledger-entry.ts';
export {
  firstDifferentDay,
  LedgerChanges,
  LedgerRows,
  ledgerHook,
  prepareReadRebuild,
  prepareRebuild,
} from './ledger-rows.ts';
export { type Recap, type RecapService, type RecapShift, type RecapSource, type RecapWay, readRecap } from './recap.ts';
export { type ReportQuery, type ReportSlice, type SalesReport } from './sales-report.ts';
export { ClosedText, OpenedData, prepareMoneyFlow } from './shift-reports.ts';
export { prepareWriteShifts, type ShiftRepository } from './shift-repository.ts';
