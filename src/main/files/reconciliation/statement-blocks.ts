import type { StatementColumns } from '../../../shared/domain/column-mapping.ts';
import { cellValue } from '../table/table-file.ts';

/** What of a row is one line, and the names of its columns. */
interface Part {
  row: readonly string[];
  names: readonly string[];
}

interface Blocks {
  /** the lines of a row: one, or one of each block of columns that is filled there */
  parts(row: readonly string[]): Part[];
  /** whether a row has values below headings that are repeated without being a whole block */
  isLeftOut(row: readonly string[]): boolean;
}

const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== '';

/**
 * Blocks of columns that stand side by side: all headings that are mapped stand there again, at one distance.
 * @param header as it is written
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
  const isPartial = repeated.filter((places) => places.length > 0).length > 1;
  return {
    parts: (row) =>
      blocks.length === 0
        ? [{ row, names }]
        : blocks.flatMap((from) => {
            const part = row.slice(Math.max(from, 0), from + width);
            return part.some(isFilled) ? [{ row: part, names: named }] : [];
          }),
    isLeftOut: (row) => isPartial && repeated.flat().some((at) => isFilled(row[at])),
  };
}
