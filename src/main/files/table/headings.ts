import type { z } from 'zod';
import {
  cellSeparators,
  type HiddenParts,
  maxHeadingRow,
  shownLines,
  type TableLayout,
  type TableView,
} from '../../../shared/domain/column-mapping.ts';
import { cellValue, openTableFile, readTopRows, type TableFile } from './table-file.ts';
import { type Hidden, hiddenParts, NotATable } from './workbook.ts';

/** Rows by whose values columns are distinguished. */
export const sampleRows = 300;
export const maxColumns = 200;
/** Further sheets are not looked into, and said to have a table. */
const maxSheets = 200;

/** How the heading of each field may be called, best first. */
export type FieldNames = Readonly<Record<string, readonly RegExp[]>>;

/** The top of a table, by which a person and a proposal recognise its columns. */
export interface TableTop extends Omit<TableView, 'from'>, Pick<TableLayout, 'sheet' | 'separator' | 'headingRow'> {
  /** rows above the headings */
  above: string[][];
  /** rows below them, for proposals */
  sample: string[][];
  hidden: z.infer<typeof HiddenParts>;
}

type Place = Pick<TableLayout, 'sheet' | 'separator'>;
export type GivenPlace = Pick<TableLayout, 'sheet' | 'separator' | 'headingRow'>;

interface Question {
  names: FieldNames;
  /** whether a cell is a value and so no heading */
  isValue(cell: string): boolean;
  /** headings of files whose mapping a person has confirmed */
  headings?: readonly (readonly string[])[];
  /** headings that are not understood are headings too */
  anyNames: boolean;
  /** columns that a table has at least */
  minColumns: number;
  /** hidden rows of a workbook are left out */
  withoutHidden?: boolean;
}

/**
 * Finds the table of a file: the visible sheet, the separator and the row of headings that name most fields. Throws NotATable and file
 * system errors.
 * @param chosenPlace where a person says that it stands
 */
export async function lookAtTable(path: string, question: Question, chosenPlace: GivenPlace | null): Promise<TableTop> {
  const file = await openTableFile(path);
  const candidates: CandidateTable[] = [];
  for (const place of placesIn(file)) {
    const hidden = question.withoutHidden === true ? await hiddenIn(path, place) : nothingHidden;
    const top = await readTopRows(path, file, place, { maxRows: maxHeadingRow + sampleRows, without: hidden.rows });
    candidates.push({ place, ...top, hidden, heading: findHeading(top.rows, question) });
  }
  const tables = candidates.filter(({ heading }) => heading !== null);
  const isHidden = ({ place }: CandidateTable): boolean =>
    file.kind === 'workbook' && file.sheets.some(({ name, hidden }) => hidden && name === place.sheet);
  const best = chosenPlace
    ? candidates.find(({ place }) => place.sheet === chosenPlace.sheet && place.separator === chosenPlace.separator)
    : tables
        .filter((each) => !isHidden(each))
        .toSorted((one, other) => (other.heading?.score ?? 0) - (one.heading?.score ?? 0))[0];
  if (!best || best.rows.length === 0) throw new NotATable('no_table');
  if (best.hasStrayQuote) throw new NotATable('stray_quote');
  // Where the person chose another sheet or separator, the row of the former one may be a title here.
  const cells = best.rows[(chosenPlace?.headingRow ?? 0) - 1]?.filter((cell) => cell.trim() !== '').length;
  const isGiven = chosenPlace !== null && (chosenPlace.headingRow === null || (cells ?? 0) >= question.minColumns);
  const headingRow = isGiven ? chosenPlace.headingRow : (best.heading?.row ?? null);
  const skip = headingRow ?? (isGiven ? 0 : (best.heading?.skip ?? 0));
  const sample = best.rows.slice(skip, skip + sampleRows);
  const hidden = question.withoutHidden === true ? best.hidden : await hiddenIn(path, best.place);
  const columns =
    headingRow === null
      ? lettersTo(Math.max(0, ...sample.map((row) => row.length)))
      : columnNames(best.rows[headingRow - 1] ?? []);
  if (columns.length < question.minColumns || columns.length > maxColumns) throw new NotATable('no_table');
  return {
    ...best.place,
    headingRow,
    columns,
    above: best.rows.slice(0, headingRow === null ? skip : headingRow - 1),
    sample,
    hidden: { columns: hidden.columns.flatMap((at) => columns[at] ?? []), rows: hidden.rows.size },
    top: best.rows.slice(0, Math.max(shownLines, skip) + shownLines),
    sheets:
      file.kind === 'workbook'
        ? file.sheets.map(({ name, hidden }, at) => ({
            name,
            hidden,
            table: at >= maxSheets || tables.some(({ place }) => place.sheet === name),
          }))
        : [],
  };
}

interface CandidateTable {
  place: Place;
  rows: string[][];
  hasStrayQuote: boolean;
  hidden: Hidden;
  heading: Heading | null;
}

/** `row`: from 1; null: the table has none, and begins after `skip` rows. */
interface Heading {
  row: number | null;
  skip: number;
  score: number;
}

const nothingHidden: Hidden = { rows: new Set(), columns: [] };

const hiddenIn = async (path: string, { sheet }: Place): Promise<Hidden> =>
  sheet === null ? nothingHidden : hiddenParts(path, sheet);

function placesIn(file: TableFile): Place[] {
  if (file.kind === 'workbook')
    return file.sheets.slice(0, maxSheets).map(({ name }) => ({ sheet: name, separator: null }));
  const named = /^\uFEFF?sep=(.)/i.exec(file.head)?.[1];
  const separators = cellSeparators.filter((each) => named === undefined || each === named);
  return (separators.length > 0 ? separators : cellSeparators).map((separator) => ({ sheet: null, separator }));
}

/** The headings among the first rows, or the first row of a table without any. Null: they are no table. */
function findHeading(rows: readonly string[][], question: Question): Heading | null {
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  const width = modeOf(filled.filter((count) => count >= question.minColumns));
  if (width === null) return null;
  const wide = filled.filter((count) => count >= question.minColumns).length;
  // Rows of more cells are more of a table than halves of amounts that were cut at their commas.
  const shape = Math.min(wide, shownLines) * Math.min(width, shownLines);
  let best: Heading | null = null;
  for (const [at, row] of rows.slice(0, maxHeadingRow).entries()) {
    const count = filled[at] ?? 0;
    const names = question.headings?.length ? columnNames(row) : [];
    if (
      question.headings?.some(
        (each) => each.length === names.length && each.every((name, column) => name === names[column]),
      )
    ) {
      return { row: at + 1, skip: at + 1, score: 1_000_000 + shape };
    }
    const named = rankedFields(row.map(cellValue), question.names).size;
    if (count < question.minColumns || named === 0 || row.some(question.isValue)) continue;
    const enough = named >= 2 || at === 0 || isValueRow(rows[at + 1], question);
    const score = 1000 * named + shape;
    if (enough && (best === null || score > best.score)) best = { row: at + 1, skip: at + 1, score };
  }
  return best ?? unnamedTable(rows, filled, width, shape, question);
}

/** Headings that are not understood: a row without values above one with values, or the first row of the table. */
function unnamedTable(
  rows: readonly string[][],
  filled: readonly number[],
  width: number,
  shape: number,
  question: Question,
): Heading | null {
  const isWide = (at: number): boolean => (filled[at] ?? 0) >= Math.max(question.minColumns, width - 1);
  const first = rows.findIndex((_, at) => isWide(at));
  if (first < 0) return null;
  const isName = (at: number): boolean => isWide(at) && !(rows[at] ?? []).some(question.isValue);
  const withValues = rows.findIndex((_, at) => at < maxHeadingRow && isName(at) && isValueRow(rows[at + 1], question));
  const named = !question.anyNames ? -1 : withValues < 0 && isName(first) ? first : withValues;
  const lines = [...rows.keys()].slice(0, Math.max(named, 0)).filter((at) => isWide(at) && !isName(at)).length;
  return named >= 0 && lines < 2
    ? { row: named + 1, skip: named + 1, score: shape }
    : { row: null, skip: first, score: shape };
}

const isValueRow = (row: readonly string[] | undefined, { isValue }: Question): boolean => (row ?? []).some(isValue);

/** The most frequent of the numbers; of several the largest. Null: there is none. */
function modeOf(numbers: readonly number[]): number | null {
  const groups = [...Map.groupBy(numbers, (each) => each)];
  const [first] = groups.toSorted(([one, ones], [other, others]) => others.length - ones.length || other - one);
  return first?.[0] ?? null;
}

/** As it is compared: "TRX_ID", "Trx. ID" and "trx id (no)" are one name. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}/&]+/gu, ' ')
    .trim();

/** How well a heading names a field: 0 is best; -1: not at all. */
export const rankOf = (name: string, patterns: readonly RegExp[]): number =>
  patterns.findIndex((pattern) => pattern.test(plainName(name)));

/**
 * The column of each field: the best heading wins, not the first, and a column is used once.
 * @param fits whether the values of a column can be those of the field
 * @returns the fields that have one, with the column's number
 */
export function rankedFields(
  columns: readonly string[],
  names: FieldNames,
  fits: (field: string, column: number) => boolean = () => true,
): Map<string, number> {
  const choices = Object.entries(names).flatMap(([field, patterns], priority) =>
    columns.flatMap((name, column) => {
      const rank = name === '' ? -1 : rankOf(name, patterns);
      return rank < 0 || !fits(field, column) ? [] : [{ field, column, rank, priority }];
    }),
  );
  const taken = new Map<string, number>();
  for (const { field, column } of choices.toSorted(
    (one, other) => one.rank - other.rank || one.priority - other.priority,
  )) {
    if (!taken.has(field) && ![...taken.values()].includes(column)) taken.set(field, column);
  }
  return taken;
}

/** Unique column names: duplicates are numbered, a nameless column gets its number. */
export function columnNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = cellValue(cell).slice(0, 150) || `${at + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Names of columns without headings, as spreadsheets have them: A to Z, then AA. */
export const lettersTo = (count: number): string[] => Array.from({ length: count }, (_, column) => letterOf(column));

function letterOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : letterOf(Math.floor(column / 26) - 1) + letter;
}

/** The values of a column, without empty ones. */
export const valuesOf = (rows: readonly string[][], column: number): string[] =>
  rows.map((row) => cellValue(row[column])).filter((value) => value !== '');
