import Papa from 'papaparse';
import type { Separator } from '../../../shared/contract/files.ts';

/** Limit of a spreadsheet cell in UTF-16 units. Excel reads the rest of a longer CSV field as further rows. */
export const maxCellLength = 32_767;

/** Text, a whole number (rupiah or a count), or null if empty. */
export type Cell = string | number | null;

const separators: Readonly<Record<Separator, string>> = { semicolon: ';', comma: ',', tab: '\t' };

/** Without it Excel assumes the system's encoding. */
export const byteOrderMark = '\uFEFF';

/** Text that a spreadsheet executes as a formula, also after white space and as full-width characters. */
const formula = /^[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** Text that a spreadsheet converts to a number, time or date, losing zeros and digits. */
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

function cellText(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  // One character less, for the apostrophe.
  const text = cell.length < maxCellLength ? cell : cell.slice(0, maxCellLength - 1).toWellFormed();
  return ownTime.test(text) ? text : asText(text);
}

/** Rows by RFC 4180: quoted where needed, CRLF after each; numbers stay numbers. */
export function csvLines(rows: readonly (readonly Cell[])[], separator: Separator): string {
  const safe = rows.map((row) => row.map(cellText));
  return safe.length === 0 ? '' : `${Papa.unparse(safe, { delimiter: separators[separator] })}\r\n`;
}
