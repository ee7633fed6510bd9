import type { HostPrinter, HostPrintOutcome } from '../../printing/index.ts';
import { type SlipPrintOptions, slipPrintOptions } from './print-options.ts';

/** A slip, laid out in a window that nobody sees. */
export interface LaidOutSlip {
  /** in CSS pixels */
  height(): Promise<number>;
  /** hands it to the system; resolves to null, or the system's reason why not */
  print(options: SlipPrintOptions): Promise<string | null>;
  discard(): void;
}

export interface SlipPrinterParts {
  /** the system's names of its printers */
  printers(): Promise<string[]>;
  layOut(html: string): Promise<LaidOutSlip>;
  /** resolves when a printing system that says nothing has been waited for long enough */
  deadline(): Promise<void>;
}

/** Prints through the system's own printers. "Handed over" is all that a system ever says. Rejects when it broke while it was handed over. */
export function slipPrinter(parts: SlipPrinterParts): HostPrinter {
  return {
    async print(job, deviceName) {
      let slip: LaidOutSlip | null = null;
      try {
        let options: SlipPrintOptions;
        try {
          // A job for a printer that is gone would silently go to another one.
          if (deviceName !== null && !(await parts.printers()).includes(deviceName)) {
            return { kind: 'failed', reason: 'there is no printer of that name' };
          }
          slip = await parts.layOut(job.html);
          options = slipPrintOptions(job.paper, await slip.height(), deviceName);
        } catch {
          // Nothing of it is with the system yet.
          return { kind: 'failed', reason: 'the slip could not be laid out' };
        }
        return await hand(parts, slip, options, deviceName);
      } finally {
        slip?.discard();
      }
    },
  };
}

async function hand(
  parts: SlipPrinterParts,
  slip: LaidOutSlip,
  options: SlipPrintOptions,
  deviceName: string | null,
): Promise<HostPrintOutcome> {
  const printing = slip.print(options);
  // With a dialog it is a person who takes the time.
  const answer =
    deviceName === null ? await printing : await Promise.race([printing, parts.deadline().then(() => late)]);
  if (answer === late) return { kind: 'unknown' };
  return typeof answer === 'string' ? { kind: 'failed', reason: answer } : { kind: 'handed_over' };
}

const late = Symbol('late');
