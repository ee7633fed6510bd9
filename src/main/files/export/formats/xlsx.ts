import { type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import type { WholeFile } from '../whole-file.ts';
import type { Cell } from './cell.ts';
import { mostSigns } from './cell.ts';

/** And a sheet; what is more goes on in the next one. */
const mostRows = 1_048_576;

/**
 * A workbook, written while its rows are pulled: numbers as numbers, everything else as text cells, which no program turns into
 * something else or runs. Text stands in its cells, so that no table of strings grows in memory (ADR 22). Throws what the rows
 * and the file throw.
 * @param most rows of a sheet, with its heads
 */
export async function writeWorkbook(
  file: WholeFile,
  { name, heads }: { name: string; heads: readonly string[] },
  rows: Iterable<readonly Cell[]>,
  most = mostRows,
): Promise<void> {
  const workbook = writeXlsxStream(cellsOf(rows), {
    name,
    columns: heads.map((header): ColumnDef => ({ header, width: widthOf(header) })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: most,
  });
  for await (const bytes of workbook) file.write(bytes);
}

function* cellsOf(rows: Iterable<readonly Cell[]>): Generator<Cell[], void> {
  for (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? cellText(cell) : cell));
}

/** In signs: no head is cut off, and numbers and names mostly are not. */
const widthOf = (head: string): number => Math.max(14, head.length + 2);

/** What XML cannot say at all: control signs, noncharacters and halves of signs; "_x0041_" is how a workbook says a sign by its number. */
// oxlint-disable-next-line no-control-regex -- these are the signs in question
const unsayable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF_]/;
// oxlint-disable-next-line no-control-regex -- as above
const unsayableAll = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Text as a cell can hold it; null where there is none. */
function cellText(text: string): string | null {
  if (text === '') return null;
  const short = text.length > mostSigns ? text.slice(0, mostSigns) : text;
  if (!unsayable.test(short)) return short;
  return short
    .replace(unsayableAll, '\uFFFD')
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
