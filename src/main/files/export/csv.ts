import type { Separator } from '../../../shared/contract/files.ts';

/** Limit of a spreadsheet cell in UTF-16 units. Excel reads the rest of a longer CSV field as further rows. */
export const maxCellLength = 32_767;

/** Text, a whole number (rupiah or a count), or null if empty. */
export type Cell = string | number | null;

/**
 * How the fields of a column are escaped. "plain": not at all (numbers, labels, times); "few": cached, since few texts repeat;
 * "text": each field.
 */
export type ColumnKind = 'plain' | 'few' | 'text';

const separators: Readonly<Record<Separator, string>> = { semicolon: ';', comma: ',', tab: '\t' };

/** Without it Excel assumes the system's encoding. */
export const byteOrderMark = '\uFEFF';

/** What a spreadsheet executes as a formula, also after white space and as full-width characters. */
const formula = /^[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** What a spreadsheet converts to a number, time or date, losing zeros and digits. */
const numberLike = /^[\s\d.,:/()%'-]+$|^\d+(\.\d+)?e[+-]?\d+$|^[a-z]{3,9}[ -]\d{2,4}$/i;

const hasDigit = /\d/;
/** "September 2026" */
const maxMonthLength = 14;

/** Prefixes text that a spreadsheet would convert with an apostrophe, which marks it as text. */
function asText(text: string): string {
  // The common case: of words, only a month with its year is converted.
  if (beginsWithLetter(text) && text.length > maxMonthLength) return text;
  return formula.test(text) || (numberLike.test(text) && hasDigit.test(text)) ? `'${text}` : text;
}

function beginsWithLetter(text: string): boolean {
  const character = text.charCodeAt(0) | 0x20;
  return character >= 0x61 && character <= 0x7a;
}

/** Our own times may be converted. */
const ownTime = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/;
/** Quoting is the same for all three separators. */
const toQuote = /[";,\t\r\n]|^\s|\s$/;
/** Fast paths for the two most common kinds of text. */
const digitsOnly = /^\d+$/;
const harmless = /^[A-Za-z][\w.:/()-]*(?: [\w.:/()-]+)*$/;

function textField(value: string): string {
  // One character less, for the apostrophe.
  const text = value.length < maxCellLength ? value : value.slice(0, maxCellLength - 1).toWellFormed();
  if (digitsOnly.test(text)) return `'${text}`;
  if (text.length > maxMonthLength && harmless.test(text)) return text;
  const safe = ownTime.test(text) ? text : asText(text);
  return toQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows with all columns escaped as "text", see `csvWriter`. */
export const csvLines = (rows: readonly (readonly Cell[])[], separator: Separator): string =>
  csvWriter(separator)(rows);

/** A shop has some hundred products; a column with more texts clears the cache. */
const maxCached = 5000;

/**
 * Writes rows by RFC 4180: quoted where needed, quotes doubled, CRLF after each; numbers stay numbers. Papa Parse checks each
 * field once more, which halves the speed; the tests read the result back with it.
 * @param kinds of the columns in order; the default is "text"
 */
export function csvWriter(
  separator: Separator,
  kinds: readonly ColumnKind[] = [],
): (rows: readonly (readonly Cell[])[]) => string {
  const delimiter = separators[separator];
  const cached = new Map<string, string>();
  const fieldOf = (cell: Cell, kind: ColumnKind | undefined): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    if (kind === 'plain') return cell;
    if (kind !== 'few') return textField(cell);
    const known = cached.get(cell);
    if (known !== undefined) return known;
    if (cached.size >= maxCached) cached.clear();
    const made = textField(cell);
    cached.set(cell, made);
    return made;
  };
  return (rows) => {
    let lines = '';
    for (const row of rows) {
      for (let at = 0; at < row.length; at += 1)
        lines += (at === 0 ? '' : delimiter) + fieldOf(row[at] ?? null, kinds[at]);
      lines += '\r\n';
    }
    return lines;
  };
}
