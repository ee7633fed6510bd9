import { z } from 'zod';
import type { PrintReason } from '../../../shared/domain/print-job.ts';
import { Paper, type PrinterLanguage } from '../../../shared/domain/printer.ts';
import type { PrintFormat } from '../print-repository.ts';

export interface PrintPayload {
  format: PrintFormat;
  bytes: Uint8Array;
}

export type SendOutcome =
  /** no byte of the job has left: it may be retried automatically */
  | { kind: 'blocked'; reason: PrintReason }
  /** all bytes were handed over; `confirmed`: the printer reported that it has processed them */
  | { kind: 'sent'; confirmed: boolean }
  /** some of it may be on paper */
  | { kind: 'unknown'; reason: PrintReason }
  /** refused as a whole; a retry would be refused again */
  | { kind: 'failed'; reason: PrintReason };

/** The connection to one printer. Used for one job at a time. */
export interface PrinterTransport {
  /**
   * Sends the payload once.
   * @param beforeSend awaited before the payload's first byte leaves (status requests do not count); when it rejects, nothing
   * may be sent
   */
  send(payload: PrintPayload, beforeSend: () => Promise<void>): Promise<SendOutcome>;
  /** Cancels what an earlier run has left with the system, so that nothing is printed by itself. */
  clear?(): Promise<void>;
}

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

/** ESC p and ESC BEL, with the times of the encoder that renders slips: its test holds that they are the same. */
const kicks = {
  escpos: Uint8Array.of(0x1b, 0x70, 0x00, 0x32, 0xfa),
  starprnt: Uint8Array.of(0x1b, 0x07, 0x14, 0x14, 0x07),
} as const satisfies Record<PrinterLanguage, Uint8Array>;

/** The command that opens the cash drawer. */
export const drawerKick = (language: PrinterLanguage): Uint8Array => kicks[language];

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
