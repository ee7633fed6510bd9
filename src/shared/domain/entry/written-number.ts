import { isCustomerNo, normaliseCustomerNo } from '../customer-no.ts';

/** Fewer digits are no number that anybody would have. */
const fewest = 3;

/**
 * A customer number the way people write it: digits with spaces, dashes, brackets, dots or a plus, and signs that cannot be
 * seen. Null where there are letters, or too few digits.
 */
export function writtenNumber(text: string): string | null {
  if (/\p{L}/u.test(text)) return null;
  const bare = normaliseCustomerNo(text.replace(/[^\d+]/g, ''));
  return /^\d+$/.test(bare) && bare.length >= fewest && isCustomerNo(bare) ? bare : null;
}

/**
 * A number with letters in it, as some billers have: only where a number is waited for, because a product's code looks the
 * same. Five digits and more are no product.
 */
export function letteredNumber(text: string): string | null {
  const bare = normaliseCustomerNo(text);
  return isCustomerNo(bare) && bare.replace(/\D/g, '').length >= 5 ? bare : null;
}

/** Begins the way only a number does: the 0 of the country, or a plus. */
export const beginsAsNumber = (text: string): boolean => /^\s*\(?(\+|0\d)/.test(text);
