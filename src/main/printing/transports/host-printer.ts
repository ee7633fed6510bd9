import { z } from 'zod';
import { Paper } from '../../../shared/domain/receipt/doc.ts';
import type { PrinterTransport, SendOutcome } from './transport.ts';

/** A page for the system to lay out, as it is stored in a print job. @property saleId null: not the slip of a sale */
const HostPrintJob = z.object({ html: z.string(), paper: Paper, saleId: z.string().nullable(), copy: z.int() });
export type HostPrintJob = z.infer<typeof HostPrintJob>;

/** Prints pages through the host. It resolves when the job was handed over; no system reports that it was printed. */
export interface HostPrinter {
  /**
   * A rejection means the same as "unknown".
   * @param deviceName the system's name of a printer, or null to show a dialog
   */
  print(job: HostPrintJob, deviceName: string | null): Promise<HostPrintOutcome>;
}

export type HostPrintOutcome =
  | { kind: 'handed_over' }
  /** the requesting page must open the print dialog itself, for this address on its own origin */
  | { kind: 'page'; url: string }
  /** certainly not handed over */
  | { kind: 'failed'; reason: string }
  /** may have been handed over: the system did not answer */
  | { kind: 'unknown' };

export function pageBytes(page: HostPrintJob): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(page));
}

/** A printer of the system that prints pages laid out by the host. The system also accepts jobs while there is no paper. */
export function hostTransport(host: HostPrinter, name: string): PrinterTransport {
  return {
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== 'page') return { kind: 'blocked', reason: 'printer_changed' };
      const page = HostPrintJob.parse(JSON.parse(new TextDecoder().decode(bytes)));
      await beforeSend();
      const outcome = await host.print(page, name);
      switch (outcome.kind) {
        case 'handed_over':
          return { kind: 'sent', confirmed: false };
        case 'failed':
          return { kind: 'failed', reason: 'refused' };
        case 'unknown':
          return { kind: 'unknown', reason: 'not_taken' };
        // This host needs a page to show the dialog; a queued job has none.
        case 'page':
          return { kind: 'failed', reason: 'no_print_system' };
      }
    },
  };
}
