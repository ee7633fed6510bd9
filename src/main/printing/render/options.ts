import type { CodePage, Columns, PrinterLanguage } from '../../../shared/domain/printer.ts';

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
