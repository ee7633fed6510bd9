export { printHandlers } from './api.ts';
export { autoPrintListener, prepareAutoPrintOutbox } from './auto-print-outbox.ts';
export { openDrawerForCash } from './drawer-for-cash.ts';
export { findPrinters } from './find-printers.ts';
export { openDrawer } from './open-drawer.ts';
export { preparePrints } from './print-jobs.ts';
export { printPage, printShift } from './print-page.ts';
export { printHook, sqlitePrintJobs } from './print-repository.ts';
export {
  enqueueReceiptPrint,
  exceedsCopies,
  openPrintService,
  type PrintPorts,
  type PrintService,
} from './print-service.ts';
export { type PrintJobRepository } from './print-types.ts';
export { printViaHost } from './print-via-host.ts';
export { type Printer, type PrintJob, type PrintOutcome } from './printer.ts';
export { type PrinterLine } from './printer-line.ts';
export { createPrinters, type Printers } from './printers.ts';
export { type SlipMaking, slipOf } from './receipt-slip.ts';
export { escapeHtml, slipHtml } from './render/slip-html.ts';
export { shareHandlers } from './share-api.ts';
export { type SaveOutcome, type SlipFile, type SlipSaver } from './slip-saver.ts';
export { namedPrinters } from './transports/named-printers.ts';
export { openPrinterSession } from './transports/printer-session.ts';
