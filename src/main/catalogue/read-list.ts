import { readFile, stat } from 'node:fs/promises';
import Papa from 'papaparse';
import { z } from 'zod';
import { type ListColumns, maxListBytes, maxListLines } from '../../shared/contract/catalogue.ts';
import { ProductCode } from '../../shared/contract/procedure.ts';
import { GroupName, readTypedAmount } from '../../shared/domain/catalogue.ts';
import { columnNames, isArchive, NotATable, readTextHead } from '../files/index.ts';
import type { ListLine } from './catalogue-repository.ts';

const columnPatterns = {
  productCode: /^(kode|code|sku|product[ _-]?code|kode[ _-]?produk|produk|product)$/i,
  cost: /.*(modal|cost|beli|hpp|buy).*/i,
  sellingPrice: /.*(jual|sell|harga|price).*/i,
  group: /.*(grup|group|kelompok).*/i,
} as const;

/** Rows above the names of the columns: suppliers put their name and a date there. */
const maxTitleRows = 30;
const sampleLines = 5;

/** The first rows of a workbook. Throws NotATable. */
export type ReadWorkbook = (path: string, maxRows: number) => Promise<string[][]>;

interface ListPreview {
  columns: string[];
  sample: string[][];
  /** null: no column looks like product codes */
  mapped: ListColumns | null;
}

/** A list as it stands in its file. */
interface ListFile extends ListPreview {
  /** below the names of the columns */
  rows: string[][];
  /** all of a text file; null: a workbook */
  text: string | null;
}

/** The columns and first lines of a list. Throws NotATable, ListTooLong, and the file system's errors. */
export async function previewList(path: string, readWorkbook: ReadWorkbook): Promise<ListPreview> {
  const { columns, sample, mapped } = await openList(path, readWorkbook);
  return { columns, sample, mapped };
}

/** Every line of a list. @param columns null: it has no column heads. Throws as `previewList` does. */
export async function readListFile(
  path: string,
  columns: ListColumns | null,
  readWorkbook: ReadWorkbook,
): Promise<ListLine[]> {
  const list = await openList(path, readWorkbook);
  if (columns === null || list.columns.length === 0)
    return list.text === null ? readRows(list.rows) : readPasted(list.text);
  const named = [columns.productCode, columns.cost, columns.sellingPrice, columns.group];
  if (named.some((name) => name !== null && !list.columns.includes(name))) throw new NotATable('column_missing');
  return readTable(list.rows, list.columns, columns);
}

async function openList(path: string, readWorkbook: ReadWorkbook): Promise<ListFile> {
  if ((await stat(path)).size > maxListBytes) throw new ListTooLong();
  const bytes = await readFile(path);
  const maxRows = maxListLines + maxTitleRows + 2;
  if (isArchive(bytes)) return withHead(await readWorkbook(path, maxRows), null);
  try {
    const { columns, sample, skip, separator, encoding } = readTextHead(path);
    const text = new TextDecoder(encoding).decode(bytes);
    const list = withHead(parse(text, separator, maxRows), text);
    // Names that are not understood are shown all the same.
    return list.mapped ? list : { ...list, columns, sample, rows: list.rows.slice(skip) };
  } catch (error) {
    // A list of codes alone is a table of one column, which is no statement.
    if (!(error instanceof NotATable) || error.reason !== 'no_table' || isBinary(bytes)) throw error;
    return { columns: [], sample: [], mapped: null, rows: [], text: new TextDecoder().decode(bytes) };
  }
}

/** Finds the names of the columns: the first row in which one is that of product codes. */
function withHead(rows: string[][], text: string | null): ListFile {
  for (const [at, row] of rows.slice(0, maxTitleRows + 1).entries()) {
    const columns = columnNames(row.map(cleanCell));
    const mapped = row.filter((cell) => cell.trim() !== '').length > 1 ? guessColumns(columns) : null;
    if (!mapped) continue;
    const below = rows.slice(at + 1);
    return { columns, sample: below.slice(0, sampleLines), mapped, rows: below, text };
  }
  return { columns: [], sample: [], mapped: null, rows, text };
}

function guessColumns(columns: readonly string[]): ListColumns | null {
  const free = new Set(columns);
  const take = (guess: RegExp): string | null => {
    const found = [...free].find((name) => guess.test(name.trim()));
    if (found === undefined) return null;
    free.delete(found);
    return found;
  };
  const productCode = take(columnPatterns.productCode);
  if (productCode === null) return null;
  const cost = take(columnPatterns.cost);
  return { productCode, cost, sellingPrice: take(columnPatterns.sellingPrice), group: take(columnPatterns.group) };
}

const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 4096).includes(0);

const Rows = z.array(z.array(z.string()));
const head = /^(kode|code|sku|produk|product|item)([ _-]?(kode|code|produk|product))?$/i;
/** "1e9", "12rb", and formulas of a spreadsheet */
const looksLikeAmount = /^[=+\-@]|^[\d.,]+\s*(e\d+|rb|ribu|k|jt|juta)$/i;
/** Enough for a person to find the line in the list. */
const maxShownLength = 80;

/** The list has more lines than are accepted. */
export class ListTooLong extends Error {}

/**
 * Reads a pasted list: a code on each line, optionally followed by its cost, its price and a group, separated by
 * tabs, semicolons, commas or spaces. A single amount is the price. Throws ListTooLong.
 */
export function readPasted(text: string): ListLine[] {
  const sign = ['\t', ';'].find((one) => text.includes(one)) ?? null;
  return readRows(sign === null ? splitLoosely(text) : parse(text, sign, maxListLines + 2));
}

/** Reads rows of a code, its cost, its price and a group. Throws ListTooLong. */
function readRows(rows: readonly string[][]): ListLine[] {
  const isHead = head.test(cleanCell(rows[0]?.[0] ?? ''));
  return rejectRepeated(checkLength(rows.slice(isHead ? 1 : 0)).map((cells) => parseLine(cells)));
}

/** Reads the rows below the names of the columns. @param columns their meaning. Throws ListTooLong. */
function readTable(rows: readonly string[][], heads: readonly string[], columns: ListColumns): ListLine[] {
  const cell = (row: readonly string[], name: string | null): string =>
    name === null ? '' : (row[heads.indexOf(name)] ?? '');
  return rejectRepeated(
    checkLength(rows).map((row) =>
      toListLine(
        row.filter((text) => text.trim() !== '').join(' '),
        cell(row, columns.productCode),
        cell(row, columns.cost),
        cell(row, columns.sellingPrice),
        cell(row, columns.group),
      ),
    ),
  );
}

const parse = (text: string, delimiter: string, preview: number): string[][] =>
  Rows.parse(Papa.parse(text, { delimiter, skipEmptyLines: 'greedy', preview }).data);

/** Commas separate cells or are part of amounts, spaces may be part of groups; decided line by line. */
function splitLoosely(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.slice(0, maxListLines + 2).map((line) => {
    const [cells = []] = Rows.parse(Papa.parse(line, { delimiter: ',' }).data);
    return cells.length > 1 && !/\S\s+\S/.test(cells[0] ?? '') ? withoutCents(cells) : splitBySpaces(line);
  });
}

/** Joins "Rp12.500,00", which was split at its comma. */
function withoutCents(cells: readonly string[]): string[] {
  return cells.filter((cell, at) => !(cell.trim() === '00' && /\d\.\d{3}$/.test(cells[at - 1] ?? '')));
}

function splitBySpaces(line: string): string[] {
  const words = line
    .trim()
    .replace(/\b(rp|idr)\.?\s+(?=\d)/gi, '$1')
    .split(/\s+/);
  const amounts = words.slice(1).findIndex((word) => readTypedAmount(word) === null);
  if (amounts < 0) return words;
  return [...words.slice(0, amounts + 1), words.slice(amounts + 1).join(' ')];
}

function checkLength<T>(lines: readonly T[]): readonly T[] {
  if (lines.length > maxListLines) throw new ListTooLong();
  return lines;
}

/** Up to two amounts first; the group follows. */
function parseLine(given: readonly string[]): ListLine {
  const cells = given.map(cleanCell);
  const text = given.join(' ');
  const [code = '', ...rest] = cells;
  let amounts = 0;
  while (amounts < Math.min(2, rest.length) && isAmountOrEmpty(rest[amounts] ?? '')) amounts += 1;
  const [group = '', ...more] = rest.slice(amounts);
  const [cost, price] = amounts === 2 ? [rest[0], rest[1]] : ['', amounts === 1 ? rest[0] : ''];
  const line = toListLine(text, code, cost ?? '', price ?? '', group);
  return more.some((cell) => cell !== '') && line.reason === null ? { ...line, reason: 'too_much' } : line;
}

const isAmountOrEmpty = (cell: string): boolean => cell === '' || readTypedAmount(cell) !== null;

function toListLine(text: string, code: string, cost: string, price: string, group: string): ListLine {
  const shown = text.trim().replace(/\s+/g, ' ').slice(0, maxShownLength);
  const productCode = ProductCode.safeParse(cleanCell(code));
  const amounts = [cleanCell(cost), cleanCell(price)];
  const name = cleanCell(group);
  const none = { text: shown, productCode: null, cost: null, sellingPrice: null, group: null };
  if (!productCode.success) return { ...none, reason: 'bad_code' };
  // A group has letters and is no formula; anything else was meant as an amount.
  if (!amounts.every(isAmountOrEmpty) || (name !== '' && (!/\p{L}/u.test(name) || looksLikeAmount.test(name)))) {
    return { ...none, reason: 'bad_amount' };
  }
  const groupName = GroupName.safeParse(name);
  if (name !== '' && !groupName.success) return { ...none, reason: 'too_much' };
  const [costs = null, sold = null] = amounts.map((amount) => (amount === '' ? null : readTypedAmount(amount)));
  return {
    text: shown,
    productCode: productCode.data,
    cost: costs,
    sellingPrice: sold,
    group: groupName.data ?? null,
    reason: null,
  };
}

/** The provider's spelling is not known yet: "tsel10" and "TSEL10" are one product, and the first line counts. */
function rejectRepeated(lines: readonly ListLine[]): ListLine[] {
  const seen = new Set<string>();
  return lines.map((line) => {
    if (line.productCode === null || line.reason !== null) return line;
    const code = line.productCode.toUpperCase();
    if (seen.has(code)) return { ...line, reason: 'repeated' };
    seen.add(code);
    return line;
  });
}

/** Spreadsheets mark text with an apostrophe, or with ="…". */
function cleanCell(cell: string): string {
  return cell
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
}
