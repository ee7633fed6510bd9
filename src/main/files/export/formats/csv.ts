import type { Separator } from '../../../../shared/contract/exports.ts';
import type { Cell, ColumnLook } from './cell.ts';
import { mostSigns } from './cell.ts';

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
/** The two kinds of text that nearly every field is, told apart from the rest in one look. */
const digitsOnly = /^\d+$/;
const harmless = /^[A-Za-z][\w.:/()-]*(?: [\w.:/()-]+)*$/;

function textField(given: string): string {
  // One sign less, for the apostrophe.
  const text = given.length < mostSigns ? given : given.slice(0, mostSigns - 1).toWellFormed();
  if (digitsOnly.test(text)) return `'${text}`;
  if (text.length > longestMonth && harmless.test(text)) return text;
  const safe = ownTime.test(text) ? text : asText(text);
  return toQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of which nothing is known, see `csvWriter`. */
export const csvLines = (rows: readonly (readonly Cell[])[], separator: Separator): string =>
  csvWriter(separator)(rows);

/** A shop has some hundred products; a column that turns out to have more only loses what was remembered. */
const mostRemembered = 5000;

/**
 * Rows as RFC 4180 has them: quoted where needed, quotes doubled, CRLF behind each; numbers stay numbers. Written here, because
 * a library that looks at every field once more halves the speed; the tests read it back with one.
 * @param looks of the columns in their order; those that are not named are "text"
 */
export function csvWriter(
  separator: Separator,
  looks: readonly ColumnLook[] = [],
): (rows: readonly (readonly Cell[])[]) => string {
  const sign = signs[separator];
  const remembered = new Map<string, string>();
  const fieldOf = (cell: Cell, look: ColumnLook | undefined): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    if (look === 'plain') return cell;
    if (look !== 'few') return textField(cell);
    const known = remembered.get(cell);
    if (known !== undefined) return known;
    if (remembered.size >= mostRemembered) remembered.clear();
    const made = textField(cell);
    remembered.set(cell, made);
    return made;
  };
  return (rows) => {
    let lines = '';
    for (const row of rows) {
      for (let at = 0; at < row.length; at += 1) lines += (at === 0 ? '' : sign) + fieldOf(row[at] ?? null, looks[at]);
      lines += '\r\n';
    }
    return lines;
  };
}
