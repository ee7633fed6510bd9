import type { ListColumns, ListMapping } from '../../shared/domain/column-mapping.ts';
import {
  cellValue,
  listHeadings,
  listQuestion,
  proposeDecimal,
  rankedFields,
  rankOf,
  valuesOf,
} from '../files/index.ts';
import { isPrice } from './list-prices.ts';

interface Table {
  columns: readonly string[];
  headingRow: number | null;
  /** rows below the headings */
  sample: readonly string[][];
  /** of a workbook: its hidden columns */
  hidden?: readonly string[];
}

/** What the columns of a list seem to be, and how its prices are written. */
export function proposeColumns({
  columns,
  headingRow,
  sample,
  hidden = [],
}: Table): Pick<ListMapping, 'columns' | 'decimal'> {
  const isSeen = (column: number): boolean => !hidden.includes(columns[column] ?? '');
  const positions =
    headingRow === null ? columnsByValues([...columns.keys()].filter(isSeen), sample) : columnsByNames(columns, isSeen);
  const below = sample[0] ?? [];
  for (const field of ['cost', 'sellingPrice'] as const)
    if (namesLevels(below) && cellValue(below[positions.get(field) ?? -1]) !== '') positions.delete(field);
  const name = (field: keyof ListColumns): string | null => columns[positions.get(field) ?? -1] ?? null;
  const mapped = {
    productCode: name('productCode') ?? columns[0] ?? '',
    cost: name('cost'),
    sellingPrice: name('sellingPrice'),
    group: name('group'),
  };
  return { columns: mapped, decimal: proposeDecimal(pricesOf(sample, columns, mapped)) };
}

/** The cells of the price columns, without empty ones. */
export const pricesOf = (rows: readonly string[][], columns: readonly string[], mapped: ListColumns): string[] =>
  [mapped.cost, mapped.sellingPrice].flatMap((name) => (name === null ? [] : valuesOf(rows, columns.indexOf(name))));

/** Beside what the shop pays, a "Harga" is what it takes. */
function columnsByNames(columns: readonly string[], isSeen: (column: number) => boolean): Map<string, number> {
  const positions = rankedFields(columns, listHeadings, (_, column) => isSeen(column));
  const price = columns.findIndex(
    (name, column) => isSeen(column) && column !== positions.get('cost') && /^(?:harga|price)$/i.test(name.trim()),
  );
  if (price >= 0 && positions.has('cost') && !positions.has('sellingPrice')) positions.set('sellingPrice', price);
  return positions;
}

const hasPrices = (rows: readonly string[][], column: number): boolean => {
  const values = valuesOf(rows, column);
  return values.length > 0 && values.every(isPrice);
};

const isLikeCode = (cell: string): boolean => /^(?=.*\d)(?=.*[a-z])[\w.-]+$/i.test(cell);

/** Of a list without headings: a column of codes behind the first one, with prices behind it, begins another block. */
export function codesBeside(first: number, rows: readonly string[][]): { code: number; price: number }[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => column > first);
  return columns.flatMap((code) => {
    const values = valuesOf(rows, code);
    const price = columns.find((column) => column > code && hasPrices(rows, column));
    return price !== undefined &&
      columns.some((column) => column < code && hasPrices(rows, column)) &&
      values.length > 0 &&
      values.every(isLikeCode)
      ? [{ code, price }]
      : [];
  });
}

/** A code, its cost, its price and a group, as in a pasted list; a single price is what the shop pays. */
function columnsByValues([code = 0, ...all]: readonly number[], rows: readonly string[][]): Map<string, number> {
  const [beside] = codesBeside(code, rows);
  const others = all.filter((column) => beside === undefined || column < beside.code);
  const isPrices = (column: number): boolean => hasPrices(rows, column);
  const [cost, price] = others.filter(isPrices);
  const group = others.find((column) => !isPrices(column) && valuesOf(rows, column).length > 0);
  const positions = new Map([['productCode', code]]);
  if (cost !== undefined) positions.set('cost', cost);
  if (price !== undefined) positions.set('sellingPrice', price);
  if (group !== undefined && positions.size > 1) positions.set('group', group);
  return positions;
}

/** Columns of one code and its prices, by their numbers. */
export interface Block {
  code: number;
  cost: number | null;
  sellingPrice: number | null;
  group: number | null;
  /** prices under headings that the mapping does not name: their meaning is not confirmed */
  unknown: number[];
}

const operators = /\b(?:telkomsel|tsel|simpati|indosat|isat|im3|xl|axis|tri|three|smartfren|by\.?u)\b/g;

/** As headings side by side are compared: "KODE", "Kode (2)" and "Kode XL" are one name. */
export function plainHead(name: string): string {
  const plain = name
    .replace(/ \(\d+\)$/, '')
    .trim()
    .toLowerCase();
  const bare = plain.replace(operators, '').replace(/\s+/g, ' ').trim();
  return bare === '' ? plain : bare;
}

const isCode = (name: string): boolean => {
  const rank = rankOf(name, listHeadings.productCode ?? []);
  return rank === 0 || rank === 1;
};
const isPriceName = (name: string): boolean =>
  /harga|price|^nominal\b/i.test(name) ||
  [listHeadings.cost, listHeadings.sellingPrice].some((names) => rankOf(name, names ?? []) >= 0);

/** Whether a row below headings holds the names of several prices and nothing else, as "Member, H2H" below "Harga". */
export function namesLevels(row: readonly string[]): boolean {
  const names = row.map(cellValue).filter((cell) => cell !== '');
  return names.length > 1 && names.every(isPriceName);
}

/**
 * The blocks of a table below these headings: "Kode, Harga, Kode, Harga" are two. A heading belongs to the block in which it stands.
 * @returns none: no column is the code
 */
export function blocksOf(columns: readonly string[], mapped: ListColumns): Block[] {
  const mappedAt = (name: string | null): number => {
    const exact = name === null ? -1 : columns.indexOf(name);
    return exact >= 0 || name === null ? exact : columns.findIndex((each) => plainHead(each) === plainHead(name));
  };
  const named = mappedAt(mapped.productCode);
  const first = named >= 0 ? named : (rankedFields(columns, listHeadings).get('productCode') ?? -1);
  if (first < 0) return [];
  const alike = (at: number): number[] =>
    at < 0
      ? []
      : [...columns.keys()].filter(
          (each) => each >= at && plainHead(columns[each] ?? '') === plainHead(columns[at] ?? ''),
        );
  const fields = ([mapped.cost, mapped.sellingPrice, mapped.group] as const).map((name) => mappedAt(name));
  const [costs = [], prices = [], groups = []] = fields.map(alike);
  const used = new Set([...costs, ...prices, ...groups, ...alike(first)]);
  const others = [...columns.keys()].filter((each) => !used.has(each));
  const priced = [...columns.keys()].filter(
    (each) => costs.includes(each) || prices.includes(each) || isPriceName(columns[each] ?? ''),
  );
  // A code under another name begins a block where the price behind it is not the mapped one.
  const isOther = (each: number): boolean => {
    const price = priced.find((column) => column > each);
    return each > first && isCode(columns[each] ?? '') && price !== undefined && !fields.includes(price);
  };
  const codes = [...alike(first), ...others.filter(isOther)].toSorted((one, other) => one - other);
  const owner = (column: number, field: number | undefined): number =>
    ownerOf(column, columns, codes, (field ?? first) < first);
  return codes.map((code): Block => {
    const own = (each: readonly number[]): number | null =>
      each.find((column) => owner(column, each[0]) === code) ?? null;
    const [cost, sellingPrice] = [own(costs), own(prices)];
    const hasPrice = (mapped.cost ?? mapped.sellingPrice) === null || cost !== null || sellingPrice !== null;
    const unknown = hasPrice
      ? []
      : others.filter((each) => isPriceName(columns[each] ?? '') && owner(each, each) === code);
    return { code, cost, sellingPrice, group: own(groups), unknown };
  });
}

/** Which code a column belongs to: that between the same empty headings, or the nearest one on the side where codes stand. */
function ownerOf(column: number, columns: readonly string[], codes: readonly number[], isBefore: boolean): number {
  const partOf = (at: number): number => columns.slice(0, at).filter((name, each) => name === `${each + 1}`).length;
  const within = codes.filter((code) => partOf(code) === partOf(column));
  const isParted = new Set(codes.map(partOf)).size === codes.length;
  const [only] = isParted ? within : [];
  const nearest = isBefore ? codes.find((code) => code >= column) : codes.findLast((code) => code <= column);
  return only ?? nearest ?? codes[0] ?? column;
}

/** Whether a row names columns, as at the top of another part of a list. */
export function isHeadingRow(row: readonly string[]): boolean {
  const cells = row.map(cellValue);
  if (cells.some(listQuestion.isValue)) return false;
  const names = rankedFields(cells, listHeadings);
  const code = cells[names.get('productCode') ?? -1];
  return code !== undefined && names.size >= 2 && rankOf(code, listHeadings.productCode ?? []) === 0;
}
