import { z } from 'zod';

/** What the printer is spoken to in. */
export const PrinterLanguage = z.enum(['escpos', 'starprnt']);
export type PrinterLanguage = z.infer<typeof PrinterLanguage>;

/** Letters in a line of the printer's font A, set by the owner and never guessed: 32 on most 58 mm rolls, 42 or 48 on 80 mm. */
export const Columns = z.union([z.literal(32), z.literal(42), z.literal(48)]);
export type Columns = z.infer<typeof Columns>;

/** The letters the printer has. "ascii" is for printers that show others as Chinese; cp437 is where every printer starts. */
export const CodePage = z.enum(['ascii', 'cp437', 'cp858', 'windows1252']);
export type CodePage = z.infer<typeof CodePage>;

/** A picture in black and white, row by row, eight dots a byte with the leftmost in the highest bit; 1 is black. */
export interface Bitmap {
  /** dots; what is wider than the paper is scaled down */
  width: number;
  height: number;
  /** ceil(width / 8) bytes a row */
  rows: Uint8Array;
}

export interface BytesOptions {
  language: PrinterLanguage;
  columns: Columns;
  codePage: CodePage;
  cut: 'full' | 'partial' | 'none';
  /** blank lines after the slip, so that the last one clears the cutter or the edge to tear at */
  feed: number;
  /** opens the cash drawer before the slip is printed */
  drawer: boolean;
  logo: Bitmap | null;
}
