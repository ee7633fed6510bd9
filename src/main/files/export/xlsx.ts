import { type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import type { AtomicFile } from '../atomic-file.ts';
import { type Cell, maxCellLength } from './csv.ts';

/** Rows of a sheet; further rows go to the next sheet. */
const maxSheetRows = 1_048_576;

/**
 * Streams a workbook: numbers as number cells, everything else as text cells, which no program converts or executes. Texts are
 * inline, so that no shared string table grows in memory (ADR 22). Throws what the rows and the file throw.
 * @param maxRows of a sheet, including its header
 */
export async function writeWorkbook(
  file: AtomicFile,
  { name, headers }: { name: string; headers: readonly string[] },
  rows: Iterable<readonly Cell[]>,
  maxRows = maxSheetRows,
): Promise<void> {
  const workbook = writeXlsxStream(cellsOf(rows), {
    name,
    columns: headers.map((header): ColumnDef => ({ header, width: widthOf(header) })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: maxRows,
  });
  for await (const bytes of workbook) file.write(bytes);
}

function* cellsOf(rows: Iterable<readonly Cell[]>): Generator<Cell[], void> {
  for (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? cellText(cell) : cell));
}

/** In characters; wide enough for the header and for most values. */
const widthOf = (header: string): number => Math.max(14, header.length + 2);

/** Not allowed in XML: control characters, noncharacters, lone surrogates. "_x0041_" is a workbook's escape for a character. */
// oxlint-disable-next-line no-control-regex -- these are the characters in question
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF_]/;
// oxlint-disable-next-line no-control-regex -- as above
const allForbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Text that a cell can hold; null if it is empty. */
function cellText(text: string): string | null {
  if (text === '') return null;
  const short = text.length > maxCellLength ? text.slice(0, maxCellLength) : text;
  if (!forbidden.test(short)) return short;
  return short
    .replace(allForbidden, '\uFFFD')
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
