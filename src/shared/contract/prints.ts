import { z } from 'zod';
import { PrintJob, PrintJobId } from '../domain/print-job.ts';
import { Pin, Reason, SaleId } from './inputs.ts';
import { procedure } from './procedure.ts';

const One = z.strictObject({ id: PrintJobId });
const Decided = z.object({ job: PrintJob });

export const prints = {
  /** print jobs, newest first; `open`: those under way, and those that a person must decide about */
  'prints.list': procedure(
    z
      .strictObject({
        open: z.boolean().optional(),
        saleId: SaleId.optional(),
        /** only older ones than this job */
        before: PrintJobId.optional(),
        limit: z.int().min(1).max(200).optional(),
      })
      .optional(),
    z.object({ jobs: z.array(PrintJob) }),
  ),
  /** prints again what a job was about, as a new job with the next copy's number; each job can be repeated once */
  'prints.reprint': procedure(
    z.strictObject({ id: PrintJobId, pin: Pin.optional(), reason: Reason.optional() }),
    Decided,
  ),
  /** one that waits is not printed any more; about one that is unknown nothing more is asked, and its copy still counts */
  'prints.giveUp': procedure(One, Decided),
  /** a person has the paper of an unknown one in hand */
  'prints.confirmPrinted': procedure(One, Decided),
};
