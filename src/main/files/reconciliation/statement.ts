import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import Papa from 'papaparse';
import { z } from 'zod';
import type { StatementColumns } from '../../../shared/contract/files.ts';
import { months } from '../../../shared/domain/search/query-days.ts';
import { wallClock } from '../../../shared/domain/zone.ts';

/** Bytes read to detect encoding, separator and columns. */
const headBytes = 256 * 1024;
const maxColumns = 200;
const sampleLines = 5;
/** Lines above the header: banks put their name, the account and the month there. */
const maxPreamble = 30;
/** A longer line means an unclosed quote, or no text file. */
const maxLineBytes = 1024 * 1024;
/** A value with more lines has swallowed other rows; addresses and notes have fewer. */
const maxValueLines = 30;

/** The file is no table, or lacks a mapped column. */
export class NotATable extends Error {
  readonly reason: 'no_table' | 'column_missing';
  constructor(reason: 'no_table' | 'column_missing') {
    super(reason);
    this.reason = reason;
  }
}

interface StatementHead {
  columns: string[];
  sample: string[][];
  separator: string;
  encoding: string;
  bytes: number;
  /** rows above the header */
  preamble: number;
}

const Rows = z.array(z.array(z.string()));

/** Detects encoding, separator and columns. Throws NotATable and file system errors. */
export function readStatementHead(path: string): StatementHead {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, headBytes));
    const read = readSync(file, bytes, 0, bytes.length, 0);
    const head = bytes.subarray(0, read);
    const encoding = encodingOf(head);
    const text = new TextDecoder(encoding).decode(head);
    // A binary file.
    if (text.includes('\0')) throw new NotATable('no_table');
    const parsed = Papa.parse(text, { preview: maxPreamble + sampleLines, skipEmptyLines: 'greedy' });
    const rows = Rows.parse(parsed.data);
    const preamble = headerIndex(rows);
    const [header, ...below] = rows.slice(preamble);
    const sample = below.slice(0, sampleLines);
    if (!header || header.length < 2 || header.length > maxColumns) throw new NotATable('no_table');
    return { columns: columnNames(header), sample, separator: parsed.meta.delimiter, encoding, bytes: size, preamble };
  } finally {
    closeSync(file);
  }
}

/** Index of the header: the first row with at least the median number of columns minus one. */
function headerIndex(rows: readonly (readonly string[])[]): number {
  const counts = rows.map((row) => row.length);
  const median = counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
  const found = counts.findIndex((count) => count >= Math.max(2, median - 1));
  return found < 0 || found > maxPreamble ? 0 : found;
}

/** UTF-16 with its mark, UTF-8 where all bytes fit, otherwise windows-1252, since detecting older encodings is a guess. */
function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  try {
    // As a stream, because the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Unique column names: duplicates are numbered, a nameless column gets its number. */
function columnNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = cell.trim().slice(0, 150) || `${at + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** The mapped values of a row, as text; empty ones are null. */
type LineTexts = Record<keyof StatementColumns, string | null>;

const Line = z.array(z.string());

/** Streams the rows after the header. Throws NotATable if a mapped column is missing. */
export async function* statementLines(
  path: string,
  columns: StatementColumns,
  progress: (bytes: number) => void,
): AsyncGenerator<LineTexts, void> {
  const head = readStatementHead(path);
  const at = (name: string | null): number => {
    const found = name === null ? -1 : head.columns.indexOf(name);
    if (name !== null && found < 0) throw new NotATable('column_missing');
    return found;
  };
  const index = {
    transactionId: at(columns.transactionId),
    customerNo: at(columns.customerNo),
    amount: at(columns.amount),
    status: at(columns.status),
    time: at(columns.time),
  };
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: head.separator, skipEmptyLines: 'greedy' });
  // Bytes since the last row.
  const unread = { bytes: 0 };
  const pump = pumpInto(path, head.encoding, parser, (bytes, more) => {
    unread.bytes += more;
    if (unread.bytes > maxLineBytes) throw new NotATable('no_table');
    progress(bytes);
  });
  let skip = head.preamble + 1;
  for await (const row of parser) {
    unread.bytes = 0;
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    const line = Line.parse(row);
    if (hasUnclosedQuote(line, head.columns.length)) throw new NotATable('no_table');
    const value = (column: number): string | null => (column < 0 ? null : unquoted(line[column] ?? ''));
    yield {
      transactionId: value(index.transactionId),
      customerNo: value(index.customerNo),
      amount: value(index.amount),
      status: value(index.status),
      time: value(index.time),
    };
  }
  await pump;
}

/** Whether a quote was never closed: the parser then reads to the end without an error. */
function hasUnclosedQuote(line: readonly string[], columns: number): boolean {
  return line.some(
    (value) => value.includes('\n') && (line.length < columns || value.split('\n').length > maxValueLines),
  );
}

async function pumpInto(
  path: string,
  encoding: string,
  parser: NodeJS.ReadWriteStream,
  readSoFar: (bytes: number, more: number) => void,
): Promise<void> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      const part = z.instanceof(Uint8Array).parse(chunk);
      bytes += part.length;
      readSoFar(bytes, part.length);
      if (!parser.write(decoder.decode(part, { stream: true }))) {
        await new Promise((resolve) => {
          parser.once('drain', resolve);
        });
      }
    }
    parser.end(decoder.decode());
  } catch (error) {
    parser.emit('error', error);
  }
}

/** Spreadsheets mark text with an apostrophe, or with ="…". */
function unquoted(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
  return bare === '' ? null : bare;
}

/**
 * The decimals of an amount. One or two digits after the last point or comma are cents, three are thousands. Databases write
 * four ("10275.0000"), or three after ungrouped digits ("10275.000") or after the other separator ("10.275,000").
 */
const cents = /[.,](?:\d{1,2}|\d{4,})$|(?<=^\d{4,})[.,]\d{3}$|(?<=\..*),\d{3}$|(?<=,.*)\.\d{3}$/;

/** Whole rupiah without sign, since statements may show a purchase as negative. Null if it is no amount. */
export function readAmount(text: string): number | null {
  if (/\de[+-]?\d/i.test(text)) return null;
  // "Rp." contains a point.
  const bare = text.replace(/[^\d.,]/g, '').replace(/^[.,]+/, '');
  if (bare === '') return null;
  const whole = bare.replace(cents, '').replace(/[.,]/g, '');
  const amount = Number(whole);
  return Number.isSafeInteger(amount) ? amount : null;
}

/** The time of a row. `wholeDay`: it has no time of day; `at` is noon. */
interface LineTime {
  at: number;
  wholeDay: boolean;
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/;
const monthNamed = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d{2})(?!\d)/i;
const clock = /[T\s](\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?/;
const half = /\d\s*([ap])\.?m\b/i;
const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** The order of a date's parts. */
export type DateOrder = 'day_first' | 'month_first';

/** The only order in which this date is valid; null if both are, if it names its month, or if it begins with the year. */
export function orderOf(text: string): DateOrder | null {
  const [, first, second, year] = yearLast.exec(text.trim()) ?? [];
  const [day, month] = [isoDay(year, second, first) !== null, isoDay(year, first, second) !== null];
  return day === month ? null : day ? 'day_first' : 'month_first';
}

/** Parses a time; by default day before month, unless only the other order is a date. Null if it is no time. */
export function readTime(text: string, timeZone: string, order: DateOrder = 'day_first'): LineTime | null {
  const trimmed = text.trim();
  const day = dayOf(trimmed, order);
  if (day === null) return null;
  const time = clock.exec(trimmed);
  if (time && zoned.test(trimmed)) {
    const at = Date.parse(trimmed.replace(' ', 'T'));
    return Number.isNaN(at) ? null : { at, wholeDay: false };
  }
  const [hour = '12', minutes = '00', seconds = '00'] = time ? time.slice(1) : [];
  const hours = toHour24(hour, half.exec(trimmed)?.[1]);
  const wall = Date.parse(`${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}Z`);
  if (Number.isNaN(wall)) return null;
  const shown = wallClock(wall, timeZone);
  return { at: wall - (Date.parse(`${shown.day}T${shown.time}Z`) - wall), wholeDay: time === null };
}

/** @param half "a" or "p" of a twelve-hour clock */
function toHour24(hour: string, half: string | undefined): string {
  if (half === undefined || Number(hour) > 12) return hour;
  return String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

function dayOf(text: string, order: DateOrder): string | null {
  const first = yearFirst.exec(text);
  if (first) return isoDay(first[1], first[2], first[3]);
  const [, date, month = '', year = ''] = monthNamed.exec(text) ?? [];
  const name = month.toLowerCase();
  if (Object.hasOwn(months, name)) return isoDay(year.padStart(4, '20'), String(months[name]), date);
  const last = yearLast.exec(text);
  if (!last) return null;
  const [dayFirst, monthFirst] = [isoDay(last[3], last[2], last[1]), isoDay(last[3], last[1], last[2])];
  return order === 'day_first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}

function isoDay(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(date) ? date : null;
}

type LineStatus = 'success' | 'failed' | 'open';

const statusPatterns: ReadonlyArray<[RegExp, LineStatus]> = [
  [
    /gagal|fail|refund|batal|cancel|reject|tolak|revers|expired|kembali|unsucc|(?:tidak|tdk|not)[ _-]?(?:berhasil|sukses|succ)/,
    'failed',
  ],
  [/pend|proses|process|tunggu|wait|queue|antri|belum|unpaid|incomplete|not[ _-]?(?:yet|paid|complete)/, 'open'],
  [/sukses|succe|berhasil|lunas|paid|selesai|complete|^ok$|^done$|^0+$/, 'success'],
];

/** The meaning of the provider's word for a status; null if unknown. */
export function readStatus(text: string): LineStatus | null {
  const word = text.trim().toLowerCase();
  return statusPatterns.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}
