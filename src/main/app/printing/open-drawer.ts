import type { PrinterSetting } from '../../../shared/domain/printer.ts';
import type { LineOutcome } from '../../ports/printer-line.ts';
import { drawerKick } from '../../printing/bytes/render.ts';
import type { PrintDesk } from './desk.ts';

/**
 * Opens the cash drawer, now or not at all; between two jobs, never in the middle of one.
 * @returns whether the printer took it
 */
export async function openDrawer({ queue, printers }: PrintDesk, printer: PrinterSetting): Promise<boolean> {
  const line = printers.line(printer.id);
  if (line === null || printer.transport.kind === 'system-graphic') return false;
  const kick = { format: printer.language, bytes: drawerKick(printer.language) };
  const outcome = await queue.between(printer.id, () =>
    line.send(kick, () => Promise.resolve()).catch((): LineOutcome => ({ kind: 'blocked', reason: 'other' })),
  );
  return outcome.kind === 'sent';
}
