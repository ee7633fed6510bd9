import type { Paper } from '../../../shared/domain/printer.ts';
import type { HostPrinter, HostPrintOutcome } from '../../printing/index.ts';

/** A slip, laid out in a hidden window. */
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
  /** resolves when a printing system without an answer has had enough time */
  deadline(): Promise<void>;
}

/**
 * Prints through the system's printers. A system reports "handed over" and nothing later. Rejects when the hand-over failed.
 */
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

/** The part of Electron's print options that a slip sets. */
export interface SlipPrintOptions {
  silent: boolean;
  printBackground: boolean;
  margins: { marginType: 'none' | 'default' };
  /** microns */
  pageSize: { width: number; height: number };
  deviceName?: string;
}

const micronsPerPixel = 25_400 / 96;
const rollWidth = { '58': 58_000, '80': 80_000 } as const;
const a4 = { width: 210_000, height: 297_000 } as const;
/** Blank roll below the last line, so that the cutter does not cut into it. */
const tail = 8_000;
/** Less than this some drivers refuse. */
const shortest = 30_000;

/**
 * How a slip is printed: on a roll the page is as long as the slip is, on a sheet it is A4.
 * @param height of the slip as laid out, in CSS pixels
 * @param deviceName the system's name of the printer; null asks with the system's dialog
 */
export function slipPrintOptions(paper: Paper, height: number, deviceName: string | null): SlipPrintOptions {
  return {
    silent: deviceName !== null,
    printBackground: false,
    // The system's own margins would ruin a roll; a sheet's margins are in the slip's style, which counts with "default" only.
    margins: { marginType: paper === 'a4' ? 'default' : 'none' },
    pageSize:
      paper === 'a4'
        ? a4
        : { width: rollWidth[paper], height: Math.max(shortest, Math.ceil(height * micronsPerPixel) + tail) },
    ...(deviceName === null ? {} : { deviceName }),
  };
}
