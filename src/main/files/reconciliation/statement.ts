import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import chardet from 'chardet';
import Papa from 'papaparse';
import { z } from 'zod';
import type { StatementColumns } from '../../../shared/contract/reconcile.ts';

/** What is looked at to find out what the file is. */
const headBytes = 256 * 1024;
const mostColumns = 200;
const sampleLines = 5;
/** Banks put their name, the account and the month above the table. */
const mostAbove = 30;
/** Far beyond any line: a quote that is never closed, or no text of lines at all. */
const longestLine = 1024 * 1024;
/** A value of a few lines is an address or a note; one of more has swallowed other lines. */
const mostBreaks = 30;

/** It is no table of lines, or lacks a column. */
export class NoTable extends Error {
  readonly reason: 'no_table' | 'column_missing';
  constructor(reason: 'no_table' | 'column_missing') {
    super(reason);
    this.reason = reason;
  }
}

export interface StatementHead {
  columns: string[];
  sample: string[][];
  separator: string;
  encoding: string;
  bytes: number;
  /** lines above the heads of the columns */
  above: number;
}

const Rows = z.array(z.array(z.string()));

/** Finds out encoding, separator and columns. Throws NoTable, and what the file system throws. */
export function lookAtStatement(path: string): StatementHead {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, headBytes));
    const read = readSync(file, bytes, 0, bytes.length, 0);
    const head = bytes.subarray(0, read);
    const encoding = encodingOf(head);
    const text = new TextDecoder(encoding).decode(head);
    // Binary files and pages of text have no lines of columns.
    if (text.includes('\0')) throw new NoTable('no_table');
    const parsed = Papa.parse(text, { preview: mostAbove + sampleLines, skipEmptyLines: 'greedy' });
    const rows = Rows.parse(parsed.data);
    const above = headsAt(rows);
    const [heads, ...below] = rows.slice(above);
    const sample = below.slice(0, sampleLines);
    if (!heads || heads.length < 2 || heads.length > mostColumns) throw new NoTable('no_table');
    return { columns: named(heads), sample, separator: parsed.meta.delimiter, encoding, bytes: size, above };
  } finally {
    closeSync(file);
  }
}

/** Which line has the names of the columns: the first that has about as many as most lines have, one more or less. */
function headsAt(rows: readonly (readonly string[])[]): number {
  const counts = rows.map((row) => row.length);
  const usual = counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
  const found = counts.findIndex((count) => count >= Math.max(2, usual - 1));
  return found < 0 || found > mostAbove ? 0 : found;
}

/** Unicode where it is that; else what Windows writes here, since the older encodings of a few names are told apart by guessing only. */
function encodingOf(head: Uint8Array): string {
  const found = chardet.detect(head) ?? 'UTF-8';
  // ASCII may go on as UTF-8.
  if (found === 'ASCII') return 'utf-8';
  return /^UTF-(8|16LE|16BE)$/.test(found) ? found.toLowerCase() : 'windows-1252';
}

/** Two columns of one name are told apart, and one without a name has its number. */
function named(heads: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return heads.map((head, at) => {
    const name = head.trim().slice(0, 150) || `${at + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** The five values of a line, as they are written; empty ones are null. */
export type LineTexts = Record<keyof StatementColumns, string | null>;

const Line = z.array(z.string());

/** Every line behind the heads, streamed. Throws NoTable when a mapped column is not there. */
export async function* statementLines(
  path: string,
  columns: StatementColumns,
  readSoFar: (bytes: number) => void,
): AsyncGenerator<LineTexts, void> {
  const head = lookAtStatement(path);
  const at = (name: string | null): number => {
    const found = name === null ? -1 : head.columns.indexOf(name);
    if (name !== null && found < 0) throw new NoTable('column_missing');
    return found;
  };
  const places = {
    transactionId: at(columns.transactionId),
    customerNo: at(columns.customerNo),
    amount: at(columns.amount),
    status: at(columns.status),
    time: at(columns.time),
  };
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: head.separator, skipEmptyLines: 'greedy' });
  // A row that came out takes it back to nothing.
  const unread = { bytes: 0 };
  const pump = pumpInto(path, head.encoding, parser, (bytes, more) => {
    unread.bytes += more;
    if (unread.bytes > longestLine) throw new NoTable('no_table');
    readSoFar(bytes);
  });
  let skip = head.above + 1;
  for await (const given of parser) {
    unread.bytes = 0;
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    const line = Line.parse(given);
    if (swallowsOthers(line, head.columns.length)) throw new NoTable('no_table');
    const value = (place: number): string | null => (place < 0 ? null : unquoted(line[place] ?? ''));
    yield {
      transactionId: value(places.transactionId),
      customerNo: value(places.customerNo),
      amount: value(places.amount),
      status: value(places.status),
      time: value(places.time),
    };
  }
  await pump;
}

/** Whether a quote was never closed: the parser reads on to the end then, and says nothing. */
function swallowsOthers(line: readonly string[], columns: number): boolean {
  return line.some((value) => value.includes('\n') && (line.length < columns || value.split('\n').length > mostBreaks));
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
