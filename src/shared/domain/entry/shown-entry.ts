import { groupCustomerNo } from '../customer-no.ts';
import { groupThousands } from '../money.ts';
import { longestTyped } from '../proof/typed.ts';
import { isAmountLike, readAmount } from './amount.ts';
import type { EntryStep } from './reading.ts';

/** Digits that stand alone are no longer than the longest number; anything else may be a scan. */
const mostDigits = 30;

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
  const text = shown.slice(0, longestTyped).replace(/\p{Cc}/gu, '');
  // "20rb" stays as it is typed: its letters come one by one.
  if (expectsMoney(step) && isAmountLike(text) && !/\d\s*[a-z]/i.test(text)) {
    const amount = readAmount(text);
    if (amount !== null) return String(amount);
  }
  if (/^\s*\+?[\d\s]+$/.test(text)) return text.replace(/\s/g, '').slice(0, mostDigits + 1);
  return text;
}
