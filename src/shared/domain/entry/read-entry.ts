import { isCustomerNo, normaliseCustomerNo } from '../customer-no.ts';
import { longestTyped, readings } from '../proof/typed.ts';
import { parseReceiptNo } from '../receipt-no.ts';
import { isAmountLike, mostAmount, readAmount } from './amount.ts';
import type { EntryReading, EntryStep } from './reading.ts';

/** Fewer digits are no number that anybody would have. */
const fewest = 3;

/** Fewer digits behind the dot belong to a code or to an amount ("10.000", "PLN.20"). */
const fewestBehindDot = 8;

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
export function readEntry(typed: string, step: EntryStep, max = mostAmount): EntryReading {
  const text = typed
    .slice(0, longestTyped)
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

const isProof = (text: string): boolean => text.length > 20 && readings(text).length > 0;

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
  if (customerNo === null || customerNo.length < fewestBehindDot) return null;
  return { product, customerNo };
}

/**
 * A customer number the way people write it: digits with spaces, dashes, brackets, dots or a plus, and signs that cannot be
 * seen. Null where there are letters, or too few digits.
 */
function writtenNumber(text: string): string | null {
  if (/\p{L}/u.test(text)) return null;
  const bare = normaliseCustomerNo(text.replace(/[^\d+]/g, ''));
  return /^\d+$/.test(bare) && bare.length >= fewest && isCustomerNo(bare) ? bare : null;
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
