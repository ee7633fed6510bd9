import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { type ListProposal, maxListBytes, maxListLines } from '../../shared/contract/product-lists.ts';
import { type ListMapping, maxHeadingRow, type PriceUnit, shownLines } from '../../shared/domain/column-mapping.ts';
import {
  columnNames,
  type FoundTable,
  isRemembered,
  lettersTo,
  NotATable,
  openTableFile,
  type RememberedList,
} from '../files/index.ts';
import type { ListLine } from './catalogue-repository.ts';
import { pricesOf, proposeColumns } from './list-columns.ts';
import { rejectRepeated, tableLines } from './list-lines.ts';
import { looksLikeThousands, tablePrice } from './list-prices.ts';
import { asksUnit, checkLength, ListTooLong, readPasted } from './pasted-list.ts';

/** Rows that are read of a file: of a longer one it is seen that it is too long. */
const maxRows = maxListLines + maxHeadingRow + 2;

type Place = Pick<ListMapping, 'sheet' | 'separator' | 'headingRow'>;

/** Reads tables in a thread of their own. Both throw NotATable. */
export interface ListTables {
  find(path: string, place: Place | null, headings: string[][]): Promise<FoundTable>;
  rows(path: string, place: Place, maxRows: number): Promise<string[][]>;
}

/**
 * Proposes how a list is read, or applies what a person says. `unit` of the mapping is what a person said, and null where nothing is to
 * be asked. Throws NotATable, ListTooLong, and the file system's errors.
 */
export async function proposeList(
  path: string,
  chosenMapping: ListMapping | null,
  remembered: readonly RememberedList[],
  tables: ListTables,
): Promise<z.infer<typeof ListProposal>> {
  await checkSize(path);
  const headings = remembered.map((each) => each.columns);
  const table = await tables.find(path, chosenMapping, headings);
  const { sheets, columns, hidden, top } = table;
  // No table for certain: its cells may have been cut at the commas of amounts. It is read as a pasted list.
  if (chosenMapping === null && table.sheet === null && (table.headingRow === null || columns.length < 2)) {
    const text = await readText(path);
    const lines = readPasted(text).slice(0, shownLines);
    return { from: 'proposed', sheets, hidden, columns: [], top, mapping: null, asksUnit: asksUnit(text), lines };
  }
  const match = chosenMapping === null ? remembered.find((each) => isRemembered(each, columns)) : undefined;
  const base = match?.mapping ?? chosenMapping;
  // Where the person chose another sheet or row, its columns are others.
  const isUsable =
    base !== null && Object.values(base.columns).every((name) => name === null || columns.includes(name));
  const place = { sheet: table.sheet, separator: table.separator, headingRow: table.headingRow };
  const mapping = isUsable
    ? { ...base, ...place }
    : { ...proposeColumns({ ...table, hidden: hidden.columns }), ...place, unit: null };
  const rows = await tables.rows(path, place, maxRows);
  const prices = pricesOf(rows.slice(place.headingRow ?? 0), columns, mapping.columns);
  const isUnitUnclear = prices.some(looksLikeThousands);
  const isUnitLikely =
    chosenMapping !== null ||
    (match !== undefined && isUsable && isUnitStillLikely(match.prices, mapping, rows, prices));
  const proposed = { ...mapping, unit: isUnitUnclear && isUnitLikely ? mapping.unit : null };
  const lines = tableLines(rows, proposed).slice(0, shownLines);
  const from = chosenMapping ? 'given' : isUsable ? 'remembered' : 'proposed';
  return { from, sheets, hidden, columns, top, mapping: proposed, asksUnit: isUnitUnclear, lines };
}

/** How far prices may move until the unit of a list is asked about again. */
const maxChange = 2;

/** Whether last month's answer about the unit may be proposed: only where the prices are of the magnitude that they had then. */
function isUnitStillLikely(
  former: RememberedList['prices'],
  mapping: ListMapping,
  rows: readonly string[][],
  cells: readonly string[],
): boolean {
  const now = rangeOf(tableLines(rows, mapping));
  if (former === null || now === null || mapping.unit === null) return false;
  const isNear = (one: number, other: number): boolean => Math.max(one, other) <= maxChange * Math.min(one, other);
  const small = cells.filter(looksLikeThousands);
  const fits =
    mapping.unit === 'thousands'
      ? small.length === cells.length
      : small.every((cell) => tablePrice(cell, mapping, new Set()) !== null);
  return fits && isNear(now.low, former.low) && isNear(now.high, former.high);
}

/** The cheapest and the dearest price of a list, in rupiah; null: it has none. */
function rangeOf(lines: readonly Pick<ListLine, 'cost' | 'sellingPrice'>[]): RememberedList['prices'] {
  const prices = lines
    .flatMap(({ cost, sellingPrice }) => [cost, sellingPrice])
    .filter((price) => price !== null)
    .toSorted((one, other) => one - other);
  const [low, high] = [prices[0], prices.at(-1)];
  return low === undefined || high === undefined ? null : { low, high };
}

/**
 * What is remembered of a list that a person has confirmed. An answer about the unit stays until another one comes.
 * @param unit what the person said; null: nothing was asked
 */
export function rememberList(
  { columns, mapping }: Pick<RememberedList, 'columns' | 'mapping'>,
  unit: PriceUnit | null,
  lines: readonly ListLine[],
  remembered: readonly RememberedList[],
): RememberedList {
  if (unit !== null) return { columns, mapping: { ...mapping, unit }, prices: rangeOf(lines) };
  const former = remembered.find((each) => isRemembered(each, columns));
  return { columns, mapping: { ...mapping, unit: former?.mapping.unit ?? null }, prices: former?.prices ?? null };
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
  const rows = await tables.rows(path, mapping, maxRows);
  const { headingRow } = mapping;
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = headingRow === null ? lettersTo(width) : columnNames(rows[headingRow - 1] ?? []);
  const mapped = Object.values(mapping.columns);
  if (mapped.some((name) => name !== null && !columns.includes(name))) throw new NotATable('column_missing');
  checkLength(rows.slice(headingRow ?? 0));
  return rejectRepeated(checkLength(tableLines(rows, { ...mapping, unit: mapping.unit ?? unit })));
}

async function checkSize(path: string): Promise<void> {
  if ((await stat(path)).size > maxListBytes) throw new ListTooLong();
}

async function readText(path: string): Promise<string> {
  const file = await openTableFile(path);
  if (file.kind === 'workbook') throw new NotATable('no_table');
  return new TextDecoder(file.encoding).decode(await readFile(path));
}
