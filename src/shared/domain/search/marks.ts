import type { Transaction } from '../transaction.ts';
import { type Condition, leavesOf } from './condition.ts';
import { compact, fold } from './fold.ts';
import { nominalOf } from './nominal.ts';

export const markedFields = [
  'customerNo',
  'customerName',
  'sn',
  'transactionId',
  'receiptNo',
  'productName',
  'productCode',
  'brand',
  'category',
] as const;
export type MarkedField = (typeof markedFields)[number];

/** Where a sale met what was searched for: from `start` up to before `end`, in UTF-16 units of the field as it stands. */
export interface Mark {
  field: MarkedField | 'total' | 'price';
  start: number;
  end: number;
}

/** Numbers are found however they are grouped. */
const groupedFields: ReadonlySet<MarkedField> = new Set(['customerNo', 'sn', 'transactionId', 'receiptNo']);
const productFields: ReadonlySet<MarkedField> = new Set(['productName', 'productCode', 'brand', 'category']);

/** Every place of a sale that a search met; overlapping places are one. In the order of `markedFields`, then of place. */
export function marksOf(sale: Transaction, condition: Condition): Mark[] {
  const leaves = leavesOf(condition);
  const marks = markedFields.flatMap((field): Mark[] => {
    const value = sale[field];
    if (value === null) return [];
    const found = leaves.flatMap((leaf) => {
      if (leaf.is === 'text') return placesIn(value, leaf.text, groupedFields.has(field));
      if (leaf.is !== 'product' || !productFields.has(field)) return [];
      return leaf.texts.flatMap((text) => placesIn(value, text, false));
    });
    return united(found).map(([start, end]) => ({ field, start, end }));
  });
  return [...marks, ...amountMarks(sale, leaves)];
}

type Place = readonly [start: number, end: number];

function amountMarks(sale: Transaction, leaves: ReturnType<typeof leavesOf>): Mark[] {
  const asked = new Set(leaves.flatMap((leaf) => (leaf.is === 'amount' ? [leaf.amount] : [])));
  const hidesPrice = sale.kind === 'prepaid' && leaves.some((leaf) => leaf.is === 'amount' && leaf.costs === false);
  const whole = (field: 'total' | 'price'): Mark[] => {
    const value = field === 'price' && hidesPrice ? null : sale[field];
    return value !== null && asked.has(value) ? [{ field, start: 0, end: String(value).length }] : [];
  };
  const nominal = nominalOf(sale.productCode, sale.productName);
  const named: Mark[] =
    nominal !== null && asked.has(nominal) && sale.productName !== null
      ? [{ field: 'productName', start: 0, end: sale.productName.length }]
      : [];
  return [...whole('total'), ...whole('price'), ...named];
}

/** @param grouped also across what stands between groups of digits */
function placesIn(value: string, text: string, grouped: boolean): Place[] {
  const make = grouped ? compact : fold;
  const wanted = make(text);
  if (wanted === '') return [];
  const { folded, from } = foldedSigns(value, make);
  const places: Place[] = [];
  for (let found = folded.indexOf(wanted); found >= 0; found = folded.indexOf(wanted, found + wanted.length)) {
    places.push([from[found]?.[0] ?? 0, from[found + wanted.length - 1]?.[1] ?? value.length]);
  }
  return places;
}

/** The folded text, and of each of its units the sign that it came from. */
function foldedSigns(value: string, make: (sign: string) => string): { folded: string; from: Place[] } {
  let folded = '';
  const from: Place[] = [];
  let at = 0;
  for (const sign of value) {
    const made = isLetterOrDigit.test(sign) ? sign.toLowerCase() : make(sign);
    folded += made;
    for (let unit = 0; unit < made.length; unit += 1) from.push([at, at + sign.length]);
    at += sign.length;
  }
  return { folded, from };
}

/** Of the plain alphabet: folding these by the book takes longer than the search did. */
const isLetterOrDigit = /^[0-9A-Za-z]$/;

function united(places: readonly Place[]): Place[] {
  const sorted = places.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const joined: Place[] = [];
  for (const place of sorted) {
    const last = joined.at(-1);
    if (last && place[0] <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], place[1])];
    else joined.push(place);
  }
  return joined;
}
