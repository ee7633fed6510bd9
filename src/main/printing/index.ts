/**
 * Slips, reports and the drawer: what is printed, on which printer, and what became of each job.
 * A job whose end is not certain is asked about and never printed again by itself.
 * May use db, proofs and sales (a sale keeps how often it was printed). Tests: tests/unit/printing.
 */

export { type SaveOutcome, type SlipFile, type SlipSaver } from './api.ts';
export { openDrawerForSettlement } from './cash-drawer.ts';
export { printingFeature } from './feature.ts';
export {
  cashServiceSlip,
  printCashService,
  printPage,
  printSettlement,
  printShift,
  printSlip,
  printUnqueued,
  settlementSlip,
} from './print-page.ts';
export { type PrintJobRepository } from './print-repository.ts';
export { type PrintService } from './print-service.ts';
export { type Printers } from './printers.ts';
export { escapeHtml, slipHtml } from './render/slip-html.ts';
export { slipOf } from './slip.ts';
export { cupsQueues } from './transports/cups.ts';
export { openPrinterSession } from './transports/tcp.ts';
export {
  type HostPrinter,
  type HostPrintJob,
  type HostPrintOutcome,
  type PrinterTransport,
} from './transports/transport.ts';
