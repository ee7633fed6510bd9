import { longestTyped, readings } from '../proof/typed.ts';
import { parseReceiptNo } from '../receipt-no.ts';
import { isAmountLike, mostAmount, readAmount } from './amount.ts';
import { readQuickCode } from './quick-code.ts';
import type { EntryReading, EntryStep } from './reading.ts';
import { beginsAsNumber, letteredNumber, writtenNumber } from './written-number.ts';

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
