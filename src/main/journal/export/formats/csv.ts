import Papa from 'papaparse';
import type { Separator } from '../../../../shared/contract/exports.ts';
import type { Cell } from '../table.ts';

const signs: Readonly<Record<Separator, string>> = { semicolon: ';', comma: ',', tab: '\t' };

/** Excel takes a file without it for the computer's own encoding. */
export const byteOrderMark = '\uFEFF';

/** What a spreadsheet would run (also behind white space, and in full-width signs), whatever it is to mean here. */
const formula = /^[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** What a spreadsheet would turn into a number, a time or a date, and lose zeros and digits of. */
const numberLike = /^[\s\d.,:/()%'-]+$|^\d+(\.\d+)?e[+-]?\d+$|^[a-z]{3,9}[ -]\d{2,4}$/i;

/** Text as a spreadsheet leaves it: an apostrophe in front is its sign for "this is text". */
export function asText(text: string): string {
  return formula.test(text) || (numberLike.test(text) && /\d/.test(text)) ? `'${text}` : text;
}

/** Times of ours are meant to become times. */
const ownTime = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/;

/** Rows as RFC 4180 has them: quoted where needed, quotes doubled, CRLF behind each. Numbers stay numbers. */
export function csvLines(rows: readonly (readonly Cell[])[], separator: Separator): string {
  const safe = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' && !ownTime.test(cell) ? asText(cell) : cell)),
  );
  return safe.length === 0 ? '' : `${Papa.unparse(safe, { delimiter: signs[separator], newline: '\r\n' })}\r\n`;
}
