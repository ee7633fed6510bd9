import { z } from 'zod';
import { Paper } from '../../../shared/domain/receipt/paper.ts';
import type { Printer } from '../printer.ts';
import type { LineOutcome, PrinterLine } from '../printer-line.ts';

/** A page for the system to lay out, as a job keeps it. */
const GraphicPage = z.object({ html: z.string(), paper: Paper, saleId: z.string().nullable(), copy: z.int() });
export type GraphicPage = z.infer<typeof GraphicPage>;

export function pageBytes(page: GraphicPage): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(page));
}

/** A printer of the system that pages are laid out for, by the host. A system says "handed over" also without paper. */
export function graphicLine(host: Printer, name: string): PrinterLine {
  return {
    async send({ format, bytes }, leave): Promise<LineOutcome> {
      if (format !== 'page') return { kind: 'blocked', reason: 'printer_changed' };
      const page = GraphicPage.parse(JSON.parse(new TextDecoder().decode(bytes)));
      await leave();
      const outcome = await host.print(page, name);
      switch (outcome.kind) {
        case 'handed_over':
          return { kind: 'sent', confirmed: false };
        case 'failed':
          return { kind: 'failed', reason: 'refused' };
        case 'unknown':
          return { kind: 'unknown', reason: 'not_taken' };
        // This host can only show a dialog to whoever asked, and nobody is asking.
        case 'page':
          return { kind: 'failed', reason: 'no_print_system' };
      }
    },
  };
}
