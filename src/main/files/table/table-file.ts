import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { z } from 'zod';
import type { TableLayout } from '../../../shared/domain/column-mapping.ts';
import { DelimitedRows, withoutSeparatorLine } from './delimited-rows.ts';
import {
  hiddenParts,
  isArchive,
  isOldWorkbook,
  NotATable,
  type Sheet,
  workbookRows,
  workbookSheets,
} from './workbook.ts';

/** Bytes at the top of a file from which its encoding and separator are recognised. */
const headBytes = 256 * 1024;

export type TableFile =
  /** `head`: the text of its first bytes; `isWhole`: it has no others */
  { kind: 'text'; encoding: string; head: string; isWhole: boolean } | { kind: 'workbook'; sheets: Sheet[] };

/** Opens a CSV or an XLSX. Throws NotATable and file system errors. */
export async function openTableFile(path: string): Promise<TableFile> {
  const bytes = readFirstBytes(path);
  if (isArchive(bytes)) return { kind: 'workbook', sheets: await workbookSheets(path) };
  const encoding = encodingOf(bytes);
  const head = new TextDecoder(encoding).decode(bytes);
  if (isOldWorkbook(bytes, head)) throw new NotATable('old_workbook');
  // A binary file.
  if (head.includes('\0')) throw new NotATable('no_table');
  return { kind: 'text', encoding, head, isWhole: bytes.length < headBytes };
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

interface TopRows {
  rows: string[][];
  /** with this separator a quote is never closed: another one has to be tried */
  hasStrayQuote: boolean;
}

/** The first rows with a value. No row: there is no such sheet, or it has no cells. Throws NotATable and file system errors. */
export async function readTopRows(
  path: string,
  file: TableFile,
  place: Place,
  { maxRows, without = new Set() }: { maxRows: number; without?: ReadonlySet<number> },
): Promise<TopRows> {
  if (file.kind === 'text') {
    const reader = new DelimitedRows(place.separator ?? ',');
    const read = [...reader.push(file.head), ...(file.isWhole ? reader.end() : [])];
    return { rows: withoutSeparatorLine(read).slice(0, maxRows), hasStrayQuote: reader.hasStrayQuote };
  }
  const rows: string[][] = [];
  try {
    for await (const row of workbookRows(path, place.sheet ?? 0, without)) {
      rows.push(row);
      if (rows.length === maxRows) break;
    }
  } catch (thrown) {
    // A sheet that is a chart.
    if (!(thrown instanceof NotATable) || file.sheets.length < 2) throw thrown;
  }
  return { rows, hasStrayQuote: false };
}

/** Streams all rows with a value, hidden ones too. Throws NotATable and file system errors. */
export async function* tableRows(
  path: string,
  place: Place,
  progress: (bytes: number) => void = () => undefined,
): AsyncGenerator<string[], void> {
  const file = await openTableFile(path);
  if (file.kind === 'workbook') {
    yield* workbookRows(path, place.sheet ?? 0);
    progress(statSync(path).size);
    return;
  }
  const reader = new DelimitedRows(place.separator ?? ',');
  const decoder = new TextDecoder(file.encoding);
  let bytes = 0;
  let isTop = true;
  /** Only the first row of the file may be the line that names the separator. */
  const checked = (rows: string[][]): string[][] => {
    if (reader.hasStrayQuote) throw new NotATable('stray_quote');
    if (!isTop || rows.length === 0) return rows;
    isTop = false;
    return withoutSeparatorLine(rows);
  };
  for await (const chunk of createReadStream(path)) {
    const data = z.instanceof(Uint8Array).parse(chunk);
    bytes += data.length;
    progress(bytes);
    yield* checked(reader.push(decoder.decode(data, { stream: true })));
  }
  yield* checked([...reader.push(decoder.decode()), ...reader.end()]);
}

/** What programs and databases write into a table for an empty value. */
const noValue = /^(?:null|\(null\)|undefined|\\N)$/i;

/** A cell without the apostrophe, or the ="…", by which spreadsheets mark text. */
export function cellValue(text: string | undefined): string {
  const value = (text ?? '')
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
  return noValue.test(value) ? '' : value;
}

/** The first rows with a value that are not hidden. Throws NotATable and file system errors. */
export async function readSeenRows(path: string, place: Place, maxRows: number): Promise<string[][]> {
  const rows: string[][] = [];
  const hidden = place.sheet === null ? null : await hiddenParts(path, place.sheet);
  const read = hidden === null ? tableRows(path, place) : workbookRows(path, place.sheet ?? 0, hidden.rows);
  for await (const row of read) {
    rows.push(row);
    if (rows.length === maxRows) break;
  }
  return rows;
}
