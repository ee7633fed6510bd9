import { z } from 'zod';
import { compact, nominalOf } from '../../shared/domain/search/matching.ts';
import { TransactionKind } from '../../shared/domain/transaction.ts';
import { jsonText } from '../db/statements.ts';
import { productColumns, textColumns } from './sql.ts';

const gramLength = 3;
/** A million sales of digits leave some fifty candidates. One more list takes longer to read than those to compare. */
const maxGrams = 3;

/** Of grams that many sales have, the tenths of all sales that have them. */
export type GramShares = ReadonlyMap<string, number>;

/**
 * Grams that every sale with this text has, and few others: first those of fewer sales, then those that share no character, from the
 * end on, as thousands of numbers begin alike. Null for a text of less than three characters.
 */
export function gramsOf(text: string, shares: GramShares = new Map()): string[] | null {
  const grams = everyGram(compact(text)).toReversed();
  if (grams.length === 0) return null;
  const apart = grams.filter((_, at) => at % gramLength === 0);
  const shareOf = (gram: string): number => shares.get(gram) ?? 0;
  return [...new Set([...apart, ...grams.slice(-1), ...grams])]
    .sort((one, other) => shareOf(one) - shareOf(other))
    .slice(0, maxGrams);
}

function everyGram(text: string): string[] {
  const characters = Array.from(text);
  return characters.slice(gramLength - 1).map((_, at) => characters.slice(at, at + gramLength).join(''));
}

/** Sales that are read to know which grams many have. */
export const sampledRows = 256;

/** @param rows some of `indexedColumns` */
export function sharesIn(rows: readonly unknown[]): GramShares {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { texts } = documentOf(SaleRow.parse(row));
    const grams = new Set(texts.flatMap((each) => (each === null ? [] : everyGram(each))));
    for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  const tenths = [...counts].map(([gram, count]) => [gram, Math.floor((count / rows.length) * 10)] as const);
  return new Map(tenths.filter(([, share]) => share > 0));
}

/**
 * An amount as one gram of ideographs, which no counter types. Amounts beyond a thousand million share one.
 * @param amount whole rupiah
 */
export function amountGram(amount: number): string {
  const bounded = Math.min(amount, 2 ** 30 - 1);
  const character = (shift: number): number => 0x4e00 + ((bounded >> shift) & 1023);
  return String.fromCharCode(character(20), character(10), character(0));
}

/** A kind as one gram of Hangul, which no counter types either. */
export const kindGrams: Readonly<Record<TransactionKind, string>> = { prepaid: '가가가', postpaid: '나나나' };

const farSecond = 2 ** 40;

/**
 * The index's name for all sales made in the same second, smaller for a later one: its documents are in the order of the list, newest
 * first, and FTS5 reads them forwards in half the time that it takes backwards.
 */
export const placeOf = (createdAt: string): number => farSecond - Math.floor(Date.parse(createdAt) / 1000);

/** That second, YYYY-MM-DDTHH:MM:SS. */
export const secondAt = (place: number): string =>
  new Date((farSecond - place) * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);

const texts = z.array(z.string().nullable());
const amount = z.int().nullable();
const SaleRow = z.object({
  createdAt: z.string(),
  kind: TransactionKind,
  found: jsonText.pipe(texts),
  product: jsonText.pipe(texts),
  productCode: z.string(),
  productName: z.string().nullable(),
  total: amount,
  price: amount,
});

/** The key of the customer's number is the number without separators. */
const foundColumns = ['customer_key', ...textColumns].join(', ');

/** The columns of a sale that the index reads. */
export const indexedColumns = `created_at AS createdAt, kind, total, price,
  json_array(${foundColumns}) AS found, json_array(${productColumns.join(', ')}) AS product,
  product_code AS productCode, product_name AS productName`;

interface Document {
  place: number;
  /** in the order of `documentColumns` */
  texts: ReadonlyArray<string | null>;
}

/** The columns of a document. A search meets any of them; they keep grams from reaching out of one text into the next. */
export const documentColumns = `${foundColumns}, product, kind, total, price, nominal`;

/**
 * One document for each second, in their order: FTS5 writes its memory to disk whenever a rowid is not larger than the last.
 * @param rows of `indexedColumns`
 */
export function documentsOf(rows: readonly unknown[]): Document[] {
  const documents = new Map<number, Document>();
  for (const row of rows) {
    const { place, texts } = documentOf(SaleRow.parse(row));
    const others = documents.get(place)?.texts ?? [];
    documents.set(place, { place, texts: texts.map((each, at) => joined([others[at] ?? null, each])) });
  }
  return [...documents.values()].toSorted((one, other) => one.place - other.place);
}

function documentOf(sale: z.infer<typeof SaleRow>): Document {
  const { createdAt, kind, found: texts, product, total, price } = sale;
  const compacted = (parts: ReadonlyArray<string | null>) => parts.map((text) => text && compact(text));
  const amounts = [total, price === total ? null : price, nominalOf(sale.productCode, sale.productName)];
  return {
    place: placeOf(createdAt),
    texts: [
      ...compacted(texts),
      joined(compacted(product)),
      kindGrams[kind],
      ...amounts.map((each) => (each === null ? null : amountGram(each))),
    ],
  };
}

const joined = (parts: ReadonlyArray<string | null>): string | null =>
  parts.filter((text) => text !== null).join('\n') || null;
