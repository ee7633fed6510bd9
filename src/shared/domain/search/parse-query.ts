import { normaliseCustomerNo } from '../customer-no.ts';
import { parseProof, scannedProofs } from '../proof.ts';
import { type TransactionState, unresolvedStates } from '../transaction.ts';
import { compact } from './matching.ts';
import { readDays } from './query-days.ts';
import {
  all,
  any,
  type Condition,
  longestPhrase,
  type QueryTerm,
  type WordMeaning,
  type WordReader,
} from './query-terms.ts';

/** What people call the states, in both languages, including the words on the screen. */
const stateNames: Readonly<Record<string, readonly TransactionState[]>> = byName([
  [['success'], 'sukses, berhasil, lunas, success, succeeded, successful, paid'],
  [['failed', 'unsent'], 'gagal, failed, failure'],
  [['pending', 'sending'], 'pending, menunggu, proses, diproses, waiting, processing'],
  [['sending'], 'mengirim, sending'],
  [['unsent'], 'tidak terkirim, belum terkirim, unsent, not sent'],
  [['unknown'], 'belum pasti, tidak pasti, unknown, uncertain, not certain'],
  [['disputed'], 'bertentangan, sengketa, disputed'],
  [['expired'], 'kedaluwarsa, kadaluarsa, expired'],
  [['inquired'], 'belum dibayar, belum bayar, unpaid, not paid'],
  [unresolvedStates, 'belum selesai, not settled, unsettled, unresolved'],
]);

function byName<T>(list: ReadonlyArray<readonly [value: T, names: string]>): Record<string, T> {
  return Object.fromEntries(list.flatMap(([value, names]) => names.split(', ').map((name) => [name, value])));
}

const readStates: WordReader = (words, at) => {
  const phrase = longestPhrase(stateNames, words, at);
  if (!phrase) return null;
  const states = [...phrase.value];
  return { count: phrase.count, condition: { is: 'states', states }, term: { as: 'states', states } };
};

/** What people call a kind of product, and the parts of code, name, brand or category by which the provider may name it. */
const productNames: Readonly<Record<string, readonly string[]>> = {
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
      condition: { is: 'kind', kind: kind.value },
      term: { as: 'kind', kind: kind.value },
    };
  }
  const phrase = longestPhrase(productNames, words, at);
  if (!phrase) return null;
  const texts = [...phrase.value];
  return { count: phrase.count, condition: { is: 'product', texts }, term: { as: 'product', names: texts } };
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

/** A number without a unit is an amount only when it is a multiple of this; other numbers are text. */
const round = 500;

const minAmount = 100;
const maxAmount = 999_999_999;

/** "20rb", "Rp 20.000", "Rp20.000,00", "1,5 jt", "20k", and round numbers without a unit. */
const readAmount: WordReader = (words, at) => {
  const first = words[at] ?? '';
  const named = /^(?:rp|idr)\.?$/.test(first);
  const start = named ? at + 1 : at;
  const word = (words[start] ?? '').replace(/^(?:rp|idr)\.?/, '').replace(/(?:,[-=]|[.,]00)$/, '');
  const [, number = '', glued = ''] = new RegExp(`^([\\d.,]+)(${units})?$`).exec(word) ?? [];
  if (number === '') return null;
  const next = words[start + 1] ?? '';
  const apart = glued === '' && Object.hasOwn(factors, next);
  const amount = amountOf(number, factors[apart ? next : glued] ?? null, word !== words[at]);
  if (amount === null || amount < minAmount || amount > maxAmount) return null;
  return {
    count: start - at + (apart ? 2 : 1),
    condition: { is: 'amount', amount },
    term: { as: 'amount', amount },
  };
};

const cashier: ReadonlySet<string> = new Set(['kasir', 'cashier']);

/** Come before a name and are none alone. */
const titles: ReadonlySet<string> = new Set('pak bu bapak ibu mas mbak kak bang mr mrs ms'.split(' '));

const minName = 2;

/** "kasir sari": sales sent by a cashier of that name. */
const readCashier: WordReader = (words, at) => {
  if (!cashier.has(words[at] ?? '')) return null;
  const count = titles.has(words[at + 1] ?? '') && words[at + 2] !== undefined ? 2 : 1;
  const name = words.slice(at + 1, at + 1 + count).join(' ');
  if (name.length < minName) return null;
  return { count: count + 1, condition: { is: 'cashier', name }, term: { as: 'cashier', name } };
};

interface ParsedQuery {
  condition: Condition;
  /** the meanings that were found */
  terms: QueryTerm[];
  /** the receipt that a scanned proof names */
  receiptNo: string | null;
}

interface Reading {
  words: readonly string[];
  /** the same in lower case */
  lower: readonly string[];
  today: string | null;
  terms: QueryTerm[];
}

const readers: readonly WordReader[] = [readStates, readDays, readAmount, readProduct, readCashier];
/** The rest of a pasted page is ignored. */
const maxWords = 16;
/** Groups with fewer digits are no customer number. */
const minDigits = 8;
const minText = 3;

/**
 * Parses the text of the search box, in both languages at once. A sale must match every word. A word with a meaning matches
 * by the meaning or as text, so a wrong reading never hides a sale.
 * @param today the shop's day, YYYY-MM-DD; null: words for days are text only
 */
export function parseQuery(text: string, today: string | null): ParsedQuery {
  const receiptNo = receiptOfProof(text);
  if (receiptNo !== null) {
    const terms: QueryTerm[] = [{ as: 'proof', words: text, receiptNo }];
    return { condition: { is: 'text', text: receiptNo }, terms, receiptNo };
  }
  const words = text
    .replace(/\p{C}/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords);
  const reading: Reading = { words, lower: words.map((word) => word.toLowerCase()), today, terms: [] };
  return { condition: all(readAll(reading)), terms: reading.terms, receiptNo: null };
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

/** How many words from here on may be groups of one number. Ends before a word that has a meaning with the next one. */
function runAt(reading: Reading, at: number): number {
  let run = 0;
  while (isNumeric(reading.words[at + run] ?? '') && (run === 0 || (meaningAt(reading, at + run)?.count ?? 1) === 1)) {
    run += 1;
  }
  return run > 1 && (meaningAt(reading, at)?.count ?? 1) > 1 ? 1 : run;
}

/** Groups of digits match as one number, or each as a word. */
function readRun(reading: Reading, at: number, run: number): { condition: Condition; count: number } {
  const words = reading.words.slice(at, at + run);
  const joined = words.join('');
  const isNumber = words.every(isGroupOfDigits) && joined.replace(/\D/g, '').length >= minDigits;
  if (isNumber) {
    const [number = joined] = numberSpellings(joined);
    reading.terms.push({ as: 'number', words: words.join(' '), number });
  }
  const apart = words.map((word, index) => (isNumber ? literal(word) : readOne(reading, at + index).condition));
  return { condition: any([numberAnywhere(joined), all(apart)]), count: run };
}

function readOne(reading: Reading, at: number): { condition: Condition; count: number } {
  const { words, terms } = reading;
  const meant = meaningAt(reading, at);
  if (meant) {
    const taken = words.slice(at, at + meant.count);
    terms.push({ ...meant.term, words: taken.join(' ') });
    // Text of two signs is in too many sales to search for beside the meaning.
    const asText = compact(taken.join('')).length < minText ? [] : [all(taken.map(literal))];
    return { condition: any([meant.condition, ...asText]), count: meant.count };
  }
  const word = words[at] ?? '';
  const [number] = numberSpellings(word);
  if (number !== undefined && /^\+62\d{6}/.test(word)) terms.push({ as: 'number', words: word, number });
  return { condition: literal(word), count: 1 };
}

/** The meaning of the most words; the first reader wins a tie. */
function meaningAt({ lower, today }: Reading, at: number): WordMeaning | null {
  let meaning: WordMeaning | null = null;
  for (const reader of readers) {
    if (today === null && reader === readDays) continue;
    const meant = reader(lower, at, today ?? '');
    if (meant && meant.count > (meaning?.count ?? 0)) meaning = meant;
  }
  return meaning;
}

function literal(word: string): Condition {
  const text: Condition = { is: 'text', text: word };
  if (!isNumeric(word)) return text;
  const others = numberSpellings(word).filter((spelling) => spelling !== word);
  return any([text, ...others.map((spelling): Condition => ({ is: 'text', text: spelling }))]);
}

/** The receipt number in a scanned proof; null for other text. Does not check whether the proof is genuine. */
function receiptOfProof(text: string): string | null {
  for (const reading of scannedProofs(text)) {
    const parsed = parseProof(reading);
    if (parsed.kind === 'proof') return parsed.proof.facts.receiptNo;
  }
  return null;
}

/** Digits with separators. */
function isNumeric(word: string): boolean {
  return /^[+(]*\d[\d().\-/\p{Pd}]*$/u.test(word);
}

/** A group of a written number: "0812", "3456-7890", "+62", but no amount and no date. */
function isGroupOfDigits(word: string): boolean {
  return /^[+(]*\d[\d)\-\p{Pd}]*$/u.test(word);
}

/** A number's spellings: as dialled in the country, and as written if that differs. */
function numberSpellings(written: string): string[] {
  const bare = normaliseCustomerNo(written);
  const dialled = /^628\d/.test(bare) ? `0${bare.slice(2)}` : bare;
  return [...new Set([dialled, bare])];
}

/** Any spelling, as part of any field. */
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
