import { type ColumnDef, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import type { AtomicFile } from '../atomic-file.ts';
import { type Cell, maxCellLength } from './csv.ts';

/**
 * What the cells of a column are, so that a spreadsheet can sum, sort and filter them. Times are "YYYY-MM-DD HH:mm:ss" on the shop's
 * clock, days without the time.
 */
export type CellType = 'text' | 'time' | 'day' | 'rupiah' | 'count' | 'share';

export interface SheetColumn {
  header: string;
  type: CellType;
}

/** In the format's own language: a spreadsheet shows the separators of its region. */
const numberFormats: Readonly<Record<CellType, string | null>> = {
  text: null,
  time: 'dd/mm/yyyy hh:mm:ss',
  day: 'dd/mm/yyyy',
  rupiah: '#,##0',
  count: '0',
  share: '0.0%',
};

/** Rows of a sheet; further rows go to the next sheet. */
const maxSheetRows = 1_048_576;

/**
 * Streams a workbook: numbers as number cells, times and days as dates, everything else as text cells, which no program converts or
 * executes. Texts are inline, so that no shared string table grows in memory (ADR 22). Throws what the rows and the file throw.
 * @param maxRows of a sheet, including its header
 */
export async function writeWorkbook(
  file: AtomicFile,
  { name, columns }: { name: string; columns: readonly SheetColumn[] },
  rows: Iterable<readonly Cell[]>,
  maxRows = maxSheetRows,
): Promise<void> {
  const workbook = writeXlsxStream(cellsOf(columns, rows), {
    name,
    columns: columns.map(columnDef),
    freezePane: { rows: 1 },
    maxRowsPerSheet: maxRows,
  });
  for await (const bytes of workbook) file.write(bytes);
}

/** A table that is a sheet of its own. */
export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: ReadonlyArray<readonly Cell[]>;
}

/** Writes a workbook of several small sheets at once. */
export async function writeSheets(file: AtomicFile, sheets: readonly Sheet[]): Promise<void> {
  const written = sheets.map(({ name, columns, rows }) => ({
    name,
    columns: columns.map(columnDef),
    rows: [columns.map(({ header }) => header), ...cellsOf(columns, rows)],
    freezePane: { rows: 1 },
  }));
  file.write(await writeXlsx({ sheets: written }));
}

function columnDef({ header, type }: SheetColumn): ColumnDef {
  const numFmt = numberFormats[type];
  return { header, width: widthOf(header), ...(numFmt === null ? {} : { numFmt }) };
}

function* cellsOf(
  columns: readonly SheetColumn[],
  rows: Iterable<readonly Cell[]>,
): Generator<Array<Cell | Date>, void> {
  for (const row of rows) yield row.map((cell, at) => (typeof cell === 'string' ? textCell(cell, columns[at]) : cell));
}

const wallFormat = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;

function textCell(text: string, column: SheetColumn | undefined): Cell | Date {
  const isDate = (column?.type === 'time' || column?.type === 'day') && wallFormat.test(text);
  // A workbook has no zones: its dates are what the clock on the wall shows.
  return isDate ? new Date(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : 'T00:00:00Z'}`) : cellText(text);
}

/** In characters; wide enough for the header and for most values. */
const widthOf = (header: string): number => Math.max(19, header.length + 2);

/** A text with none of these is written as it is: most are. They are what XML forbids, any surrogate, and "_", which may begin an escape. */
// oxlint-disable-next-line no-control-regex -- these are the characters in question
const doubtful = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF_]/;
/** Not allowed in XML, beside lone surrogates: control characters, noncharacters. */
// oxlint-disable-next-line no-control-regex -- as above
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Text that a cell can hold; null if it is empty. */
function cellText(text: string): string | null {
  if (text === '') return null;
  const short = text.length > maxCellLength ? text.slice(0, maxCellLength) : text;
  if (!doubtful.test(short)) return short;
  // "_x0041_" is a workbook's escape for a character: one that is written in a text is escaped itself.
  return short
    .replace(notInXml, '\uFFFD')
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
