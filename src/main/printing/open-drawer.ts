import type { PrinterSetting } from '../../shared/domain/printer.ts';
import type { SalesPorts } from '../sales/index.ts';
import type { PrintQueue } from './print-queue.ts';
import type { LineOutcome } from './printer-line.ts';
import type { Printers } from './printers.ts';
import { drawerKick } from './render/render.ts';

interface Needed {
  queue: Pick<PrintQueue, 'between'>;
  printers: Pick<Printers, 'line'>;
  ports: Pick<SalesPorts, 'clock'>;
}

/** Whoever pressed waits that long for a slip that is being printed; then they have reached for the key. */
const nowWithinMs = 3000;

/**
 * Opens the cash drawer, now or not at all; between two jobs, never in the middle of one.
 * @returns whether the printer took it
 */
export async function openDrawer(
  { queue, printers, ports }: Needed,
  printer: PrinterSetting,
  withinMs = nowWithinMs,
): Promise<boolean> {
  const line = printers.line(printer.id);
  if (line === null || printer.transport.kind === 'system-graphic') return false;
  const kick = { format: printer.language, bytes: drawerKick(printer.language) };
  const notNow: LineOutcome = { kind: 'blocked', reason: 'busy' };
  const stage = { left: false, tooLate: false };
  // Asked before the printer is, and once more when it has said how it is, which may take it long.
  const leave = async (): Promise<void> => {
    if (stage.tooLate) throw new Error('too late');
    stage.left = true;
  };
  const turn = queue.between(printer.id, async () =>
    stage.tooLate ? notNow : line.send(kick, leave).catch((): LineOutcome => ({ kind: 'blocked', reason: 'other' })),
  );
  const patience = new AbortController();
  const late = ports.clock.sleep(withinMs, patience.signal).then(() => {
    stage.tooLate = !stage.left;
    return stage.left ? turn : notNow;
  });
  const outcome = await Promise.race([turn, late]);
  patience.abort();
  return outcome.kind === 'sent';
}
