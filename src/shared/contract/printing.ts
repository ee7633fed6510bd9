import { z } from 'zod';
import { PrintJob, PrintJobId } from '../domain/print-job.ts';
import { PrinterId, PrinterTransport } from '../domain/printer.ts';
import { nothing, PageLimit, Pin, procedure, Reason, SaleId } from './procedure.ts';

const OnePrinter = z.strictObject({ printer: PrinterId });
const Queued = z.object({ job: PrintJob });

export const FoundPrinter = z.object({
  /** its transport in the settings' form */
  transport: PrinterTransport,
  /** the system's name, the device's path, or the address */
  name: z.string(),
});
export type FoundPrinter = z.infer<typeof FoundPrinter>;

export const printers = {
  /** the system's printers and the devices of this machine; the shop's network is asked only with `network` */
  'printers.find': procedure({
    input: z.strictObject({ network: z.boolean().optional() }).optional(),
    output: z.object({ found: z.array(FoundPrinter) }),
    needs: 'settingsShop',
    office: 'own',
  }),
  /** a page with every letter and size that slips use */
  'printers.test': procedure({ input: OnePrinter, output: Queued, needs: 'settingsShop', office: 'own' }),
  /** lines of 32, 42 and 48 letters: the longest that stays one line is what the printer's columns are */
  'printers.ruler': procedure({ input: OnePrinter, output: Queued, needs: 'settingsShop', office: 'own' }),
  /** at once or not at all: a drawer that opens later is worse than one that stays shut */
  'printers.openDrawer': procedure({
    input: z.strictObject({ printer: PrinterId.optional() }).optional(),
    output: z.object({}),
    needs: 'moveCash',
    office: 'counter',
  }),
  /** tries blocked printers now instead of when they are due */
  'printers.tryNow': procedure({ input: nothing, output: z.object({}), needs: 'printCopies', office: 'own' }),
};

const OneJob = z.strictObject({ id: PrintJobId });
const Decided = z.object({ job: PrintJob });

export const prints = {
  /** print jobs, newest first; `open`: those under way, and those that a person must decide about */
  'prints.list': procedure({
    input: z
      .strictObject({
        open: z.boolean().optional(),
        saleId: SaleId.optional(),
        /** only older ones than this job */
        before: PrintJobId.optional(),
        limit: PageLimit,
      })
      .optional(),
    output: z.object({ jobs: z.array(PrintJob) }),
    needs: 'signedIn',
    extendsSession: false,
    office: 'own',
  }),
  /** prints again what a job was about, as a new job with the next copy's number; each job can be repeated once */
  'prints.reprint': procedure({
    input: z.strictObject({ id: PrintJobId, pin: Pin.optional(), reason: Reason.optional() }),
    output: Decided,
    needs: 'printCopies',
    office: 'own',
  }),
  /** one that waits is not printed any more; about one that is unknown nothing more is asked, and its copy still counts */
  'prints.giveUp': procedure({ input: OneJob, output: Decided, needs: 'printCopies', office: 'own' }),
  /** a person has the paper of an unknown one in hand */
  'prints.confirmPrinted': procedure({ input: OneJob, output: Decided, needs: 'printCopies', office: 'own' }),
};
