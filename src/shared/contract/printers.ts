import { z } from 'zod';
import { PrintJob } from '../domain/print-job.ts';
import { PrinterId, PrinterTransport } from '../domain/printer.ts';
import { nothing, procedure } from './procedure.ts';

const One = z.strictObject({ printer: PrinterId });
const Queued = z.object({ job: PrintJob });

export const FoundPrinter = z.object({
  /** as it may stand in the settings */
  transport: PrinterTransport,
  /** the system's name, the device's path, or the address */
  name: z.string(),
});
export type FoundPrinter = z.infer<typeof FoundPrinter>;

export const printers = {
  /** the system's printers and the devices of this machine; the shop's network is asked only with `network` */
  'printers.find': procedure(
    z.strictObject({ network: z.boolean().optional() }).optional(),
    z.object({ found: z.array(FoundPrinter) }),
  ),
  /** a page with every letter and size that slips use */
  'printers.test': procedure(One, Queued),
  /** lines of 32, 42 and 48 letters: the longest that stays one line is what the printer's columns are */
  'printers.ruler': procedure(One, Queued),
  /** at once or not at all: a drawer that opens later is worse than one that stays shut */
  'printers.openDrawer': procedure(z.strictObject({ printer: PrinterId.optional() }).optional(), z.object({})),
  /** tries blocked printers now instead of when they are due */
  'printers.tryNow': procedure(nothing, z.object({})),
};
