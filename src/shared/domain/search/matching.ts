import { fieldsWith, type Transaction } from '../transaction.ts';
import { type Condition, leavesOf } from './query-terms.ts';

/** Text as it is compared: without case, and with one spelling for each accented letter. */
export function fold(text: string): string {
  return text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
}

const separators = /[\s\p{Pd}\p{Cf}.()/+]/gu;

/** Folded, without the separators of grouped digits. If a text contains a part, its compact form contains the compact part. */
export function compact(text: string): string {
  return fold(text).replace(separators, '');
}

/** The fields that a search looks for its text in. */
export const markedFields = fieldsWith('search', ['text', 'grouped', 'product']);
type MarkedField = (typeof markedFields)[number];

/** A match within a sale: from `start` up to before `end`, in UTF-16 units of the stored field. */
export interface Mark {
  field: MarkedField | 'total' | 'price';
  start: number;
  end: number;
}

/** These match however their digits are grouped. */
const groupedFields: ReadonlySet<MarkedField> = new Set(fieldsWith('search', ['grouped']));
const productFields: ReadonlySet<MarkedField> = new Set(fieldsWith('search', ['product']));

/** Every match within a sale, in the order of `markedFields`, then of position. Overlapping matches are one. */
export function marksOf(sale: Transaction, condition: Condition): Mark[] {
  const leaves = leavesOf(condition);
  const marks = markedFields.flatMap((field): Mark[] => {
    const value = sale[field];
    if (value === null) return [];
    const ranges = leaves.flatMap((leaf): readonly Range[] => {
      if (leaf.is === 'text') return rangesIn(value, leaf.text, groupedFields.has(field));
      if (leaf.is !== 'product' || !productFields.has(field)) return [];
      return leaf.texts.flatMap((text) => rangesIn(value, text, false));
    });
    return united(ranges).map(([start, end]) => ({ field, start, end }));
  });
  return [...marks, ...amountMarks(sale, leaves)];
}

type Range = readonly [start: number, end: number];

function amountMarks(sale: Transaction, leaves: ReturnType<typeof leavesOf>): Mark[] {
  const amounts = new Set(leaves.flatMap((leaf) => (leaf.is === 'amount' ? [leaf.amount] : [])));
  const hidesPrice = sale.kind === 'prepaid' && leaves.some((leaf) => leaf.is === 'amount' && leaf.costs === false);
  const whole = (field: 'total' | 'price'): Mark[] => {
    const value = field === 'price' && hidesPrice ? null : sale[field];
    return value !== null && amounts.has(value) ? [{ field, start: 0, end: String(value).length }] : [];
  };
  const nominal = nominalOf(sale.productCode, sale.productName);
  const named: Mark[] =
    nominal !== null && amounts.has(nominal) && sale.productName !== null
      ? [{ field: 'productName', start: 0, end: sale.productName.length }]
      : [];
  return [...whole('total'), ...whole('price'), ...named];
}

/** Where a text stands in a value. @param grouped also across separators */
function rangesIn(value: string, text: string, grouped: boolean): Range[] {
  const make = grouped ? compact : fold;
  const wanted = make(text);
  if (wanted === '') return [];
  const { folded, from } = foldWithOrigins(value, make);
  const ranges: Range[] = [];
  for (let index = folded.indexOf(wanted); index >= 0; index = folded.indexOf(wanted, index + wanted.length)) {
    ranges.push([from[index]?.[0] ?? 0, from[index + wanted.length - 1]?.[1] ?? value.length]);
  }
  return ranges;
}

/** Full folding of these takes longer than the search itself. */
const plainCharacter = /^[0-9A-Za-z]$/;

/** The folded text, and for each of its units the range of the character that it came from. */
function foldWithOrigins(value: string, make: (character: string) => string): { folded: string; from: Range[] } {
  let folded = '';
  const from: Range[] = [];
  let at = 0;
  for (const character of value) {
    const letters = plainCharacter.test(character) ? character.toLowerCase() : make(character);
    folded += letters;
    for (let unit = 0; unit < letters.length; unit += 1) from.push([at, at + character.length]);
    at += character.length;
  }
  return { folded, from };
}

function united(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const joined: Range[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last && range[0] <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])];
    else joined.push(range);
  }
  return joined;
}

/**
 * The nominal that a product's name or code states, in whole rupiah: "Telkomsel 10.000", "Token PLN 20rb", "TSEL10". The
 * interface has no such field. Null where none is found.
 */
export function nominalOf(productCode: string, productName: string | null): number | null {
  const name = productName?.toLowerCase() ?? '';
  const grouped = /(?:^|[^\d.,])(\d{1,3}(?:[.,]000)+)(?![\d.,]*\d)/.exec(name)?.[1];
  if (grouped !== undefined) return Number(grouped.replace(/[.,]/g, ''));
  const short = /(?:^|[^\d.,])(\d{1,4})\s?(?:rb|ribu|k)\b/.exec(name)?.[1];
  if (short !== undefined) return Number(short) * 1000;
  const whole = /(?:^|[^\d.,])(\d{1,4}000)(?![\d.,]*\d)/.exec(name)?.[1];
  if (whole !== undefined) return Number(whole);
  const coded = /^[a-z]+[-_.]?(\d{1,4})$/i.exec(productCode)?.[1];
  return coded === undefined ? null : Number(coded) * 1000;
}

/** The nominal that a cashier types, in whole rupiah: "10", "10rb", "10.000"; null for anything else. */
export function parseNominal(text: string): number | null {
  const match = /^(\d{1,4}|\d{1,3}[.]?000)\s*(rb|ribu|k)?$/i.exec(text.trim());
  if (!match?.[1]) return null;
  const number = Number(match[1].replace('.', ''));
  return number >= 1000 && match[2] === undefined ? number : number * 1000;
}
