import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../../shared/domain/printer.ts';
import { buildHeadSlip, type LogEnd } from '../../../shared/domain/receipt/head-slip.ts';
import { buildRuler, buildTestPage } from '../../../shared/domain/receipt/test-page.ts';
import type { DeskTools } from './desk.ts';
import { payloadFor } from './payload.ts';

/** Queues a page that is about no sale: the end of the log as it is now, or one that a printer is tried with. */
export async function printPage(
  desk: DeskTools,
  printer: PrinterSetting,
  kind: 'head' | 'test' | 'ruler',
  { again = null, head }: { again?: string | null; head?: LogEnd } = {},
): Promise<PrintJob> {
  const { language } = desk.settings();
  const { format, bytes } =
    kind === 'ruler'
      ? payloadFor({ ...printer, columns: 48, logo: null }, buildRuler(language), nobody)
      : payloadFor(
          printer,
          kind === 'test'
            ? buildTestPage(printer, language)
            : buildHeadSlip(head ?? (await headNow(desk)), desk.slipWords()),
          nobody,
        );
  return desk.add({
    id: desk.newId(),
    kind,
    saleId: null,
    printer: printer.id,
    copy: null,
    askedBy: 'cashier',
    again,
    state: 'queued',
    format,
    payload: bytes,
  });
}

const nobody = { saleId: null, copy: null };

async function headNow({ ports, now }: DeskTools): Promise<LogEnd> {
  const { journal } = ports;
  return { terminal: journal.terminal, ...(await journal.head()), at: now() };
}
