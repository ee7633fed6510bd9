import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { type ListPreview, type ListProposal, maxListBytes, maxListLines } from '../../shared/contract/catalogue.ts';
import { ProductCode } from '../../shared/contract/procedure.ts';
import { CatalogueAmount, GroupName, readTypedAmount } from '../../shared/domain/catalogue.ts';
import {
  type ListColumns,
  type ListMapping,
  maxHeadingRow,
  type PriceUnit,
  shownLines,
} from '../../shared/domain/column-mapping.ts';
import {
  cellValue,
  columnNames,
  type FoundTable,
  isAmbiguous,
  isRemembered,
  lettersTo,
  listHeadings,
  NotATable,
  openTableFile,
  parseRows,
  proposeDecimal,
  type RememberedMapping,
  rankedFields,
  readAmount,
  sampleRows,
  shownDecimals,
  valuesOf,
} from '../files/index.ts';
import type { ListLine } from './catalogue-repository.ts';

type Place = Pick<ListMapping, 'sheet' | 'separator' | 'headingRow'>;

/** Tables are read in a thread of their own. Both throw NotATable. */
export interface ListTables {
  find(path: string, given: Place | null, known: string[][]): Promise<FoundTable>;
  rows(path: string, place: Place, maxRows: number): Promise<string[][]>;
}

/** The list has more lines than are accepted. */
export class ListTooLong extends Error {}

/** Proposes how a list is read, or applies what a person says. Throws NotATable, ListTooLong, and the file system's errors. */
export async function proposeList(
  path: string,
  given: ListMapping | null,
  remembered: readonly RememberedMapping<ListMapping>[],
  tables: ListTables,
): Promise<z.infer<typeof ListProposal>> {
  await checkSize(path);
  const headings = remembered.map((each) => each.columns);
  const top = await tables.find(path, given, headings);
  const { sheets, columns } = top;
  // Cells of one column, or without headings, may be cut at the commas of amounts.
  if (given === null && top.sheet === null && (top.headingRow === null || columns.length < 2)) {
    const text = await readText(path);
    const lines = readPasted(text).slice(0, shownLines);
    return { from: 'proposed', sheets, columns: [], top: top.top, mapping: null, asksUnit: asksUnit(text), lines };
  }
  const known = given === null ? remembered.find((each) => isRemembered(each, columns)) : undefined;
  const base = known?.mapping ?? given;
  const isSame = base !== null && Object.values(base.columns).every((name) => name === null || columns.includes(name));
  const place = { sheet: top.sheet, separator: top.separator, headingRow: top.headingRow };
  const mapping = base !== null && isSame ? { ...base, ...place } : { ...proposeColumns(top), ...place, unit: null };
  // A price in thousands may come late.
  const isWhole = top.sample.length < sampleRows;
  const rows = isWhole ? top.sample : await tables.rows(path, mapping, maxListLines + maxHeadingRow + 2);
  const prices = [mapping.columns.cost, mapping.columns.sellingPrice].flatMap((name) =>
    name === null
      ? []
      : valuesOf(isWhole ? rows : rows.slice(top.headingRow ?? top.above.length), columns.indexOf(name)),
  );
  const asks = prices.some(looksLikeThousands);
  const settled = { ...mapping, unit: mapping.unit ?? (asks ? null : ('rupiah' as const)) };
  const lines = rowLines(top.sample, columns, settled).slice(0, shownLines);
  const from = given ? 'given' : known ? 'remembered' : 'proposed';
  return { from, sheets, columns, top: top.top, mapping: settled, asksUnit: asks, lines };
}

function proposeColumns({ columns, headingRow, sample }: FoundTable): Pick<ListMapping, 'columns' | 'decimal'> {
  const found = headingRow === null ? columnsByValues(columns, sample) : rankedFields(columns, listHeadings);
  const name = (field: keyof ListColumns): string | null => columns[found.get(field) ?? -1] ?? null;
  const mapped = {
    productCode: name('productCode') ?? columns[0] ?? '',
    cost: name('cost'),
    sellingPrice: name('sellingPrice'),
    group: name('group'),
  };
  const prices = [mapped.cost, mapped.sellingPrice].flatMap((each) =>
    each === null ? [] : valuesOf(sample, columns.indexOf(each)),
  );
  return { columns: mapped, decimal: proposeDecimal(prices) };
}

/** A code, its cost, its price and a group, as in a pasted list; a single price is what the shop pays. */
function columnsByValues(columns: readonly string[], rows: readonly string[][]): Map<string, number> {
  const isPrices = (column: number): boolean => {
    const values = valuesOf(rows, column);
    return values.length > 0 && values.every(isPrice);
  };
  const prices = [...columns.keys()].slice(1).filter(isPrices).slice(0, 2);
  const group = [...columns.keys()].slice(1).find((column) => !isPrices(column) && valuesOf(rows, column).length > 0);
  const [cost, price] = prices;
  const found = new Map([['productCode', 0]]);
  if (cost !== undefined) found.set('cost', cost);
  if (price !== undefined) found.set('sellingPrice', price);
  if (group !== undefined && found.size > 1) found.set('group', group);
  return found;
}

/**
 * Every line of a list; headings and totals among them are none.
 * @param mapping null: the file is no table, and is read as a pasted list. Throws as `proposeList` does.
 */
export async function readListFile(
  path: string,
  mapping: ListMapping | null,
  unit: PriceUnit,
  tables: ListTables,
): Promise<ListLine[]> {
  await checkSize(path);
  if (mapping === null) return readPasted(await readText(path), unit);
  const rows = await tables.rows(path, mapping, maxListLines + maxHeadingRow + 2);
  const { headingRow } = mapping;
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = headingRow === null ? lettersTo(width) : columnNames(rows[headingRow - 1] ?? []);
  const mapped = Object.values(mapping.columns);
  if (mapped.some((name) => name !== null && !columns.includes(name))) throw new NotATable('column_missing');
  const below = checkLength(rows.slice(headingRow ?? 0));
  const lines = rowLines(below, columns, { ...mapping, unit: mapping.unit ?? unit });
  return rejectRepeated(
    checkLength(lines).flatMap(({ reason, ...line }) => (reason === 'heading' ? [] : [{ ...line, reason }])),
  );
}

async function checkSize(path: string): Promise<void> {
  if ((await stat(path)).size > maxListBytes) throw new ListTooLong();
}

async function readText(path: string): Promise<string> {
  const file = await openTableFile(path);
  if (file.kind === 'workbook') throw new NotATable('no_table');
  return new TextDecoder(file.encoding).decode(await readFile(path));
}

/** The lines of rows below their headings; a table may have blocks of the same headings side by side. */
function rowLines(rows: readonly string[][], columns: readonly string[], mapping: ListMapping): ListPreview[] {
  const blocks = blocksOf(columns, mapping.columns);
  const hasPrices = mapping.columns.cost !== null || mapping.columns.sellingPrice !== null;
  const priced = blocks.flatMap(({ cost, sellingPrice }) => [cost, sellingPrice].flatMap((name) => name ?? []));
  const shown = shownDecimals(priced.flatMap((name) => valuesOf(rows, columns.indexOf(name))));
  return rows.flatMap((row) =>
    blocks.flatMap((block): ListPreview[] => {
      const at = (name: string | null): string => (name === null ? '' : cellValue(row[columns.indexOf(name)]));
      const [code, cost, price, group] = [
        at(block.productCode),
        at(block.cost),
        at(block.sellingPrice),
        at(block.group),
      ];
      if (code === '' && cost === '' && price === '') return [];
      const text = blocks.length === 1 ? row.join(' ') : [code, cost, price, group].join(' ');
      // A code alone may be a product; a sentence, the name of an operator, a total and a repeated heading are none.
      const isAlone =
        hasPrices && cost === '' && price === '' && row.filter((cell) => cell.trim() !== '').length <= blocks.length;
      const isTitle = isAlone && (headingWords.test(code) || /\S\s+\S/.test(code));
      if (isTitle || totalWords.test(code) || plainHead(code) === plainHead(mapping.columns.productCode)) {
        return [{ ...noLine(text), reason: 'heading' as const }];
      }
      return [toListLine(text, code, [cost, price], group, (cell) => tablePrice(cell, mapping, shown))];
    }),
  );
}

/** As headings side by side are compared: "KODE" and "Kode (2)" are one name. */
const plainHead = (name: string): string =>
  name
    .replace(/ \(\d+\)$/, '')
    .trim()
    .toLowerCase();

/** "Kode, Harga, Kode, Harga": each block has the same names behind those of the block before. */
function blocksOf(columns: readonly string[], mapped: ListColumns): ListColumns[] {
  const same = (name: string | null): string[] =>
    name === null ? [] : columns.slice(columns.indexOf(name)).filter((each) => plainHead(each) === plainHead(name));
  const [costs, prices, groups] = [mapped.cost, mapped.sellingPrice, mapped.group].map(same);
  return same(mapped.productCode).map((productCode, at) => ({
    productCode,
    cost: costs?.[at] ?? null,
    sellingPrice: prices?.[at] ?? null,
    group: groups?.[at] ?? null,
  }));
}

function tablePrice(
  cell: string,
  { decimal, unit }: Pick<ListMapping, 'decimal' | 'unit'>,
  shown: ReturnType<typeof shownDecimals>,
): number | null {
  if (unit === 'thousands') return priceInThousands(cell);
  const read = readAmount(cell, decimal);
  return isAmbiguous(cell, shown) || read === null || read.negative || read.mark !== null
    ? null
    : (CatalogueAmount.safeParse(read.amount).data ?? null);
}

/** "10,65" and "11": 10,650 and 11,000 rupiah. What has its thousands already is rupiah. */
function priceInThousands(cell: string): number | null {
  const bare = cell.trim().replace(/^(?:rp|idr)\.?\s*/i, '');
  // Without a sign four digits may be either unit; and no price is told to a part of a rupiah.
  if (/^\d{4}$/.test(bare) || /[.,]\d{3}\d*[1-9]/.test(bare)) return null;
  if (!/^\d{1,3}(?:[.,]\d+)?$/.test(bare)) return readTypedAmount(cell);
  const amount = Number(bare.replace(',', '.')) * 1000;
  return CatalogueAmount.safeParse(Math.round(amount)).data ?? null;
}

const bareSmall = /^(?:rp\.?|idr)?\s*(\d{1,5})(?:[.,](\d+))?$/i;

/** Whether a price is below 1,000 rupiah, or has a fraction of one: no product costs that. */
function looksLikeThousands(cell: string): boolean {
  const [, whole = '', decimals = ''] = bareSmall.exec(cell.trim()) ?? [];
  if (whole === '') return false;
  // "10275.125" has decimals, "525.375" may have its thousands.
  if (whole.length > 3) return decimals.length === 3 && decimals !== '000';
  return decimals.length !== 3 && (Number(whole) > 0 || /[1-9]/.test(decimals));
}

/** Whether the prices of a pasted list may be in thousands, so that a person has to say so. */
export function asksUnit(text: string): boolean {
  return pastedRows(text).some((cells) => cells.slice(1, 3).some((cell) => looksLikeThousands(cellValue(cell))));
}

/** Names of operators and kinds of products, which stand above their products in lists. */
const headingWords =
  /^[*_~#=\s-]*(?:(?:harga|daftar|produk|pulsa|paket|data|token|pln|voucher|game|e-?money|e-?wallet|transfer|telkomsel|simpati|as|indosat|im3|isat|xl|axis|tri|three|smartfren|smart|by\.?u|dana|ovo|gopay|shopeepay|linkaja|internet|reguler|all|operator)[\s&/+:*_~-]*)+$/i;
const totalWords = /^(?:grand |sub ?)?total\b|^jumlah\b/i;
const isHeading = (line: string): boolean => headingWords.test(line) || totalWords.test(line);

const head = /^(kode|code|sku|produk|product|item)([ _-]?(kode|code|produk|product))?$/i;
/** "1e9", "12rb", and formulas of a spreadsheet */
const looksLikeAmount = /^[=+\-@]|^[\d.,]+\s*(e\d+|rb|ribu|k|jt|juta)$/i;
/** Enough for a person to find the line in the list. */
const maxShownLength = 80;

/**
 * Reads a pasted list: a code on each line, optionally followed by its cost, its price and a group, separated by
 * tabs, semicolons, commas or spaces. A single amount is the price. Throws ListTooLong.
 */
export function readPasted(text: string, unit: PriceUnit = 'rupiah'): ListLine[] {
  const rows = pastedRows(text);
  const isHead = head.test(cellValue(rows[0]?.[0]));
  const below = rows.slice(isHead ? 1 : 0);
  const hasPrices = below.some((cells) => cells.length > 1);
  const goods = below.filter((cells) => !(hasPrices && isHeading(cells.join(' '))));
  const shown = shownDecimals(goods.flatMap((cells) => cells.slice(1, 3).map(cellValue)));
  const inRupiah = (cell: string): number | null => (isAmbiguous(cell, shown) ? null : readTypedAmount(cell));
  const readPrice = unit === 'rupiah' ? inRupiah : priceInThousands;
  return rejectRepeated(checkLength(goods).map((cells) => parseLine(cells, readPrice)));
}

function pastedRows(text: string): string[][] {
  const sign = ['\t', ';'].find((one) => text.includes(one)) ?? null;
  return sign === null ? splitLoosely(text) : parseRows(text, sign, maxListLines + 2);
}

/** Commas separate cells or are part of amounts, spaces may be part of groups; decided line by line. */
function splitLoosely(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.slice(0, maxListLines + 2).map((written) => {
    // "S5 = 5.900", "S5 : 5.900", "S5....5.900"
    const line = written.replace(/^(\s*[\w-]+)\s*(?:[=:]\s*|\.{2,}\s*)(?=(?:rp\.?\s*)?\d)/i, '$1 ');
    const cells = splitByCommas(line);
    return cells.length > 1 && !/\S\s+\S/.test(cells[0] ?? '') ? withoutCents(cells) : splitBySpaces(line);
  });
}

/** Without cells where a quote has no other: it is no quote of a table. */
function splitByCommas(line: string): string[] {
  try {
    return parseRows(line, ',')[0] ?? [];
  } catch (thrown) {
    if (thrown instanceof NotATable) return [];
    throw thrown;
  }
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
  const amounts = words.slice(1).findIndex((word) => !isPrice(word));
  if (amounts < 0) return words;
  return [...words.slice(0, amounts + 1), words.slice(amounts + 1).join(' ')];
}

const isPrice = (cell: string): boolean => readTypedAmount(cell) !== null || looksLikeThousands(cell);

function checkLength<T>(lines: readonly T[]): readonly T[] {
  if (lines.length > maxListLines) throw new ListTooLong();
  return lines;
}

/** "S10=10.275", "S10 10275": another product and its price behind the first. */
const secondProduct = /[=:]\s*(?:rp\.?\s*)?\d|(?:^|\s)(?:rp\.?\s*)?\d{1,3}[.,]\d{3}\b|\s\d{4,}$/i;

/** Up to two amounts first; the group follows. */
function parseLine(given: readonly string[], readPrice: (cell: string) => number | null): ListLine {
  const cells = given.map((cell) => cellValue(cell));
  const text = given.join(' ');
  const [code = '', ...rest] = cells;
  let amounts = 0;
  while (amounts < Math.min(2, rest.length) && (rest[amounts] === '' || isPrice(rest[amounts] ?? ''))) amounts += 1;
  const [group = '', ...more] = rest.slice(amounts);
  const prices = amounts === 2 ? [rest[0] ?? '', rest[1] ?? ''] : ['', amounts === 1 ? (rest[0] ?? '') : ''];
  const line = toListLine(text, code, prices, group, readPrice);
  if (secondProduct.test(group)) return { ...noLine(text), reason: 'bad_amount' };
  return more.some((cell) => cell !== '') && line.reason === null ? { ...line, reason: 'too_much' } : line;
}

const noLine = (text: string) => ({
  text: text.trim().replace(/\s+/g, ' ').slice(0, maxShownLength),
  productCode: null,
  cost: null,
  sellingPrice: null,
  group: null,
});

function toListLine(
  text: string,
  code: string,
  amounts: readonly string[],
  name: string,
  readPrice: (cell: string) => number | null,
): ListLine {
  const none = noLine(text);
  const productCode = ProductCode.safeParse(code);
  if (!productCode.success) return { ...none, reason: 'bad_code' };
  // A price of 0 is none.
  const prices = amounts.map((amount) => (amount === '' ? null : readPrice(amount) || 'bad'));
  const [cost = null, sellingPrice = null] = prices;
  // A group has letters and is no formula; anything else was meant as an amount.
  const badGroup = name !== '' && (!/\p{L}/u.test(name) || looksLikeAmount.test(name));
  if (cost === 'bad' || sellingPrice === 'bad' || badGroup) return { ...none, reason: 'bad_amount' };
  const groupName = GroupName.safeParse(name);
  if (name !== '' && !groupName.success) return { ...none, reason: 'too_much' };
  return { ...none, productCode: productCode.data, cost, sellingPrice, group: groupName.data ?? null, reason: null };
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
