import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Output } from '../../shared/contract/registry.ts';
import type { PrintReason } from '../../shared/domain/print-job.ts';
import type { Paper } from '../../shared/domain/receipt/paper.ts';
import { type Asked, type PrintService, refuse } from './print-service.ts';
import type { PrintOutcome } from './printer.ts';
import { slipHtml } from './render/slip-html.ts';

/**
 * Hands a slip to the host's own way to paper at once, for a person who waits: with the system's dialog, or the page's. Its
 * job is in `sending` already.
 */
export async function printViaHost(
  printService: PrintService,
  { sale, job, copy }: Asked,
  paper: Paper,
): Promise<Result<Output<'receipts.print'>>> {
  const outcome = await print(printService, { sale, job, copy }, paper);
  const moved = async (to: 'sent' | 'unknown', reason: PrintReason | null): Promise<void> => {
    const ended = await printService.book.move({ id: job.id, from: ['sending'], to, reason }, printService.now());
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
      await refuse(printService, job, { from: ['sending'], reason: 'refused' });
  }
  return fail('internal', 'The printer did not take the slip.', {
    reason: 'not_printed',
    transaction: (await printService.ports.journal.get(sale.id)) ?? sale,
  });
}

async function print(printService: PrintService, { sale, copy }: Asked, paper: Paper): Promise<PrintOutcome> {
  let html: string;
  try {
    html = slipHtml(await printService.slipOf(sale, copy), paper);
  } catch {
    return { kind: 'failed', reason: 'slip' };
  }
  const job = { saleId: sale.id, copy, html, paper };
  // A system that breaks may have it all the same.
  return printService.host.print(job, printService.settings().printer).catch((): PrintOutcome => ({ kind: 'unknown' }));
}
