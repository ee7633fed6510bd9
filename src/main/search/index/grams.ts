import { compact } from '../../../shared/domain/search/matching.ts';
import { fiveLength, longRuns, signsOf } from './five-digits.ts';

const length = 3;
/** In a book of a million, a thousand sales hold two given grams of digits, and to look at those takes longer than two more lists. */
const shortText = 6;

/** So many grams of five digits leave next to nothing that is not meant. */
const mostFives = 3;

/**
 * Of a text at least three signs long, grams that narrow the search: five digits at a time where it has so many in a row, and
 * three signs at a time elsewhere (every third and the last, of a short text all). Whatever holds the text holds them all. Null
 * for a shorter text.
 */
export function gramsOf(text: string): string[] | null {
  const bare = compact(text);
  const signs = Array.from(bare);
  if (signs.length < length) return null;
  const runs = longRuns(bare);
  const fives = runs.flatMap((run) => startsOfFives(run.length).map((at) => signsOf(run.slice(at, at + fiveLength))));
  const threes = startsOf(signs.length, signs.length <= shortText ? 1 : length)
    .map((at) => signs.slice(at, at + length).join(''))
    .filter((gram) => !runs.some((run) => run.includes(gram)));
  return [...new Set([...fives, ...threes])];
}

/** From the end: thousands of numbers begin alike, and to read how many do takes longer than to compare what is left. */
function startsOfFives(digits: number): number[] {
  const starts: number[] = [];
  for (let at = digits - fiveLength; at >= 0 && starts.length < mostFives; at -= fiveLength) starts.push(at);
  // One alone stands in thousands of sales of a large book.
  return starts.length === 1 && digits > fiveLength ? [...starts, 0] : starts;
}

/** Where grams of three signs begin that cover all signs: every so many, and the last. */
function startsOf(signs: number, apart: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at + length < signs; at += apart) starts.push(at);
  return [...starts, signs - length];
}

/** One gram, or one made-up token, in the words of a query. */
export const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;
