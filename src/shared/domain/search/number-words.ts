import { normaliseCustomerNo } from '../customer-no.ts';
import { any, type Condition } from './condition.ts';

/** Digits, and what stands between groups of them. */
export function isNumeric(word: string): boolean {
  return /^[+(]*\d[\d().\-/\p{Pd}]*$/u.test(word);
}

/** A group as numbers are written in: "0812", "3456-7890", "+62", but no amount and no date. */
export function isGroupOfDigits(word: string): boolean {
  return /^[+(]*\d[\d)\-\p{Pd}]*$/u.test(word);
}

/** A number's spellings: as the country dials it, and as written if that differs. */
export function numberSpellings(written: string): string[] {
  const bare = normaliseCustomerNo(written);
  const dialled = /^628\d/.test(bare) ? `0${bare.slice(2)}` : bare;
  return [...new Set([dialled, bare])];
}

/** Any spelling of it, as part of anything. */
export function numberAnywhere(written: string): Condition {
  return any(numberSpellings(written).map((text) => ({ is: 'text', text })));
}
