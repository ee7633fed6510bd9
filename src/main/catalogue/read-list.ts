import Papa from 'papaparse';
import { z } from 'zod';
import { type ListColumns, mostListLines } from '../../shared/contract/catalogue.ts';
import { ProductCode } from '../../shared/contract/inputs.ts';
import { GroupName, readTypedAmount } from '../../shared/domain/catalogue.ts';
import type { ListLine } from './catalogue-types.ts';

const Rows = z.array(z.array(z.string()));
const head = /^(kode|code|sku|produk|product|item)([ _-]?(kode|code|produk|product))?$/i;
/** "1e9", "12rb", and what a spreadsheet would run */
const meantAsAmount = /^[=+\-@]|^[\d.,]+\s*(e\d+|rb|ribu|k|jt|juta)$/i;
/** What a person needs to find a line again. */
const shownLength = 80;

/** More lines than are taken. */
export class ListTooLong extends Error {}

/**
 * Reads a pasted list: a code on each line, behind it perhaps what it costs, its price and a group, separated by tabs,
 * semicolons, commas or spaces. One amount alone is the price. Throws ListTooLong.
 */
export function readPasted(text: string): ListLine[] {
  const sign = ['\t', ';'].find((one) => text.includes(one)) ?? null;
  const rows = sign === null ? splitLoosely(text) : parse(text, sign);
  const [first] = rows;
  const lines = first && head.test(bare(first[0] ?? '')) ? rows.slice(1) : rows;
  return onceEach(lines.map((cells) => lineOf(cells)));
}

/** Reads a table with heads. @param columns which of them say what. Throws ListTooLong. */
export function readTable(text: string, separator: string, heads: readonly string[], columns: ListColumns): ListLine[] {
  const cell = (row: readonly string[], name: string | null): string =>
    name === null ? '' : (row[heads.indexOf(name)] ?? '');
  return onceEach(
    parse(text, separator)
      .slice(1)
      .map((row) =>
        described(
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
  // One line of heads may stand before those that count, and one more shows that there are too many.
  const parsed = Papa.parse(text, { delimiter, skipEmptyLines: 'greedy', preview: mostListLines + 2 });
  return notTooMany(Rows.parse(parsed.data));
}

/** Commas stand between cells or within amounts, spaces within groups: each line shows which. */
function splitLoosely(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return notTooMany(lines).map((line) => {
    const [cells = []] = Rows.parse(Papa.parse(line, { delimiter: ',' }).data);
    return cells.length > 1 && !/\S\s+\S/.test(cells[0] ?? '') ? withoutCents(cells) : splitBySpaces(line);
  });
}

/** "Rp12.500,00" between commas has come apart. */
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

function notTooMany<T>(lines: T[]): T[] {
  if (lines.length > mostListLines + 1) throw new ListTooLong();
  return lines;
}

/** Amounts first, as many as there are; what follows is the group. */
function lineOf(given: readonly string[]): ListLine {
  const cells = given.map(bare);
  const text = given.join(' ');
  const [code = '', ...rest] = cells;
  let amounts = 0;
  while (amounts < Math.min(2, rest.length) && isAmountOrEmpty(rest[amounts] ?? '')) amounts += 1;
  const [group = '', ...more] = rest.slice(amounts);
  const [cost, price] = amounts === 2 ? [rest[0], rest[1]] : ['', amounts === 1 ? rest[0] : ''];
  const line = described(text, code, cost ?? '', price ?? '', group);
  return more.some((cell) => cell !== '') && line.reason === null ? { ...line, reason: 'too_much' } : line;
}

const isAmountOrEmpty = (cell: string): boolean => cell === '' || readTypedAmount(cell) !== null;

function described(text: string, code: string, cost: string, price: string, group: string): ListLine {
  const shown = text.trim().replace(/\s+/g, ' ').slice(0, shownLength);
  const productCode = ProductCode.safeParse(bare(code));
  const amounts = [bare(cost), bare(price)];
  const name = bare(group);
  const none = { text: shown, productCode: null, cost: null, sellingPrice: null, group: null };
  if (!productCode.success) return { ...none, reason: 'bad_code' };
  // What stands for a group has letters and is no formula: else it was meant as an amount.
  if (!amounts.every(isAmountOrEmpty) || (name !== '' && (!/\p{L}/u.test(name) || meantAsAmount.test(name)))) {
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
function onceEach(lines: readonly ListLine[]): ListLine[] {
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
function bare(cell: string): string {
  return cell
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
}
