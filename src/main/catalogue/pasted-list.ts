import { maxListLines } from '../../shared/contract/product-lists.ts';
import { type ListMapping, maxHeadingRow, type PriceUnit } from '../../shared/domain/column-mapping.ts';
import { cellValue, columnNames, listHeadings, NotATable, parseRows, rankOf, shownDecimals } from '../files/index.ts';
import type { ListLine } from './catalogue-repository.ts';
import { isHeadingRow, pricesOf, proposeColumns } from './list-columns.ts';
import { isHeading, noLine, rejectRepeated, tableLines, toListLine } from './list-lines.ts';
import { isPrice, looksLikeThousands, pastedPrice } from './list-prices.ts';

/** The list has more lines than are accepted. */
export class ListTooLong extends Error {}

/** Whether the prices of a pasted list may be in thousands, so that a person has to say so. Throws NotATable. */
export function asksUnit(text: string): boolean {
  const rows = pastedRows(text);
  const table = tableOf(rows);
  const prices = table
    ? pricesOf(rows.slice(table.headingRow), columnNames(rows[table.headingRow - 1] ?? []), table.columns)
    : rows.flatMap((cells) => cells.slice(1, 3).map(cellValue));
  return prices.some(looksLikeThousands);
}

const head = /^(kode|code|sku|produk|product|item)([ _-]?(kode|code|produk|product))?$/i;

/**
 * Reads a pasted list: by its headings where it has some, otherwise a code on each line, optionally followed by its cost, its price and
 * a group. Cells are separated by tabs, semicolons, commas or spaces. A single amount is the price. Throws ListTooLong and NotATable.
 */
export function readPasted(text: string, unit: PriceUnit = 'rupiah'): ListLine[] {
  const rows = pastedRows(text);
  const table = tableOf(rows);
  if (table) return rejectRepeated(checkLength(tableLines(rows, { ...table, unit })));
  const isHead = head.test(cellValue(rows[0]?.[0]));
  const below = rows.slice(isHead ? 1 : 0);
  const hasPrices = below.some((cells) => cells.length > 1);
  // It is unclear which of these amounts is the price.
  if (isHead && hasPrices && (rows[0]?.length ?? 0) > 1) throw new NotATable('unclear_headings');
  const goods = below.filter((cells) => !(hasPrices && isHeading(cells.join(' '))));
  const decimals = shownDecimals(goods.flatMap((cells) => cells.slice(1, 3).map(cellValue)));
  const readPrice = (cell: string): number | null => pastedPrice(cell, unit, decimals);
  return rejectRepeated(checkLength(goods).map((cells) => parseLine(cells, readPrice)));
}

/** Throws ListTooLong. */
export function checkLength<T>(lines: readonly T[]): readonly T[] {
  if (lines.length > maxListLines) throw new ListTooLong();
  return lines;
}

/** The headings of a pasted list and what they name; null: it has none. */
function tableOf(rows: readonly string[][]): (Omit<ListMapping, 'headingRow'> & { headingRow: number }) | null {
  const at = rows.slice(0, maxHeadingRow).findIndex(isHeadingRow);
  if (at < 0) return null;
  const headingRow = at + 1;
  const proposed = proposeColumns({ columns: columnNames(rows[at] ?? []), headingRow, sample: rows.slice(headingRow) });
  return { ...proposed, sheet: null, separator: ',', headingRow, unit: null };
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
    return cells.length > 1 && !/\S\s+\S/.test(cells[0] ?? '') ? withoutCuts(withoutCents(cells)) : splitBySpaces(line);
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

/** "12,500" may be one amount or two: it is put so that it is none. */
function withoutCuts([code = '', ...cells]: readonly string[]): string[] {
  const isCut = cells.some(
    (cell, at) => /^(?:rp\.?\s*)?\d{1,3}$/i.test(cell.trim()) && /^\d{3}$/.test((cells[at + 1] ?? '').trim()),
  );
  return isCut ? [code, `${cells.join(',')}?`] : [code, ...cells];
}

function splitBySpaces(line: string): string[] {
  const words = line
    .trim()
    .replace(/\b(rp|idr)\.?\s+(?=\d)/gi, '$1')
    .split(/\s+/);
  const names = splitHeadings(words);
  if (names) return names;
  const amounts = words.slice(1).findIndex((word) => !isPrice(word));
  if (amounts < 0) return words;
  return [...words.slice(0, amounts + 1), words.slice(amounts + 1).join(' ')];
}

const priceNames = [...(listHeadings.sellingPrice ?? []), ...(listHeadings.cost ?? []), /^nominal$/];
const isPriceName = (name: string): boolean => rankOf(name, priceNames) >= 0;

/** "Kode Harga Jual Modal": names of a code and of prices; null: other words are among them. */
function splitHeadings([first = '', ...words]: readonly string[]): string[] | null {
  if (rankOf(first, listHeadings.productCode ?? []) !== 0) return null;
  const names = words.join(' ').match(/(?:(?:harga|selling|sell|buying|buy) )?\S+/gi) ?? [];
  return names.length > 0 && names.every(isPriceName) ? [first, ...names] : null;
}

/** "S10=10.275", "S10 10275": another product and its price behind the first. */
const secondProduct = /[=:]\s*(?:rp\.?\s*)?\d|(?:^|\s)(?:rp\.?\s*)?\d{1,3}[.,]\d{3}\b|\s\d{4,}$/i;

/** Up to two amounts first; the group follows. */
function parseLine(row: readonly string[], readPrice: (cell: string) => number | null): ListLine {
  const cells = row.map((cell) => cellValue(cell));
  const text = row.join(' ');
  const [code = '', ...rest] = cells;
  let amounts = 0;
  while (amounts < Math.min(2, rest.length) && (rest[amounts] === '' || isPrice(rest[amounts] ?? ''))) amounts += 1;
  const [group = '', ...more] = rest.slice(amounts);
  const prices = amounts === 2 ? [rest[0] ?? '', rest[1] ?? ''] : ['', amounts === 1 ? (rest[0] ?? '') : ''];
  const line = toListLine(text, code, prices, group, readPrice);
  if (secondProduct.test(group)) return { ...noLine(text), reason: 'bad_amount' };
  return more.some((cell) => cell !== '') && line.reason === null ? { ...line, reason: 'too_much' } : line;
}
