import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Output } from '../../shared/contract/registry.ts';
import type { PrintReason } from '../../shared/domain/print-job.ts';
import type { Paper } from '../../shared/domain/receipt/doc.ts';
import { cancelJob, type EnqueuedPrint, type PrintService } from './print-service.ts';
import { slipHtml } from './render/slip-html.ts';
import type { HostPrintOutcome } from './transports/host-printer.ts';

/** Prints a slip through the host at once, with the system's dialog or the page's. The job is already in `sending`. */
export async function printViaHost(
  printService: PrintService,
  { sale, job, copy }: EnqueuedPrint,
  paper: Paper,
): Promise<Result<Output<'receipts.print'>>> {
  const outcome = await print(printService, { sale, job, copy }, paper);
  const moved = async (to: 'sent' | 'unknown', reason: PrintReason | null): Promise<void> => {
    const ended = await printService.jobs.move({ id: job.id, from: ['sending'], to, reason }, printService.now());
    if (ended) printService.changed(ended);
  };
  switch (outcome.kind) {
    case 'page':
      await moved('sent', null);
      return ok({ copy, via: 'page', url: outcome.url });
    case 'handed_over':
      await moved('sent', null);
      return ok({ copy, via: 'system', url: null });
    case 'unknown':
      await moved('unknown', 'not_taken');
      break;
    case 'failed':
      await cancelJob(printService, job, { from: ['sending'], reason: 'refused' });
  }
  return fail('internal', 'The printer did not take the slip.', {
    reason: 'not_printed',
    transaction: (await printService.ports.journal.get(sale.id)) ?? sale,
  });
}

async function print(
  printService: PrintService,
  { sale, copy }: EnqueuedPrint,
  paper: Paper,
): Promise<HostPrintOutcome> {
  let html: string;
  try {
    html = slipHtml(await printService.slipOf(sale, copy), paper);
  } catch {
    return { kind: 'failed', reason: 'slip' };
  }
  const job = { saleId: sale.id, copy, html, paper };
  // A print system that fails may have taken the job.
  return printService.host
    .print(job, printService.settings().printer)
    .catch((): HostPrintOutcome => ({ kind: 'unknown' }));
}
