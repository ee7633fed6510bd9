import type { PrintDecision, PrintJob, PrintReason, PrintState } from '../../../shared/domain/print-job.ts';
import { amend } from '../../counter/amend.ts';
import type { DeskTools } from './desk.ts';
import { notPrintedEvent } from './print-event.ts';

interface Refusal {
  /** only from these: of what has begun to leave nobody may say that it is not on paper */
  from: readonly PrintState[];
  reason: PrintReason;
  decided?: PrintDecision;
}

/**
 * Ends a job that is certainly not printed: its copy does not count, and the sale's log says so in the same commit.
 * @returns the job as it is then; one that does not stand where it was expected stays as it is
 */
export async function refuse(
  { book, ports, now, changed }: Pick<DeskTools, 'book' | 'ports' | 'now' | 'changed'>,
  job: PrintJob,
  { from, reason, decided }: Refusal,
): Promise<PrintJob | null> {
  const move = {
    id: job.id,
    from,
    to: 'failed' as const,
    reason,
    uncount: true,
    ...(decided === undefined ? {} : { decided }),
  };
  if (job.saleId === null) await book.move(move, now());
  else {
    await amend(ports, job.saleId, async (sale) => {
      const stands = await book.get(job.id);
      if (!stands || !from.includes(stands.state)) return null;
      const actor = decided === undefined ? 'system' : 'cashier';
      return { ...notPrintedEvent(sale, job.copy, { job: job.id, reason }, actor), print: { kind: 'move', move } };
    });
  }
  const ended = await book.get(job.id);
  if (ended) changed(ended);
  return ended;
}
