import { type ColumnDef, type WriteSheet, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import type { AtomicFile } from '../atomic-file.ts';
import { type Cell, maxCellLength } from './csv.ts';
import { headingMarker, headingStyle, pageFooter, pageSetup, printTitles, withPageLayout } from './page-layout.ts';

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

/** A longer table is streamed: what its columns need is read from this number of rows. */
const maxWholeRows = 5000;

/**
 * Writes one table: numbers as number cells, times and days as dates, everything else as text cells, which no program converts or
 * executes. A longer table is streamed, with inline texts, so that no shared string table grows in memory (ADR 22): its empty columns
 * stay, as they may be filled later. Throws what the rows and the file throw.
 * @param maxRows of a sheet, including its header
 */
export async function writeWorkbook(
  file: AtomicFile,
  { name, columns }: { name: string; columns: readonly SheetColumn[] },
  rows: Iterable<readonly Cell[]>,
  maxRows = maxSheetRows,
): Promise<void> {
  const source = rows[Symbol.iterator]();
  const first: Array<readonly Cell[]> = [];
  let next = source.next();
  for (; !next.done && first.length < maxWholeRows; next = source.next()) first.push(next.value);
  if (next.done && first.length < maxRows) return writeSheets(file, [{ name, columns, rows: first }]);
  const workbook = writeXlsxStream(cellsOf(columns, continued(first, next, source)), {
    name,
    columns: [
      ...columns.map((column, at) => ({ ...columnDef(column), width: streamedWidth(column, first, at) })),
      headingMarker,
    ],
    freezePane: { rows: 1 },
    maxRowsPerSheet: maxRows,
    compress: false,
  });
  await withPageLayout(workbook, name, (bytes) => file.write(bytes));
}

function* continued(
  first: ReadonlyArray<readonly Cell[]>,
  next: IteratorResult<readonly Cell[]>,
  source: Iterator<readonly Cell[]>,
): Generator<readonly Cell[], void> {
  yield* first;
  for (let one = next; !one.done; one = source.next()) yield one.value;
}

/** A table that is a sheet of its own. */
export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: ReadonlyArray<readonly Cell[]>;
  /** the last row is a total */
  total?: boolean;
}

/** Writes a workbook of several small sheets at once. */
export async function writeSheets(file: AtomicFile, sheets: readonly Sheet[]): Promise<void> {
  const namedRanges = printTitles(sheets.map(({ name }) => name));
  file.write(await writeXlsx({ sheets: sheets.map(printable), namedRanges }));
}

/** The sheet as a person would print it: without empty columns, as narrow as its contents, headings and total bold. */
function printable({ name, columns: all, rows: allRows, total = false }: Sheet): WriteSheet {
  const places = all.flatMap((_, at) => (at === 0 || allRows.some((row) => !isBlank(row[at])) ? [at] : []));
  const columns = places.flatMap((at) => all[at] ?? []);
  const rows = allRows.map((row) => places.map((at) => row[at] ?? null));
  const cells: NonNullable<WriteSheet['cells']> = new Map();
  for (const [at, { type }] of columns.entries()) {
    cells.set(`0,${at}`, { style: headingStyle });
    const numFmt = numberFormats[type];
    if (total) cells.set(`${rows.length},${at}`, { style: { font: { bold: true }, ...(numFmt ? { numFmt } : {}) } });
  }
  return {
    name,
    columns: columns.map((column, at) => ({ ...columnDef(column), width: printedWidth(column, rows, at) })),
    rows: [columns.map(({ header }) => header), ...cellsOf(columns, rows)],
    cells,
    freezePane: { rows: 1 },
    pageSetup,
    headerFooter: pageFooter,
  };
}

const isBlank = (cell: Cell | undefined): boolean => cell === null || cell === undefined || cell === '';

/** Characters of the longest cell, or of the longest word of the heading, which is broken into lines; long texts do not widen the page. */
function printedWidth({ header, type }: SheetColumn, rows: ReadonlyArray<readonly Cell[]>, at: number): number {
  const word = Math.max(...header.split(' ').map(({ length }) => length));
  const longest = rows.reduce((most, row) => Math.max(most, shownLength(row[at] ?? null, type)), word);
  return Math.min(40, Math.max(6, longest) + 2);
}

/** By the first rows: an amount of a later one has room for nine digits, as a number that is cut shows nothing but hashes. */
const streamedWidth = (column: SheetColumn, rows: ReadonlyArray<readonly Cell[]>, at: number): number =>
  Math.max(column.type === 'rupiah' ? '999,999,999'.length + 2 : 0, printedWidth(column, rows, at));

function shownLength(cell: Cell, type: CellType): number {
  if (typeof cell !== 'number') return String(cell ?? '').length;
  return type === 'rupiah' ? cell.toLocaleString('en').length : type === 'share' ? 6 : String(cell).length;
}

function columnDef({ header, type }: SheetColumn): ColumnDef {
  const numFmt = numberFormats[type];
  return { header, ...(numFmt === null ? {} : { numFmt }) };
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
