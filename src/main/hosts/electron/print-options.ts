import type { Paper } from '../../../shared/domain/receipt/doc.ts';

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
    // The system's own margins would ruin a roll; a sheet's stand in the slip's style, which counts with "default" only.
    margins: { marginType: paper === 'a4' ? 'default' : 'none' },
    pageSize:
      paper === 'a4'
        ? a4
        : { width: rollWidth[paper], height: Math.max(shortest, Math.ceil(height * micronsPerPixel) + tail) },
    ...(deviceName === null ? {} : { deviceName }),
  };
}
