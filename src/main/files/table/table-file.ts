import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import Papa from 'papaparse';
import { z } from 'zod';
import type { TableLayout } from '../../../shared/domain/column-mapping.ts';
import { isArchive, isOldWorkbook, NotATable, type Sheet, workbookRows, workbookSheets } from './workbook.ts';

/** Bytes that tell the encoding and the separator. */
const headBytes = 256 * 1024;
/** A longer line means an unclosed quote, or no text file. */
const maxLineBytes = 1024 * 1024;
/** A value with more lines has swallowed other rows; addresses and notes have fewer. */
const maxValueLines = 30;

const Row = z.array(z.string());
const Rows = z.array(Row);

export type TableFile =
  /** `head`: the text of its first bytes */
  { kind: 'text'; encoding: string; head: string } | { kind: 'workbook'; sheets: Sheet[] };

/** Opens a CSV or an XLSX. Throws NotATable and file system errors. */
export async function openTableFile(path: string): Promise<TableFile> {
  const bytes = readFirstBytes(path);
  if (isArchive(bytes)) return { kind: 'workbook', sheets: await workbookSheets(path) };
  const encoding = encodingOf(bytes);
  const head = new TextDecoder(encoding).decode(bytes);
  if (isOldWorkbook(bytes, head)) throw new NotATable('old_workbook');
  // A binary file.
  if (head.includes('\0')) throw new NotATable('no_table');
  return { kind: 'text', encoding, head };
}

/** Whether a file is a workbook, which is unpacked as a whole. Throws file system errors. */
export const isWorkbook = (path: string): boolean => isArchive(readFirstBytes(path));

function readFirstBytes(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, headBytes));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
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

type Place = Pick<TableLayout, 'sheet' | 'separator'>;

/** The first rows with a value. An empty answer: there is no such sheet, or it has no cells. Throws file system errors. */
export async function readTopRows(path: string, file: TableFile, place: Place, maxRows: number): Promise<string[][]> {
  if (file.kind === 'text') return parseRows(file.head, place.separator ?? ',', maxRows);
  const rows: string[][] = [];
  try {
    for await (const row of workbookRows(path, place.sheet ?? 0)) {
      rows.push(row);
      if (rows.length === maxRows) break;
    }
  } catch (thrown) {
    // A sheet that is a chart.
    if (!(thrown instanceof NotATable) || file.sheets.length < 2) throw thrown;
  }
  return rows;
}

/** @param maxRows 0: all of them */
export function parseRows(text: string, separator: string, maxRows = 0): string[][] {
  const { data } = Papa.parse(text, { delimiter: separator, preview: maxRows, skipEmptyLines: 'greedy' });
  return withoutSeparatorLine(Rows.parse(data));
}

/** "sep=;" names the separator for Excel, and is no row of the table. */
const separatorLine = /^\uFEFF?sep=/i;
const withoutSeparatorLine = (rows: string[][]): string[][] =>
  separatorLine.test(rows[0]?.[0] ?? '') ? rows.slice(1) : rows;

/**
 * Streams the rows with a value. Throws NotATable and file system errors.
 * @param columns how many the table has
 */
export async function* tableRows(
  path: string,
  place: Place,
  columns: number,
  progress: (bytes: number) => void = () => undefined,
): AsyncGenerator<string[], void> {
  const file = await openTableFile(path);
  if (file.kind === 'workbook') {
    yield* workbookRows(path, place.sheet ?? 0);
    progress(statSync(path).size);
    return;
  }
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: place.separator ?? ',', skipEmptyLines: 'greedy' });
  // Bytes since the last row.
  const unread = { bytes: 0 };
  const pump = pumpInto(path, file.encoding, parser, (bytes, more) => {
    unread.bytes += more;
    if (unread.bytes > maxLineBytes) throw new NotATable('no_table');
    progress(bytes);
  });
  let first = true;
  for await (const read of parser) {
    unread.bytes = 0;
    const row = Row.parse(read);
    if (hasUnclosedQuote(row, columns)) throw new NotATable('no_table');
    if (!(first && separatorLine.test(row[0] ?? ''))) yield row;
    first = false;
  }
  await pump;
}

/** Whether a quote was never closed: the parser then reads to the end without an error. */
function hasUnclosedQuote(row: readonly string[], columns: number): boolean {
  return row.some(
    (value) => value.includes('\n') && (row.length < columns || value.split('\n').length > maxValueLines),
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

/** A cell without the apostrophe, or the ="…", by which spreadsheets mark text. */
export function cellValue(text: string | undefined): string {
  return (text ?? '')
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
}

/** The rows of a table, from the top of its file. Throws NotATable and file system errors. */
export async function readRows(path: string, place: Place, maxRows: number): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of tableRows(path, place, 0)) {
    rows.push(row);
    if (rows.length === maxRows) break;
  }
  return rows;
}
