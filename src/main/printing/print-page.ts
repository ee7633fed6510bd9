import type { PrintJob } from '../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import { buildHeadSlip, type LogEnd } from '../../shared/domain/receipt/head-slip.ts';
import { buildShiftSlip } from '../../shared/domain/receipt/shift-slip.ts';
import { buildRuler, buildTestPage } from '../../shared/domain/receipt/test-page.ts';
import type { ShiftReport } from '../../shared/domain/shift.ts';
import { reportWithoutCosts, seesCosts } from '../api/index.ts';
import type { NewPrintJob } from '../db/sales-store.ts';
import type { PrintServiceDeps } from './print-service.ts';
import { payloadFor } from './slip.ts';
import type { PrintPayload } from './transports/transport.ts';

/** Queues a page that is about no sale: the current log head, a test page or a ruler. */
export async function printPage(
  printService: PrintServiceDeps,
  printer: PrinterSetting,
  kind: 'head' | 'test' | 'ruler',
  { again = null, head }: { again?: string | null; head?: LogEnd } = {},
): Promise<PrintJob> {
  const { language } = printService.settings();
  const payload =
    kind === 'ruler'
      ? payloadFor({ ...printer, columns: 48, logo: null }, buildRuler(language), noSale)
      : payloadFor(
          printer,
          kind === 'test'
            ? buildTestPage(printer, language)
            : buildHeadSlip(head ?? (await headNow(printService)), printService.slipWords()),
          noSale,
        );
  return queue(printService, printer, payload, { kind, again });
}

/** Queues a shift's report: as of now, or as of the shift's end. */
export function printShift(
  printService: PrintServiceDeps,
  printer: PrinterSetting,
  report: ShiftReport,
  again: string | null = null,
): Promise<PrintJob> {
  const shown = seesCosts() ? report : reportWithoutCosts(report);
  const payload = payloadFor(printer, buildShiftSlip(shown, printService.slipWords()), noSale);
  return queue(printService, printer, payload, { kind: 'shift', again, shift: report.shift.number });
}

function queue(
  printService: PrintServiceDeps,
  printer: PrinterSetting,
  { format, bytes }: PrintPayload,
  what: Pick<NewPrintJob, 'kind' | 'again' | 'shift'>,
): Promise<PrintJob> {
  return printService.add({
    ...what,
    id: printService.newId(),
    saleId: null,
    printer: printer.id,
    copy: null,
    askedBy: 'cashier',
    state: 'queued',
    format,
    payload: bytes,
  });
}

const noSale = { saleId: null, copy: null };

async function headNow({ ports, now }: PrintServiceDeps): Promise<LogEnd> {
  const { journal } = ports;
  return { terminal: journal.terminal, ...(await journal.head()), at: now() };
}
