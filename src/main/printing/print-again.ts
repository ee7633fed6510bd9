import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { PrintJob } from '../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import { blindReport } from '../../shared/domain/shift.ts';
import { printPage, printShift } from './print-page.ts';
import { enqueueReceiptPrint, type PrintService } from './print-service.ts';

/** A job's slip once more, as a job of its own that is linked to it, on the same printer where that is still there. */
export async function printAgain(
  printService: PrintService,
  job: PrintJob,
  asking: { pin?: string; reason?: string },
): Promise<Result<{ job: PrintJob }>> {
  const printer = printService.printers.setting(job.printer) ?? printService.printers.usual();
  if (printer === null) return fail('not_allowed', 'There is no printer set.', { reason: 'no_printer_set' });
  if (job.saleId !== null) {
    const ask = { id: job.saleId, printer, again: job.id, ...asking };
    const asked = await enqueueReceiptPrint(printService, ask);
    if (!asked.ok) return asked;
    const repeated = await printService.book.get(job.id);
    if (repeated) printService.changed(repeated);
    await printService.queue.wake(printer.id);
    return ok({ job: asked.value.job });
  }
  if (job.decided !== null || !['sent', 'confirmed', 'unknown', 'failed'].includes(job.state)) return decided();
  try {
    return await pageAgain(printService, job, printer);
  } catch (error) {
    // The book takes one repetition only: the second press of two is no failure of the disk.
    if ((await printService.book.get(job.id))?.decided === 'again') return decided();
    throw error;
  }
}

const decided = () =>
  fail('not_allowed', 'This print was repeated or decided about already.', { reason: 'already_decided' });

async function pageAgain(
  printService: PrintService,
  job: PrintJob,
  printer: PrinterSetting,
): Promise<Result<{ job: PrintJob }>> {
  if (job.kind === 'shift') {
    const report = await printService.ports.journal.shifts.report(job.shift ?? 0, printService.now());
    if (!report) return fail('not_found', 'There is no such shift.');
    // Who prints an open shift's report again has not typed the PIN again.
    return ok({
      job: await printShift(printService, printer, report.kind === 'x' ? blindReport(report) : report, job.id),
    });
  }
  const kind = job.kind === 'receipt' ? 'test' : job.kind;
  return ok({ job: await printPage(printService, printer, kind, { again: job.id }) });
}
