import type { Separator } from '../../../../shared/contract/exports.ts';
import type { Cell } from '../table.ts';

const signs: Readonly<Record<Separator, string>> = { semicolon: ';', comma: ',', tab: '\t' };

/** Excel takes a file without it for the computer's own encoding. */
export const byteOrderMark = '\uFEFF';

/** What a spreadsheet would run (also behind white space, and in full-width signs), whatever it is to mean here. */
const formula = /^[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** What a spreadsheet would turn into a number, a time or a date, and lose zeros and digits of. */
const numberLike = /^[\s\d.,:/()%'-]+$|^\d+(\.\d+)?e[+-]?\d+$|^[a-z]{3,9}[ -]\d{2,4}$/i;

const hasDigit = /\d/;
/** "September 2026" */
const longestMonth = 14;

/** Text as a spreadsheet leaves it: an apostrophe in front is its sign for "this is text". */
export function asText(text: string): string {
  // Most of what stands in a table: words, of which only a month with its year is taken for something else.
  if (beginsWithLetter(text) && text.length > longestMonth) return text;
  return formula.test(text) || (numberLike.test(text) && hasDigit.test(text)) ? `'${text}` : text;
}

function beginsWithLetter(text: string): boolean {
  const sign = text.charCodeAt(0) | 0x20;
  return sign >= 0x61 && sign <= 0x7a;
}

/** Times of ours are meant to become times. */
const ownTime = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/;
/** Whichever separator is used: a field is the same in all three. */
const toQuote = /[";,\t\r\n]|^\s|\s$/;

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = ownTime.test(cell) ? cell : asText(cell);
  return toQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Rows as RFC 4180 has them: quoted where needed, quotes doubled, CRLF behind each; numbers stay numbers. Written here, because
 * a library that looks at every field once more halves the speed; the tests read it back with one.
 */
export function csvLines(rows: readonly (readonly Cell[])[], separator: Separator): string {
  const sign = signs[separator];
  let lines = '';
  for (const row of rows) {
    for (let at = 0; at < row.length; at += 1) lines += (at === 0 ? '' : sign) + field(row[at] ?? null);
    lines += '\r\n';
  }
  return lines;
}
