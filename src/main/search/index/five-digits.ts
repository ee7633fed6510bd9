/**
 * Three neighbouring digits stand in tens of thousands of a million sales, five in some hundred. A run of digits is also
 * written as overlapping signs, each for three of its digits, that no counter types: three neighbouring ones, which is what
 * FTS5 cuts text into, are then exactly five digits.
 */

export const fiveLength = 5;
const signLength = 3;
const privateUse = 0xe000;

/** Of ASCII only: `compact` leaves other scripts' digits as they are, and they stay text. */
const runs = new RegExp(`[0-9]{${fiveLength},}`, 'g');

/** Every run of at least five digits. @param text compact */
export const longRuns = (text: string): string[] => text.match(runs) ?? [];

/** What is indexed of a text's long runs; null where it has none. @param text compact */
export function signsOfRuns(text: string): string | null {
  return longRuns(text).map(signsOf).join('') || null;
}

/** Of five digits: one gram of the index. */
export function signsOf(digits: string): string {
  let signs = '';
  for (let at = 0; at + signLength <= digits.length; at += 1)
    signs += String.fromCharCode(privateUse + Number(digits.slice(at, at + signLength)));
  return signs;
}
