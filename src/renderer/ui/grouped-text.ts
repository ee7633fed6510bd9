import { groupCustomerNo } from '../../shared/domain/customer-no.ts';

/**
 * The caret's position once the text shows with separators: behind the same number of real characters.
 * @param shown the text with separators
 * @param realBefore how many characters that are no separators stand before the caret
 */
export function caretIn(shown: string, realBefore: number, isSeparator: (char: string) => boolean): number {
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (seen === realBefore) return at;
    if (!isSeparator(shown[at] ?? '')) seen += 1;
  }
  return shown.length;
}

/** How many characters before the caret are no separators. */
export function realCharacters(text: string, caret: number, isSeparator: (char: string) => boolean): number {
  return Array.from(text.slice(0, caret)).filter((char) => !isSeparator(char)).length;
}

/** A typed, pasted or scanned number without separators; a leading plus stays until the number is read back. */
export const bareNumber = (typed: string): string => typed.replace(/[^0-9A-Za-z+]/g, '').slice(0, 31);

/** The number in groups of four, as it shows while it is typed. */
export const shownNumber = (bare: string): string => groupCustomerNo(bare);

export const isNumberSeparator = (char: string): boolean => !/[0-9A-Za-z+]/.test(char);
