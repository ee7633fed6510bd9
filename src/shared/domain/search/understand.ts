import { normaliseCustomerNo } from '../customer-no.ts';
import { parseProof } from '../proof/parse.ts';
import { readings } from '../proof/typed.ts';
import { all, any, type Condition } from './condition.ts';
import { readDays } from './day-words.ts';
import { compact } from './fold.ts';
import { longestPhrase } from './phrase.ts';
import { readStates } from './state-words.ts';
import type { Understood } from './understood.ts';
import type { WordMeaning, WordReader } from './word-reader.ts';

/** What people ask for that stands there under another name, and what the provider may call it: parts of a product's code, name, brand or category. */
const names: Readonly<Record<string, readonly string[]>> = {
  listrik: ['listrik', 'pln', 'electric'],
  electricity: ['listrik', 'pln', 'electric'],
  token: ['token'],
  pln: ['pln', 'listrik'],
  air: ['pdam'],
  water: ['pdam', 'water'],
  pdam: ['pdam'],
  internet: ['internet', 'indihome', 'wifi', 'speedy'],
  wifi: ['internet', 'indihome', 'wifi'],
  indihome: ['indihome'],
  kesehatan: ['kesehatan', 'bpjs'],
  health: ['kesehatan', 'bpjs', 'health'],
  bpjs: ['bpjs'],
  pulsa: ['pulsa', 'credit'],
  credit: ['pulsa', 'credit'],
  'phone credit': ['pulsa', 'credit'],
  kuota: ['data', 'paket', 'kuota'],
  paket: ['data', 'paket', 'kuota'],
  data: ['data', 'paket', 'kuota'],
  tsel: ['tsel', 'telkomsel'],
  telkomsel: ['telkomsel', 'tsel'],
  isat: ['isat', 'indosat'],
  indosat: ['indosat', 'isat'],
  axis: ['axis'],
  three: ['tri', 'three'],
  tri: ['tri', 'three'],
  smartfren: ['smart'],
};

/** Whether it is a bill, in one word. */
const kinds = {
  tagihan: 'postpaid',
  bill: 'postpaid',
  bills: 'postpaid',
  pascabayar: 'postpaid',
  postpaid: 'postpaid',
  prabayar: 'prepaid',
  prepaid: 'prepaid',
} as const;

const readProduct: WordReader = (words, at) => {
  const kind = longestPhrase(kinds, words, at);
  if (kind) {
    return {
      count: kind.count,
      means: { is: 'kind', kind: kind.value },
      told: { as: 'kind', kind: kind.value },
    };
  }
  const found = longestPhrase(names, words, at);
  if (!found) return null;
  const texts = [...found.value];
  return { count: found.count, means: { is: 'product', texts }, told: { as: 'product', names: texts } };
};

const factors: Readonly<Record<string, number>> = {
  rb: 1000,
  ribu: 1000,
  k: 1000,
  thousand: 1000,
  jt: 1_000_000,
  juta: 1_000_000,
  million: 1_000_000,
};

const units = Object.keys(factors).join('|');

const grouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;

const decimal = /^\d{1,6}(?:[.,]\d{1,3})?$/;

const whole = /^[1-9]\d{2,8}$/;

/** A bare number is an amount only where prices are round; otherwise it is part of some other number. */
const round = 500;

const least = 100;

const most = 999_999_999;

/** "20rb", "Rp 20.000", "Rp20.000,00", "1,5 jt", "20k", and bare numbers that could be an amount. */
const readAmount: WordReader = (words, at) => {
  const first = words[at] ?? '';
  const named = /^(?:rp|idr)\.?$/.test(first);
  const start = named ? at + 1 : at;
  const word = (words[start] ?? '').replace(/^(?:rp|idr)\.?/, '').replace(/(?:,-|[.,]00)$/, '');
  const [, number = '', glued = ''] = new RegExp(`^([\\d.,]+)(${units})?$`).exec(word) ?? [];
  if (number === '') return null;
  const next = words[start + 1] ?? '';
  const apart = glued === '' && Object.hasOwn(factors, next);
  const amount = amountOf(number, factors[apart ? next : glued] ?? null, word !== words[at]);
  if (amount === null || amount < least || amount > most) return null;
  return {
    count: start - at + (apart ? 2 : 1),
    means: { is: 'amount', amount },
    told: { as: 'amount', amount },
  };
};

const cashier: ReadonlySet<string> = new Set(['kasir', 'cashier']);

/** Before a name; a name alone it is not. */
const titles: ReadonlySet<string> = new Set([
  'pak',
  'bu',
  'bapak',
  'ibu',
  'mas',
  'mbak',
  'kak',
  'bang',
  'mr',
  'mrs',
  'ms',
]);

const leastName = 2;

/** "kasir sari": what somebody sold who was called that then. */
const readCashier: WordReader = (words, at) => {
  if (!cashier.has(words[at] ?? '')) return null;
  const count = titles.has(words[at + 1] ?? '') && words[at + 2] !== undefined ? 2 : 1;
  const name = words.slice(at + 1, at + 1 + count).join(' ');
  if (name.length < leastName) return null;
  return { count: count + 1, means: { is: 'cashier', name }, told: { as: 'cashier', name } };
};

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

/** The receipt number in a scanned proof, or null when the text is none. Says nothing about whether the proof is genuine. */
function receiptOfProof(text: string): string | null {
  for (const reading of readings(text)) {
    const parsed = parseProof(reading);
    if (parsed.kind === 'proof') return parsed.proof.facts.receiptNo;
  }
  return null;
}

/** Digits, and what stands between groups of them. */
function isNumeric(word: string): boolean {
  return /^[+(]*\d[\d().\-/\p{Pd}]*$/u.test(word);
}

/** A group as numbers are written in: "0812", "3456-7890", "+62", but no amount and no date. */
function isGroupOfDigits(word: string): boolean {
  return /^[+(]*\d[\d)\-\p{Pd}]*$/u.test(word);
}

/** A number's spellings: as the country dials it, and as written if that differs. */
function numberSpellings(written: string): string[] {
  const bare = normaliseCustomerNo(written);
  const dialled = /^628\d/.test(bare) ? `0${bare.slice(2)}` : bare;
  return [...new Set([dialled, bare])];
}

/** Any spelling of it, as part of anything. */
function numberAnywhere(written: string): Condition {
  return any(numberSpellings(written).map((text) => ({ is: 'text', text })));
}

function amountOf(number: string, factor: number | null, named: boolean): number | null {
  if (factor !== null) {
    if (!decimal.test(number)) return null;
    const amount = Math.round(Number(number.replace(',', '.')) * factor);
    return Number.isSafeInteger(amount) ? amount : null;
  }
  if (grouped.test(number)) return Number(number.replace(/[.,]/g, ''));
  if (!whole.test(number)) return null;
  const amount = Number(number);
  return named || (amount >= 1000 && amount % round === 0) ? amount : null;
}
