export { ledgerHandlers, shiftHandlers } from './api.ts';
export {
  type Correction,
  correctionTypes,
  entriesOf,
  type LedgerSale,
  readCorrection,
  type SaleContext,
} from './ledger-entry.ts';
export {
  LedgerRows,
  type LedgerTable,
  ledgerColumns,
  ledgerHook,
  ledgerTableNames,
  ledgerTables,
  prepareReadRebuild,
} from './ledger-rows.ts';
export { prepareRebuild } from './rebuild.ts';
export { createLedgerRebuild, type LedgerRebuild, type SalesReport, sqliteSalesReport } from './sales-report.ts';
export { ClosedText, OpenedData, prepareMoneyFlow } from './shift-reports.ts';
export { prepareWriteShifts, type ShiftRepository, shiftHook, sqliteShiftRepository } from './shift-repository.ts';
