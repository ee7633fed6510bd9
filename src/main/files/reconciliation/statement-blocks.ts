import type { StatementColumns } from '../../../shared/domain/column-mapping.ts';
import { rankedFields, rankOf, valuesOf } from '../table/headings.ts';
import { cellValue } from '../table/table-file.ts';
import { headings } from './statement-headings.ts';
import { guessByValues } from './statement-values.ts';

/** What of a row is one line, and the names of its columns. */
interface BlockRow {
  row: readonly string[];
  names: readonly string[];
}

interface Blocks {
  /** the lines of a row: one, or one of each block of columns that is filled there */
  parts(row: readonly string[]): BlockRow[];
  /** whether a row has values below headings that are repeated without being a whole block */
  isLeftOut(row: readonly string[]): boolean;
}

const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== '';

/** What the values of columns without headings are, in place of headings: "" is empty, "?" is nothing that is known. */
export function kindsOf(rows: readonly string[][]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => {
    const values = valuesOf(rows, column);
    if (values.length === 0) return '';
    return (
      (['timeOfDay', 'time', 'customerNo', 'status', 'amount'] as const).find((field) =>
        guessByValues[field]?.(values),
      ) ?? '?'
    );
  });
}

/**
 * Columns of the tables that stand side by side: those whose headings name lines and their amounts. None: there is one table at most.
 */
export function tablesBeside(header: readonly string[]): number[][] {
  const filled = [...header.keys()].filter((at) => isFilled(cellValue(header[at])));
  const emptyBefore = (at: number): number => header.slice(0, at).filter((cell) => !isFilled(cellValue(cell))).length;
  const parts = [...Map.groupBy(filled, emptyBefore).values()];
  const tables = parts.filter((columns) => namesLines(columns.map((at) => cellValue(header[at]))));
  return tables.length > 1 ? tables : halves(header);
}

function namesLines(names: readonly string[]): boolean {
  const fields = rankedFields(names, headings);
  return fields.has('amount') && (fields.has('transactionId') || fields.has('customerNo'));
}

/** The columns of two tables without an empty heading between: both name a line whole, its id, its number, its amount and its time. */
function halves(header: readonly string[]): number[][] {
  const names = header.map(cellValue);
  const isWhole = (half: readonly string[]): boolean => {
    const fields = rankedFields(half, headings);
    const number = half[fields.get('customerNo') ?? -1] ?? '';
    return namesLines(half) && fields.has('transactionId') && fields.has('time') && isPlainNumber(number);
  };
  const at = names.findIndex((_, middle) => isWhole(names.slice(0, middle)) && isWhole(names.slice(middle)));
  const all = [...names.keys()];
  return at < 0 ? [] : [all.slice(0, at), all.slice(at)];
}

/** Whether a heading is that of a number alone, not of a remark. */
const isPlainNumber = (name: string): boolean => [0, 1].includes(rankOf(name, headings['customerNo'] ?? []));

/**
 * Blocks of columns that stand side by side: all headings that are mapped stand there again, at one distance.
 * @param header as it is written; of a table without headings the kinds of its columns
 * @param names the same, each only once
 */
export function blocksOf(header: readonly string[], names: readonly string[], columns: StatementColumns): Blocks {
  const written = header.map(cellValue);
  const mapped = Object.values(columns).flatMap((name) => (name === null ? [] : [names.indexOf(name)]));
  const [first, last] = [Math.min(...mapped), Math.max(...mapped)];
  const isAgain = (shift: number): boolean =>
    mapped.length > 1 && mapped.every((at) => isFilled(written[at]) && written[at + shift] === written[at]);
  const shifts = written.flatMap((_, at) =>
    [at - first].filter((shift) => Math.abs(shift) > last - first && isAgain(shift)),
  );
  const width = Math.min(...shifts.map(Math.abs));
  const start = first - (first % width);
  const blocks =
    shifts.length === 0 ? [] : [0, ...shifts].map((shift) => start + shift).toSorted((one, other) => one - other);
  const named = names.slice(start, start + width);
  const inBlocks = (at: number): boolean => blocks.some((from) => at >= from && at < from + width);
  const repeated = [columns.transactionId, columns.customerNo, columns.amount].flatMap((name) => {
    const own = name === null ? -1 : names.indexOf(name);
    return own < 0
      ? []
      : [written.flatMap((each, at) => (each === written[own] && at !== own && !inBlocks(at) ? [at] : []))];
  });
  const hasHeadings = names.some((name, at) => name === written[at]);
  const isRepeated = repeated.filter((places) => places.length > 0).length > 1;
  // A second number and a balance are no block yet.
  const hasTime = written.some(
    (each, at) =>
      each !== '' && each === written[names.indexOf(columns.time ?? '')] && !mapped.includes(at) && !inBlocks(at),
  );
  const isPartial = isRepeated && (hasHeadings || hasTime);
  const tables = hasHeadings ? tablesBeside(header) : [];
  const own = tables.find((table) => mapped.some((at) => table.includes(at)));
  const others = tables
    .filter((table) => table !== own)
    .flat()
    .filter((at) => !inBlocks(at) && !mapped.includes(at));
  return {
    parts: (row) =>
      blocks.length === 0
        ? [{ row, names }]
        : blocks.flatMap((from) => {
            const cells = row.slice(Math.max(from, 0), from + width);
            return cells.some(isFilled) ? [{ row: cells, names: named }] : [];
          }),
    isLeftOut: (row) =>
      (isPartial && repeated.flat().some((at) => isFilled(row[at]))) ||
      others.filter((at) => isFilled(row[at])).length > 1,
  };
}
