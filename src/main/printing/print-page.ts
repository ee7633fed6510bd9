import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { PrintedSlip } from '../../shared/contract/receipts.ts';
import type { PrintJob } from '../../shared/domain/print-job.ts';
import type { Paper, PrinterSetting } from '../../shared/domain/printer.ts';
import { buildCashServiceSlip } from '../../shared/domain/receipt/cash-service-slip.ts';
import type { ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import { slipText } from '../../shared/domain/receipt/layout.ts';
import { buildHeadSlip, type LogEnd } from '../../shared/domain/receipt/seal-slip.ts';
import { buildSettlementSlip } from '../../shared/domain/receipt/settlement-slip.ts';
import { buildShiftSlip } from '../../shared/domain/receipt/shift-slip.ts';
import { buildRuler, buildTestPage } from '../../shared/domain/receipt/test-page.ts';
import { reportWithoutCosts, type ShiftReport } from '../../shared/domain/shift.ts';
import { seesCosts } from '../api/index.ts';
import type { NewPrintJob } from './print-repository.ts';
import type { PrintService, PrintServiceDeps, SettlementId } from './print-service.ts';
import { slipHtml } from './render/slip-html.ts';
import { payloadFor } from './slip.ts';
import type { PrintPayload } from './transports/transport.ts';

/**
 * Prints a slip that is about no sale: on the shop's printer, else through the host, on the paper that was asked for.
 * @param onPrinter queues it there
 */
export async function printSlip(
  deps: Pick<PrintServiceDeps, 'printers' | 'host' | 'settings'>,
  doc: ReceiptDoc,
  requestedPaper: Paper | undefined,
  onPrinter: (printer: PrinterSetting) => Promise<PrintJob>,
): Promise<Result<PrintedSlip>> {
  const usual = requestedPaper === undefined ? deps.printers.defaultPrinter() : null;
  if (usual === null) return printOnHost(deps, doc, requestedPaper);
  await onPrinter(usual);
  return ok({ via: 'system', url: null, text: slipText(doc) });
}

async function printOnHost(
  { host, settings }: Pick<PrintServiceDeps, 'host' | 'settings'>,
  doc: ReceiptDoc,
  requestedPaper: Paper | undefined,
): Promise<Result<PrintedSlip>> {
  const text = slipText(doc);
  const paper = requestedPaper ?? settings().paper;
  const job = { saleId: null, copy: 1, html: slipHtml(doc, paper), paper };
  const outcome = await host.print(job, settings().printer);
  if (outcome.kind === 'page') return ok({ via: 'page', url: outcome.url, text });
  if (outcome.kind === 'handed_over') return ok({ via: 'system', url: null, text });
  return fail('internal', 'The printer did not take the slip.', { reason: 'not_printed' });
}

/**
 * Prints a slip now or not at all, as a list of people, of which no copy is kept in the queue: on the shop's printer between two of its
 * jobs, else through the host.
 */
export async function printUnqueued(
  printService: Pick<PrintService, 'printers' | 'host' | 'settings' | 'queue'>,
  doc: ReceiptDoc,
  requestedPaper: Paper | undefined,
): Promise<Result<PrintedSlip>> {
  const { printers, queue } = printService;
  const usual = requestedPaper === undefined ? printers.defaultPrinter() : null;
  const transport = usual && printers.transport(usual.id);
  if (!usual || !transport) return printOnHost(printService, doc, requestedPaper);
  const payload = await payloadFor(usual, doc, noSale);
  const outcome = await queue.runExclusive(usual.id, () => transport.send(payload, async () => undefined));
  return outcome.kind === 'sent'
    ? ok({ via: 'system', url: null, text: slipText(doc) })
    : fail('internal', 'The printer did not take the list.', { reason: 'not_printed' });
}

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
      ? await payloadFor({ ...printer, columns: 48, logo: null }, buildRuler(language), noSale)
      : await payloadFor(
          printer,
          kind === 'test'
            ? buildTestPage(printer, language)
            : buildHeadSlip(head ?? (await headNow(printService)), printService.slipWords()),
          noSale,
        );
  return queue(printService, printer, payload, { kind, again });
}

/** Queues a shift's report: as of now, or as of the shift's end. */
export async function printShift(
  printService: PrintServiceDeps,
  printer: PrinterSetting,
  report: ShiftReport,
  again: string | null = null,
): Promise<PrintJob> {
  const visibleReport = seesCosts() ? report : reportWithoutCosts(report);
  const payload = await payloadFor(printer, buildShiftSlip(visibleReport, printService.slipWords()), noSale);
  return queue(printService, printer, payload, { kind: 'shift', again, shift: report.shift.number });
}

/** What a customer gets who paid of the tab, as it is now; null: there is no such settlement. */
export async function settlementSlip(
  { ports, now, slipWords }: Pick<PrintServiceDeps, 'ports' | 'now' | 'slipWords'>,
  which: SettlementId,
): Promise<ReceiptDoc | null> {
  const settlement = await ports.db.tabs.settlement(which);
  return settlement && buildSettlementSlip({ ...settlement, printedAt: now() }, slipWords());
}

/** Queues it. */
export async function printSettlement(
  printService: PrintServiceDeps,
  printer: PrinterSetting,
  { customerId, at }: SettlementId,
  doc: ReceiptDoc,
  again: string | null = null,
): Promise<PrintJob> {
  const payload = await payloadFor(printer, doc, noSale);
  return queue(printService, printer, payload, { kind: 'settlement', again, tabCustomer: customerId, tabPaidAt: at });
}

/** The slip of a cash service; null: there is none. */
export async function cashServiceSlip(
  { ports, slipWords }: Pick<PrintServiceDeps, 'ports' | 'slipWords'>,
  id: string,
): Promise<ReceiptDoc | null> {
  const entry = await ports.db.cashServices.get(id);
  return entry && buildCashServiceSlip(entry, slipWords());
}

/** Queues it. */
export async function printCashService(
  printService: PrintServiceDeps,
  printer: PrinterSetting,
  id: string,
  doc: ReceiptDoc,
  again: string | null = null,
): Promise<PrintJob> {
  const payload = await payloadFor(printer, doc, noSale);
  return queue(printService, printer, payload, { kind: 'cash_service', again, cashService: id });
}

function queue(
  printService: PrintServiceDeps,
  printer: PrinterSetting,
  { format, bytes }: PrintPayload,
  fields: Pick<NewPrintJob, 'kind' | 'again' | 'shift' | 'tabCustomer' | 'tabPaidAt' | 'cashService'>,
): Promise<PrintJob> {
  return printService.add({
    ...fields,
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
  const { db } = ports;
  return { terminal: db.terminal, ...(await db.head()), at: now() };
}
