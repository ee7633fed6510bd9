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
const digits = "[\\s\\d.,:/()%'-]";
const months =
  'jan(?:uari|uary)?|feb(?:ruari|ruary)?|mar(?:et|ch)?|apr(?:il)?|mei|may|jun[ie]?|jul[iy]?|ag(?:u|t|ustus)|aug(?:ust)?|sept?(?:ember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[cs](?:ember)?';
/** Text that a spreadsheet converts to a number, time or date, losing zeros and digits. */
const numberLike = new RegExp(`^${digits}+$`);
/** The same with a word of Indonesian or English: a month, a currency, half of a day, an exponent. */
const wordedNumber = new RegExp(
  `^${digits}*(?:${months}|rp|idr|[$€£¥]|[ap]m)${digits}*$|^[\\d.,:-]+[et][+-]?[\\d.,:]+z?$`,
  'i',
);
const truth = /^(?:true|false|benar|salah)$/i;

const hasDigit = /\d/;
/** "September 26, 2026 10:30:00" */
const maxWordedLength = 27;

/** Prefixes text that a spreadsheet would convert with an apostrophe, which marks it as text. */
function asText(text: string): string {
  const isShort = text.length <= maxWordedLength;
  // The common case.
  if (!isShort && beginsWithLetter(text)) return text;
  const isConverted =
    formula.test(text) ||
    (isShort && truth.test(text)) ||
    (hasDigit.test(text) && (numberLike.test(text) || (isShort && wordedNumber.test(text))));
  return isConverted ? `'${text}` : text;
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
