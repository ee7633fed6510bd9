import { readFile, stat } from 'node:fs/promises';
import Papa from 'papaparse';
import { z } from 'zod';
import { type ListColumns, largestList, mostListLines } from '../../shared/contract/catalogue.ts';
import { ProductCode } from '../../shared/contract/procedure.ts';
import { GroupName, readTypedAmount } from '../../shared/domain/catalogue.ts';
import { NotATable, readTextHead } from '../files/index.ts';
import type { ListLine } from './catalogue-repository.ts';

const columnPatterns = {
  productCode: /^(kode|code|sku|product[ _-]?code|kode[ _-]?produk|produk|product)$/i,
  cost: /.*(modal|cost|beli|hpp|buy).*/i,
  sellingPrice: /.*(jual|sell|harga|price).*/i,
  group: /.*(grup|group|kelompok).*/i,
} as const;

interface ListPreview {
  columns: string[];
  sample: string[][];
  /** null: no column looks like product codes */
  mapped: ListColumns | null;
}

/** The columns and first lines of a list. Throws NotATable, ListTooLong, and the file system's errors. */
export async function previewList(path: string): Promise<ListPreview> {
  if ((await stat(path)).size > largestList) throw new ListTooLong();
  try {
    const { columns, sample } = readTextHead(path);
    return { columns, sample, mapped: guessColumns(columns) };
  } catch (error) {
    // A list of codes alone is a table of one column, which is no statement.
    if (!(error instanceof NotATable) || (await isBinary(path))) throw error;
    return { columns: [], sample: [], mapped: null };
  }
}

/** Every line of a list. @param columns null: it has no column heads. Throws as `previewList` does. */
export async function readListFile(path: string, columns: ListColumns | null): Promise<ListLine[]> {
  const look = await previewList(path);
  const bytes = await readFile(path);
  if (look.columns.length === 0) return readPasted(new TextDecoder().decode(bytes));
  const { separator, encoding } = readTextHead(path);
  const text = new TextDecoder(encoding).decode(bytes);
  if (columns === null) return readPasted(text);
  const named = [columns.productCode, columns.cost, columns.sellingPrice, columns.group];
  if (named.some((name) => name !== null && !look.columns.includes(name))) throw new NotATable('column_missing');
  return readTable(text, separator, look.columns, columns);
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

async function isBinary(path: string): Promise<boolean> {
  return (await readFile(path)).subarray(0, 4096).includes(0);
}

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
  const rows = sign === null ? splitLoosely(text) : parse(text, sign);
  const [first] = rows;
  const lines = first && head.test(cleanCell(first[0] ?? '')) ? rows.slice(1) : rows;
  return rejectRepeated(lines.map((cells) => parseLine(cells)));
}

/** Reads a table with column heads. @param columns the meaning of the columns. Throws ListTooLong. */
export function readTable(text: string, separator: string, heads: readonly string[], columns: ListColumns): ListLine[] {
  const cell = (row: readonly string[], name: string | null): string =>
    name === null ? '' : (row[heads.indexOf(name)] ?? '');
  return rejectRepeated(
    parse(text, separator)
      .slice(1)
      .map((row) =>
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

function parse(text: string, delimiter: string): string[][] {
  // One line of heads may come first, and one more shows that there are too many.
  const parsed = Papa.parse(text, { delimiter, skipEmptyLines: 'greedy', preview: mostListLines + 2 });
  return checkLength(Rows.parse(parsed.data));
}

/** Commas separate cells or are part of amounts, spaces may be part of groups; decided line by line. */
function splitLoosely(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return checkLength(lines).map((line) => {
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

function checkLength<T>(lines: T[]): T[] {
  if (lines.length > mostListLines + 1) throw new ListTooLong();
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
