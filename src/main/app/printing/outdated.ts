import type { PrintJob, PrintReason } from '../../../shared/domain/print-job.ts';
import type { Journal } from '../../ports/journal.ts';

/** A proof that waited while its sale was disputed, or failed after all, would say what is not true any more. */
export async function outdated(journal: Pick<Journal, 'get'>, job: PrintJob): Promise<PrintReason | null> {
  if (job.saleId === null || job.copy === null) return null;
  const sale = await journal.get(job.saleId);
  return sale?.state === 'success' ? null : 'sale_changed';
}
