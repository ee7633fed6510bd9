import { ProductCode } from '../../shared/contract/procedure.ts';
import type { ListPreview } from '../../shared/contract/product-lists.ts';
import { GroupName } from '../../shared/domain/catalogue.ts';
import type { ListColumns, ListMapping } from '../../shared/domain/column-mapping.ts';
import { cellValue, columnNames, lettersTo, shownDecimals, valuesOf } from '../files/index.ts';
import type { ListLine } from './catalogue-repository.ts';
import { type Block, blocksOf, codesBeside, isHeadingRow, namesLevels, plainHead } from './list-columns.ts';
import { isPrice, tablePrice } from './list-prices.ts';

type Written = Pick<ListMapping, 'columns' | 'decimal' | 'unit' | 'separator' | 'headingRow'>;

/** The rows below one row of headings. */
interface Section {
  columns: readonly string[];
  blocks: Block[];
}

/** A block without headings, whose prices have no confirmed meaning; none where the mapping has its columns. */
const otherBlock = ({ code, price }: { code: number; price: number }, { blocks }: Section): Block[] =>
  blocks.some((each) => [each.code, each.cost, each.sellingPrice, each.group].some((at) => at === code || at === price))
    ? []
    : [{ code, cost: null, sellingPrice: null, group: null, unknown: [price] }];

/**
 * The lines of a table, from its first row. Headings may come again with their columns in another order, and blocks stand side by side:
 * each is read by its own headings, or refused where they name prices that the mapping does not.
 */
export function tableLines(rows: readonly string[][], mapping: Written): ListPreview[] {
  const { headingRow } = mapping;
  const width = Math.max(0, ...rows.map((row) => row.length));
  const partOf = (columns: readonly string[]): Section => ({ columns, blocks: blocksOf(columns, mapping.columns) });
  const main = partOf(headingRow === null ? lettersTo(width) : columnNames(rows[headingRow - 1] ?? []));
  const code = headingRow === null ? main.blocks[0]?.code : undefined;
  if (code !== undefined) main.blocks.push(...codesBeside(code, rows).flatMap((beside) => otherBlock(beside, main)));
  const priced = main.blocks.flatMap(({ cost, sellingPrice }) => [cost, sellingPrice].flatMap((at) => at ?? []));
  const decimals = shownDecimals(priced.flatMap((at) => valuesOf(rows, at)));
  let section: Section | null = headingRow === null ? main : null;
  return rows.flatMap((row, at): ListPreview[] => {
    if (at + 1 === headingRow) {
      section = main;
      return [];
    }
    if (namesLevels(row)) return [{ ...noLine(row.join(' ')), reason: 'heading' }];
    if (isHeadingRow(row) || (section !== null && repeatsCode(row, section, mapping.columns))) {
      section = partOf(columnNames(row));
      return [{ ...noLine(row.join(' ')), reason: 'heading' }];
    }
    if (section !== null) return rowLines(row, section, mapping, (cell) => tablePrice(cell, mapping, decimals));
    // Goods above the headings, where the top of a file has titles.
    return main.blocks.some((block) => isGoods(row, block))
      ? [{ ...noLine(row.join(' ')), reason: 'other_heading' }]
      : [];
  });
}

const repeatsCode = (row: readonly string[], { blocks }: Section, mapped: ListColumns): boolean =>
  blocks.some(({ code }) => plainHead(cellValue(row[code])) === plainHead(mapped.productCode));

const isGoods = (row: readonly string[], { code }: Block): boolean =>
  /^(?=.*\d)(?=.*[a-z])[\w.-]+$/i.test(cellValue(row[code])) &&
  row
    .slice(code + 1)
    .map(cellValue)
    .some(isPrice);

function rowLines(
  row: readonly string[],
  { columns, blocks }: Section,
  mapping: Written,
  readPrice: (cell: string) => number | null,
): ListPreview[] {
  const text = row.join(' ');
  const filled = row.filter((cell) => cell.trim() !== '').length;
  const hasTotal = row.some((cell) => totalLabel.test(cellValue(cell)));
  // An amount that was cut at its comma puts each later cell under the heading of another.
  const isWide =
    mapping.separator !== null &&
    mapping.headingRow !== null &&
    row.slice(columns.length).some((cell) => cell.trim() !== '');
  if (isWide && !hasTotal) return [{ ...noLine(text), reason: 'too_much' }];
  return blocks.flatMap((block): ListPreview[] => {
    const at = (column: number | null): string => (column === null ? '' : cellValue(row[column]));
    const [code, cost, price, group] = [at(block.code), at(block.cost), at(block.sellingPrice), at(block.group)];
    const others = block.unknown.map(at);
    if ([code, cost, price, ...others].every((cell) => cell === '')) return [];
    const own = blocks.length === 1 ? text : [code, cost, price, ...others, group].join(' ');
    // A code alone may be a product; a sentence, the name of an operator, a total and a repeated heading are none.
    const hasPrices = mapping.columns.cost !== null || mapping.columns.sellingPrice !== null;
    const isAlone = hasPrices && cost === '' && price === '' && filled <= blocks.length;
    const isTitle = isAlone && (headingWords.test(code) || /\S\s+\S/.test(code));
    const isTotal = totalWords.test(code) || (hasTotal && !/[a-z]/i.test(code));
    if (isTitle || isTotal) return [{ ...noLine(own), reason: 'heading' }];
    if (others.some((cell) => cell !== '')) return [{ ...noLine(own), reason: 'other_heading' }];
    if (isCut(row, block, mapping)) return [{ ...noLine(own), reason: 'bad_amount' }];
    return [toListLine(own, code, [cost, price], group, readPrice)];
  });
}

/** "12,000" between commas is 12 and 000. */
function isCut(row: readonly string[], { cost, sellingPrice }: Block, { separator }: Written): boolean {
  return (
    separator === ',' &&
    [cost, sellingPrice].some(
      (at) =>
        at !== null &&
        at + 1 !== cost &&
        at + 1 !== sellingPrice &&
        /^(?:rp\.?\s*)?\d{1,3}$/i.test(cellValue(row[at])) &&
        /^\d{3}$/.test((row[at + 1] ?? '').trim()),
    )
  );
}

/** Names of operators and kinds of products, which stand above their products in lists. */
const headingWords =
  /^[*_~#=\s-]*(?:(?:harga|daftar|produk|pulsa|paket|data|token|pln|voucher|game|e-?money|e-?wallet|transfer|telkomsel|simpati|as|indosat|im3|isat|xl|axis|tri|three|smartfren|smart|by\.?u|dana|ovo|gopay|shopeepay|linkaja|internet|reguler|all|operator)[\s&/+:*_~-]*)+$/i;
const totalWords = /^(?:grand |sub ?)?total\b|^jumlah\b/i;
/** In any column; a product may be called "Total 5GB". */
const totalLabel = /^(?:(?:grand |sub ?)?total|jumlah)(?: (?:produk|item|barang|harga|semua|keseluruhan))?\s*:?$/i;
export const isHeading = (line: string): boolean => headingWords.test(line) || totalWords.test(line);

/** "1e9", "12rb", and formulas of a spreadsheet */
const looksLikeAmount = /^[=+\-@]|^[\d.,]+\s*(e\d+|rb|ribu|k|jt|juta)$/i;
/** Enough for a person to find the line in the list. */
const maxShownLength = 80;

export const noLine = (text: string) => ({
  text: text.trim().replace(/\s+/g, ' ').slice(0, maxShownLength),
  productCode: null,
  cost: null,
  sellingPrice: null,
  group: null,
});

/** @param amounts cost and price as they stand there */
export function toListLine(
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
export function rejectRepeated(lines: readonly ListPreview[]): ListLine[] {
  const seen = new Set<string>();
  return lines.flatMap(({ reason, ...line }): ListLine[] => {
    // Headings and totals are no goods.
    if (reason === 'heading') return [];
    if (line.productCode === null || reason !== null) return [{ ...line, reason }];
    const code = line.productCode.toUpperCase();
    if (seen.has(code)) return [{ ...line, reason: 'repeated' }];
    seen.add(code);
    return [{ ...line, reason }];
  });
}
