import { z } from 'zod';
import { NonNegativeInt } from '../common-schemas.ts';
import { TransactionKind, TransactionState } from '../transaction.ts';

/** One test of a sale. */
export type Leaf =
  /** part of any searched field; numbers, serial numbers and ids match however they are grouped */
  | { is: 'text'; text: string }
  /** one of these is part of the product's code, name, brand or category */
  | { is: 'product'; texts: readonly string[] }
  /** whole rupiah: the total, the price, or the product's nominal. `costs: false` leaves out the price of orders */
  | { is: 'amount'; amount: number; costs?: false }
  /** the shop's days, YYYY-MM-DD, both inclusive */
  | { is: 'days'; from: string; to: string }
  | { is: 'states'; states: readonly TransactionState[] }
  | { is: 'kind'; kind: TransactionKind }
  /** part of the name that the cashier had when the sale was sent */
  | { is: 'cashier'; name: string };

/** What a search finds. `all` of nothing is met by every sale. */
export type Condition = Leaf | { is: 'all'; of: readonly Condition[] } | { is: 'any'; of: readonly Condition[] };

export const all = (of: readonly Condition[]): Condition => single(of) ?? { is: 'all', of };
export const any = (of: readonly Condition[]): Condition => single(of) ?? { is: 'any', of };

function single(of: readonly Condition[]): Condition | null {
  return of.length === 1 ? (of[0] ?? null) : null;
}

/** Every leaf, at any depth. */
export function leavesOf(condition: Condition): Leaf[] {
  return condition.is === 'all' || condition.is === 'any' ? condition.of.flatMap(leavesOf) : [condition];
}

/** The condition for a person who may not see what orders cost: a match would reveal it. */
export function withoutCosts(condition: Condition): Condition {
  if (condition.is === 'all' || condition.is === 'any') return { ...condition, of: condition.of.map(withoutCosts) };
  return condition.is === 'amount' ? { ...condition, costs: false } : condition;
}

const words = z.string();

/** What some words in the search box mean, beside their plain text. */
export const QueryTerm = z.discriminatedUnion('as', [
  z.object({ as: z.literal('states'), words, states: z.array(TransactionState) }),
  /** the shop's days, both inclusive */
  z.object({ as: z.literal('days'), words, from: z.iso.date(), to: z.iso.date() }),
  /** whole rupiah */
  z.object({ as: z.literal('amount'), words, amount: NonNegativeInt }),
  z.object({ as: z.literal('kind'), words, kind: TransactionKind }),
  /** part of a cashier's name */
  z.object({ as: z.literal('cashier'), words, name: z.string() }),
  /** other names of the product */
  z.object({ as: z.literal('product'), words, names: z.array(z.string()) }),
  /** a customer's number, typed in groups or with the country code */
  z.object({ as: z.literal('number'), words, number: z.string() }),
  /** a scanned proof of payment */
  z.object({ as: z.literal('proof'), words, receiptNo: z.string() }),
]);
export type QueryTerm = z.infer<typeof QueryTerm>;

type WithoutWords<T> = T extends { words: string } ? Omit<T, 'words'> : never;

export interface WordMeaning {
  /** how many words it takes */
  count: number;
  condition: Condition;
  term: WithoutWords<QueryTerm>;
}

/**
 * Reads the meaning that begins at a word; null where there is none.
 * @param words in lower case
 * @param today the shop's day, YYYY-MM-DD
 */
export type WordReader = (words: readonly string[], at: number, today: string) => WordMeaning | null;

const maxPhrase = 3;

/** The longest phrase of the list that begins at a word. */
export function longestPhrase<T>(
  list: Readonly<Record<string, T>>,
  words: readonly string[],
  at: number,
): { value: T; count: number } | null {
  for (let count = Math.min(maxPhrase, words.length - at); count > 0; count -= 1) {
    const phrase = words.slice(at, at + count).join(' ');
    const value = Object.hasOwn(list, phrase) ? list[phrase] : undefined;
    if (value !== undefined) return { value, count };
  }
  return null;
}
