import { groupCustomerNo, isCustomerNo, normaliseCustomerNo } from './customer-no.ts';
import { groupThousands } from './money.ts';
import { maxScannedLength, scannedProofs } from './proof.ts';
import { parseReceiptNo } from './transaction.ts';

/** The most a counter takes by hand, as the contract has it. Whole rupiah. */
export const maxAmount = 100_000_000;

/** The most a bill comes to, and so the cash for it and the cash in a drawer. Whole rupiah. */
export const maxBillAmount = 1_000_000_000_000;

/**
 * Reads an amount as a cashier types it: digits, dots for reading, and "20rb" or "20k" for twenty thousand.
 * Whole rupiah; null for nothing typed, and for more than `max`, by default what a counter takes.
 */
export function readAmount(typed: string, max = maxAmount): number | null {
  // Not the R of "Rp12.000", which is pasted along.
  const thousands = /\d\s*[kr]/i.test(typed);
  // "Rp12.000,00", as invoices have it, is no hundred times as much.
  const digits = typed
    .replace(/,\d{0,2}$/, '')
    .replace(/\D/g, '')
    .slice(0, String(max).length);
  if (digits === '') return null;
  const amount = Number(digits) * (thousands ? 1000 : 1);
  return amount > max ? null : amount;
}

/** Whether what was typed has the form of an amount at all: "20000", "Rp20.000,00", "20rb", "20 k"; not "0812", not a code. */
function isAmountLike(typed: string): boolean {
  const text = typed.trim();
  return (
    /^-?(rp\.?\s*)?(0|[1-9][\d. ]*)(,\d{0,2})?\s*(k|r|rb|ribu)?$/i.test(text) && text.replace(/\D/g, '').length <= 9
  );
}

/** What the one field expects next. It takes anything at any time; this only settles what could be two things. */
export type EntryStep = 'customerNo' | 'product' | 'price' | 'tendered';

/** What somebody typed, pasted or scanned into the one field. Numbers are normalised, codes are as typed. */
export type EntryReading =
  | { is: 'nothing' }
  | { is: 'number'; customerNo: string }
  /** could be a code, a part of a product's name, or the nominal alone: whoever knows the products tells which */
  | { is: 'product'; text: string }
  /** "TSEL10.0812…" */
  | { is: 'quick'; product: string; customerNo: string }
  /** whole rupiah */
  | { is: 'amount'; amount: number }
  | { is: 'receipt'; receiptNo: string }
  /** a scanned proof, from its tag on or with an address before it */
  | { is: 'proof'; text: string }
  /** digits that are too few or too many for a number, and stand for no product either */
  | { is: 'noNumber'; text: string };

/** Fewer digits are no number that anybody would have. */
const minDigits = 3;

/** Fewer digits behind the dot belong to a code or to an amount ("10.000", "PLN.20"). */
const minDigitsBehindDot = 8;

/** No number and no code is that long. */
const endlessDigits = /^\d{31}/;

/** So many digits are a number even where a product's code or an amount is waited for. */
const surelyNumber = 10;

/**
 * Says what stands in the one field. Never throws and never guesses a digit: what could be two things is settled by what is
 * expected, and everything is read back before it is sent.
 * @param step what is expected next
 * @param max the largest amount that is read as one
 */
export function readEntry(typed: string, step: EntryStep, max = maxAmount): EntryReading {
  const text = typed
    .slice(0, maxScannedLength)
    .replace(/\p{C}+/gu, ' ')
    .trim();
  if (text === '') return { is: 'nothing' };
  if (isProof(text)) return { is: 'proof', text };
  const receipt = parseReceiptNo(text);
  // "0812-345678" is a number with a dash; a terminal's name has a letter in it.
  if (receipt && /[A-Z]/.test(receipt.series)) return { is: 'receipt', receiptNo: text.toUpperCase() };
  const money = step === 'price' || step === 'tendered';
  if (money && isAmountLike(text)) {
    const amount = readAmount(text, max);
    if (amount !== null) return { is: 'amount', amount };
  }
  const quick = readQuickCode(text);
  if (quick) return { is: 'quick', ...quick };
  return readOne(text, step);
}

function readOne(text: string, step: EntryStep): EntryReading {
  const written = writtenNumber(text);
  if (written === null && endlessDigits.test(text)) return { is: 'noNumber', text };
  if (step === 'customerNo') {
    const number = written ?? (/\d/.test(text) ? letteredNumber(text) : null);
    if (number !== null) return { is: 'number', customerNo: number };
    return /^[\d\s+().\-/]+$/.test(text) ? { is: 'noNumber', text } : { is: 'product', text };
  }
  if (written !== null && (beginsAsNumber(text) || written.length >= surelyNumber)) {
    return { is: 'number', customerNo: written };
  }
  return { is: 'product', text };
}

const isProof = (text: string): boolean => text.length > 20 && scannedProofs(text).length > 0;

interface QuickCode {
  product: string;
  customerNo: string;
}

/**
 * The habit of counters: `product.number`, and `product.2.number` for the second one to the same number on a day. The count is
 * read and answers nothing: a repeat is asked about where it is known how many there were. The product may be its nominal
 * alone ("10.0812…"). Spaces, '*' and '#' are typed for the dot, too. Null for anything else.
 */
function readQuickCode(text: string): QuickCode | null {
  const match = /^([\dA-Za-z][\w-]{0,49})\s*[.*#]\s*(?:[2-9]\s*[.*#]\s*)?([^.*#].*)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) return null;
  const [, product, number] = match;
  // "0812.3456.7890" is a number with dots.
  if (/^0\d/.test(product)) return null;
  const customerNo = writtenNumber(number) ?? letteredNumber(number);
  if (customerNo === null || customerNo.length < minDigitsBehindDot) return null;
  return { product, customerNo };
}

/**
 * A customer number the way people write it: digits with spaces, dashes, brackets, dots or a plus, and signs that cannot be
 * seen. Null where there are letters, or too few digits.
 */
function writtenNumber(text: string): string | null {
  if (/\p{L}/u.test(text)) return null;
  const bare = normaliseCustomerNo(text.replace(/[^\d+]/g, ''));
  return /^\d+$/.test(bare) && bare.length >= minDigits && isCustomerNo(bare) ? bare : null;
}

/**
 * A number with letters in it, as some billers have: only where a number is waited for, because a product's code looks the
 * same. Five digits and more are no product.
 */
function letteredNumber(text: string): string | null {
  const bare = normaliseCustomerNo(text);
  return isCustomerNo(bare) && bare.replace(/\D/g, '').length >= 5 ? bare : null;
}

/** Begins the way only a number does: the 0 of the country, or a plus. */
const beginsAsNumber = (text: string): boolean => /^\s*\(?(\+|0\d)/.test(text);

/** Digits that stand alone are no longer than the longest number; anything else may be a scan. */
const maxDigits = 30;

const expectsMoney = (step: EntryStep): boolean => step === 'price' || step === 'tendered';
const isAllDigits = (text: string): boolean => /^\+?\d+$/.test(text);
const isAmount = (text: string, step: EntryStep): boolean =>
  expectsMoney(step) && /^(0|[1-9]\d*)$/.test(text) && text.length <= 9;

/** How the field shows what was typed: numbers in groups of four, amounts in thousands, anything else as it is. */
export function shownEntry(text: string, step: EntryStep): string {
  if (isAmount(text, step)) return groupThousands(Number(text));
  return isAllDigits(text) ? groupCustomerNo(text) : text;
}

/** Which characters of the shown text the field put in by itself. */
export function isOwnSeparator(text: string, step: EntryStep): (char: string) => boolean {
  if (isAmount(text, step)) return (char) => char === '.';
  return isAllDigits(text) ? (char) => char === ' ' : () => false;
}

/** What stands behind the shown text: without the separators of numbers and amounts. The opposite of `shownEntry`. */
export function bareEntry(shown: string, step: EntryStep): string {
  const text = shown.slice(0, maxScannedLength).replace(/\p{Cc}/gu, '');
  // "20rb" stays as it is typed: its letters come one by one.
  if (expectsMoney(step) && isAmountLike(text) && !/\d\s*[a-z]/i.test(text)) {
    const amount = readAmount(text);
    if (amount !== null) return String(amount);
  }
  if (/^\s*\+?[\d\s]+$/.test(text)) return text.replace(/\s/g, '').slice(0, maxDigits + 1);
  return text;
}
