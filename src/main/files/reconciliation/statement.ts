import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import Papa from 'papaparse';
import { z } from 'zod';
import type { StatementColumns } from '../../../shared/contract/files.ts';
import { isBalanceLabel, isRounded, joinTime, readTime } from './statement-values.ts';
import { isArchive, isOldWorkbook, NotATable, workbookRows } from './workbook.ts';

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
/** Sheets before the table: covers, summaries. */
const maxSheets = 5;

interface TableHead {
  columns: string[];
  /** false: there is no header, and `columns` are letters */
  named: boolean;
  sample: string[][];
  /** rows above the first line */
  skip: number;
}

interface TextHead extends TableHead {
  separator: string;
  encoding: string;
}

/** What a statement is like. `sheet`: of a workbook; the others describe a text file. */
type StatementHead = ({ kind: 'text' } & TextHead) | ({ kind: 'workbook'; sheet: number } & TableHead);

const Rows = z.array(z.array(z.string()));

/** Detects what a statement is. Throws NotATable and file system errors. */
export async function readStatementHead(path: string): Promise<StatementHead> {
  const { bytes } = readFirstBytes(path);
  if (!isArchive(bytes)) return { kind: 'text', ...readTextHead(path, { headless: true }) };
  for (let sheet = 0; sheet < maxSheets; sheet += 1) {
    const rows: string[][] = [];
    for await (const row of workbookRows(path, sheet, maxPreamble * 2)) {
      rows.push(row);
      if (rows.length === maxPreamble + sampleLines) break;
    }
    const head = headOf(rows, true);
    if (head) return { kind: 'workbook', sheet, ...head };
  }
  throw new NotATable('no_table');
}

function readFirstBytes(path: string): { bytes: Buffer; size: number } {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, headBytes));
    return { bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)), size };
  } finally {
    closeSync(file);
  }
}

/**
 * Detects encoding, separator and columns of a text file. Throws NotATable and file system errors.
 * @param headless a first line of values is a line; otherwise it is taken for the header
 */
export function readTextHead(path: string, { headless = false } = {}): TextHead {
  const { bytes } = readFirstBytes(path);
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (isOldWorkbook(bytes, text)) throw new NotATable('old_workbook');
  // A binary file.
  if (text.includes('\0')) throw new NotATable('no_table');
  const parsed = Papa.parse(text, { preview: maxPreamble + sampleLines, skipEmptyLines: 'greedy' });
  const head = headOf(Rows.parse(parsed.data), headless);
  if (!head) throw new NotATable('no_table');
  return { ...head, separator: parsed.meta.delimiter, encoding };
}

/** Finds the header among the first rows. Null if they are no table. */
function headOf(rows: readonly string[][], headless: boolean): TableHead | null {
  const filled = rows.map((row) => row.filter((cell) => cell.trim() !== '').length);
  const median = filled.toSorted((one, other) => one - other)[Math.floor(filled.length / 2)] ?? 0;
  const wide = rows.map((_, at) => (filled[at] ?? 0) >= Math.max(2, median - 1));
  const firstWide = wide.indexOf(true);
  if (firstWide < 0) return null;
  const isName = (at: number): boolean => wide[at] === true && !(rows[at] ?? []).some(isValue);
  const isLine = (at: number): boolean => wide[at] === true && !isName(at);
  const places = [...rows.keys()];
  const named = places.find((at) => isName(at) && isLine(at + 1)) ?? places.find(isName) ?? -1;
  // Two rows of values above it are lines, and what looks like a header is one without values.
  const hasHeader = named >= 0 && named <= maxPreamble && places.slice(0, named).filter(isLine).length < 2;
  const at = headless && hasHeader ? named : firstWide;
  const header = rows[at] ?? [];
  const columns = Math.max(...rows.slice(at).map((row) => row.length));
  if (header.length < 2 || columns > maxColumns) return null;
  if (hasHeader || !headless) {
    return {
      columns: columnNames(header),
      named: true,
      sample: rows.slice(at + 1, at + 1 + sampleLines),
      skip: at + 1,
    };
  }
  const letters = Array.from({ length: columns }, (_, column) => letterOf(column));
  return { columns: letters, named: false, sample: rows.slice(at, at + sampleLines), skip: at };
}

/** A number, a time, or a rounded number: no name of a column. */
function isValue(cell: string): boolean {
  const text = unquoted(cell) ?? '';
  return /^(?:rp\.?|idr)?\s*[+-]?\d[\d.,\s]*$/i.test(text) || isRounded(text) || readTime(text, 'UTC') !== null;
}

/** As spreadsheets name it: A to Z, then AA. */
function letterOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : letterOf(Math.floor(column / 26) - 1) + letter;
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
export function columnNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = cell.trim().slice(0, 150) || `${at + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** The mapped values of a row, as text; empty ones are null. "balance": the row states a balance, and is no line. */
type LineTexts = Record<Exclude<keyof StatementColumns, 'timeOfDay'>, string | null> | 'balance';

const Line = z.array(z.string());

/** Streams the lines of a statement. Throws NotATable if a mapped column is missing. */
export async function* statementLines(
  path: string,
  columns: StatementColumns,
  progress: (bytes: number) => void,
): AsyncGenerator<LineTexts, void> {
  const head = await readStatementHead(path);
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
    timeOfDay: at(columns.timeOfDay),
  };
  let { skip } = head;
  const rows = head.kind === 'text' ? textRows(path, head, progress) : sheetRows(path, head.sheet, progress);
  for await (const line of rows) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    const value = (column: number): string | null => (column < 0 ? null : unquoted(line[column] ?? ''));
    const [transactionId, customerNo] = [value(index.transactionId), value(index.customerNo)];
    yield isBalance(line, transactionId, customerNo)
      ? 'balance'
      : {
          transactionId,
          customerNo,
          amount: value(index.amount),
          status: value(index.status),
          time: joinTime(value(index.time), value(index.timeOfDay)),
        };
  }
}

/** Only a row without an id and without a number can state a balance: a remark beside a sale may speak of one. */
function isBalance(line: readonly string[], transactionId: string | null, customerNo: string | null): boolean {
  if (transactionId !== null && !isBalanceLabel(transactionId)) return false;
  if (customerNo !== null && /\d/.test(customerNo) && !isBalanceLabel(customerNo)) return false;
  return line.some((cell) => isBalanceLabel(cell));
}

async function* sheetRows(
  path: string,
  sheet: number,
  progress: (bytes: number) => void,
): AsyncGenerator<string[], void> {
  yield* workbookRows(path, sheet);
  progress(statSync(path).size);
}

async function* textRows(
  path: string,
  head: TextHead,
  progress: (bytes: number) => void,
): AsyncGenerator<string[], void> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: head.separator, skipEmptyLines: 'greedy' });
  // Bytes since the last row.
  const unread = { bytes: 0 };
  const pump = pumpInto(path, head.encoding, parser, (bytes, more) => {
    unread.bytes += more;
    if (unread.bytes > maxLineBytes) throw new NotATable('no_table');
    progress(bytes);
  });
  for await (const row of parser) {
    unread.bytes = 0;
    const line = Line.parse(row);
    if (hasUnclosedQuote(line, head.columns.length)) throw new NotATable('no_table');
    yield line;
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
