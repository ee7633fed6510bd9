import { readAmount } from './amount-words.ts';
import { readCashier } from './cashier-words.ts';
import { all, any, type Condition } from './condition.ts';
import { readDays } from './day-words.ts';
import { compact } from './fold.ts';
import { isGroupOfDigits, isNumeric, numberAnywhere, numberSpellings } from './number-words.ts';
import { readProduct } from './product-words.ts';
import { receiptOfProof } from './proof-text.ts';
import { readStates } from './state-words.ts';
import type { Understood } from './understood.ts';
import type { WordMeaning, WordReader } from './word-reader.ts';

export interface Search {
  condition: Condition;
  /** what was taken for more than its text */
  understood: Understood[];
  /** the receipt that a scanned proof names */
  receiptNo: string | null;
}

interface Reading {
  words: readonly string[];
  /** the same in small letters */
  small: readonly string[];
  today: string | null;
  understood: Understood[];
}

const readers: readonly WordReader[] = [readStates, readDays, readAmount, readProduct, readCashier];
/** Nobody types more; the rest of a pasted page is not looked at. */
const mostWords = 16;
/** Fewer digits in groups are no number of a customer. */
const leastDigits = 8;
const leastText = 3;

/**
 * Reads the search box, in both languages at once. Every word must be met; words that mean something are met by what they
 * mean or by where they stand as text, so that an understanding never hides a sale.
 * @param today the shop's day, YYYY-MM-DD; null: words for days are text only
 */
export function understand(text: string, today: string | null): Search {
  const receiptNo = receiptOfProof(text);
  if (receiptNo !== null) {
    const understood: Understood[] = [{ as: 'proof', words: text, receiptNo }];
    return { condition: { is: 'text', text: receiptNo }, understood, receiptNo };
  }
  const words = text
    .replace(/\p{C}/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  const reading: Reading = { words, small: words.map((word) => word.toLowerCase()), today, understood: [] };
  return { condition: all(readAll(reading)), understood: reading.understood, receiptNo: null };
}

function readAll(reading: Reading): Condition[] {
  const conditions: Condition[] = [];
  for (let at = 0; at < reading.words.length; ) {
    const run = runAt(reading, at);
    const next = run > 1 ? readRun(reading, at, run) : readOne(reading, at);
    conditions.push(next.condition);
    at += next.count;
  }
  return conditions;
}

/** How many words from here on may be groups of one number: up to one that means something with what follows it. */
function runAt(reading: Reading, at: number): number {
  let run = 0;
  while (isNumeric(reading.words[at + run] ?? '') && (run === 0 || (meaningAt(reading, at + run)?.count ?? 1) === 1)) {
    run += 1;
  }
  return run > 1 && (meaningAt(reading, at)?.count ?? 1) > 1 ? 1 : run;
}

/** Groups of digits are one number, or each a word of its own. */
function readRun(reading: Reading, at: number, run: number): { condition: Condition; count: number } {
  const words = reading.words.slice(at, at + run);
  const joined = words.join('');
  const isNumber = words.every(isGroupOfDigits) && joined.replace(/\D/g, '').length >= leastDigits;
  if (isNumber) {
    const [number = joined] = numberSpellings(joined);
    reading.understood.push({ as: 'number', words: words.join(' '), number });
  }
  const apart = words.map((word, index) => (isNumber ? literal(word) : readOne(reading, at + index).condition));
  return { condition: any([numberAnywhere(joined), all(apart)]), count: run };
}

function readOne(reading: Reading, at: number): { condition: Condition; count: number } {
  const { words, understood } = reading;
  const meant = meaningAt(reading, at);
  if (meant) {
    const taken = words.slice(at, at + meant.count);
    understood.push({ ...meant.told, words: taken.join(' ') });
    // Two signs stand in too much to be looked for beside what they mean.
    const asText = compact(taken.join('')).length < leastText ? [] : [all(taken.map(literal))];
    return { condition: any([meant.means, ...asText]), count: meant.count };
  }
  const word = words[at] ?? '';
  const [number] = numberSpellings(word);
  if (number !== undefined && /^\+62\d{6}/.test(word)) understood.push({ as: 'number', words: word, number });
  return { condition: literal(word), count: 1 };
}

/** Of several meanings that of the most words; of equals the first reader's. */
function meaningAt({ small, today }: Reading, at: number): WordMeaning | null {
  let found: WordMeaning | null = null;
  for (const reader of readers) {
    if (today === null && reader === readDays) continue;
    const meant = reader(small, at, today ?? '');
    if (meant && meant.count > (found?.count ?? 0)) found = meant;
  }
  return found;
}

function literal(word: string): Condition {
  const text: Condition = { is: 'text', text: word };
  if (!isNumeric(word)) return text;
  const others = numberSpellings(word).filter((spelling) => spelling !== word);
  return any([text, ...others.map((spelling): Condition => ({ is: 'text', text: spelling }))]);
}
