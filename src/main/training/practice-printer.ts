import { type PracticePaper, practicePrinterId } from '../../shared/contract/drills.ts';
import { PrinterSetting } from '../../shared/domain/printer.ts';
import type { Clock } from '../base/system.ts';
import type { Printers, PrinterTransport } from '../printing/index.ts';

/** A printer that is not there, for the drill of the empty roll: the real queue prints on it, and meets its troubles. */
export interface PracticePrinter {
  setPaper(paper: PracticePaper): void;
  /** the shop's printers with this one among them, and in the place of the usual one while it is not away */
  among(printers: Printers): Printers;
}

/** The time that a slip takes, in milliseconds. */
const slipMs = 600;

const setting = PrinterSetting.parse({
  id: practicePrinterId,
  name: 'Latihan',
  // Never opened: the transport below is used instead.
  transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
  columns: 32,
});

export function createPracticePrinter(clock: Clock): PracticePrinter {
  let paper: PracticePaper = 'away';
  const transport: PrinterTransport = {
    async send(_payload, beforeSend) {
      if (paper === 'out') return { kind: 'blocked', reason: 'paper_out' };
      await beforeSend();
      await clock.sleep(slipMs);
      if (paper !== 'runs_out') return { kind: 'sent', confirmed: true };
      paper = 'out';
      return { kind: 'unknown', reason: 'paper_out' };
    },
  };
  return {
    setPaper(next) {
      paper = next;
    },
    among: (printers) => ({
      setting: (id) => (id === practicePrinterId ? setting : printers.setting(id)),
      defaultPrinter: () => (paper === 'away' ? printers.defaultPrinter() : setting),
      transport: (id) => (id === practicePrinterId ? transport : printers.transport(id)),
    }),
  };
}
